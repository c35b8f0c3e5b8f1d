// Looks, read from the manifest and drawn from the pages as a game does it: see kiln.js.
const target = manifest.targets[0] ?? { id: '', kind: '', scales: [], pages: [], frames: {} };
const game = new Game({ ...manifest, targets: [target] }, null);
const { area } = game;
/** The only scale whose pages are here; null without pages. */
const { scale } = given;
const itemByID = new Map(manifest.items.map((item) => [item.id, item]));
const speciesByID = new Map(manifest.species.map((species) => [species.id, species]));
const slotByID = new Map((manifest.slots ?? []).map((slot) => [slot.id, slot]));
const pageImage = (page) => page.images.find((image) => image.scale === scale);

/** Why no pet can be drawn; empty if they can. */
let trouble = '';
const painter = startPainter();
const areReady = Promise.all(painter ? target.pages.map(pageImage).filter((image) => !image.pixels).map((image) =>
  painter.add(image.path, new Blob([bytesOf(given.pictures[image.path])]))) : []);

function startPainter() {
  if (scale === null) return null;
  try {
    return new Painter(game, scale);
  } catch (error) {
    trouble = `Pets cannot be drawn: ${error.message}.`;
    return null;
  }
}

/** What to draw for a look, back to front; null where art is missing. */
function stepsOf(look, animation = '', frame = 0) {
  try {
    return game.drawList(look, { animation: animation || null, frame, scale: scale ?? 1 });
  } catch {
    return null;
  }
}

/** Draws a moment of a look; the canvas stays as it is where art is missing. */
async function paint(canvas, look, animation, frame) {
  await areReady;
  const steps = stepsOf(look, animation, frame);
  if (painter && steps) painter.draw(canvas, steps);
}

/** The animations of a look by name; none where it has no art. */
function animationsOf(look) {
  try {
    return game.animations(look);
  } catch {
    return {};
  }
}
function frameCount(look, animation) {
  try {
    return Math.max(1, game.frameCount(look, animation || null));
  } catch {
    return 1;
  }
}

/** The art that a step of a look's draw list shows. */
const artOf = (look, step) => (step.item ? itemByID.get(step.item) : speciesByID.get(look.species)).art
  .find((art) => art.species === look.species && art.frames.includes(step.frame));
/** The art that a look shows of an item, or of the undressed pet. */
function shownArt(look, id = null) {
  const own = (id ? itemByID.get(id) : speciesByID.get(look.species)).art.filter((art) => art.species === look.species);
  const step = stepsOf(look)?.find((step) => step.item === id);
  return (step && artOf(look, step)) ?? own[0] ?? null;
}

/** Draws pictures only when they come into sight. */
const sight = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    sight.unobserve(entry.target);
    /** @type {any} */ (entry.target).drawNow();
  }
}, { rootMargin: '300px' });

/** A picture of a moment of a look, drawn when it is seen. */
function picture(look, label, animation = '', frame = 0) {
  const canvas = h('canvas', { width: area.width * (scale ?? 1), height: area.height * (scale ?? 1), role: 'img', 'aria-label': label });
  canvas.drawNow = () => paint(canvas, look, animation, frame);
  sight.observe(canvas);
  return canvas;
}

/** A look of one thing: an item worn alone, or without an item the undressed pet. */
const lookWith = (species, item, axes = {}) => ({
  species, axes, base: item?.equipStyle === 'replaceSprite' ? item.id : null, overlays: item?.equipStyle === 'overlay' ? [item.id] : [],
});
