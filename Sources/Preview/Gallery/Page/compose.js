// A look to pixels, as a game does it with the manifest and the pages, and as the tool does it:
// premultiplied, source-over, every division by 255 rounded to nearest.
const by255 = (value) => (value + 127) / 255 | 0;

/** The scales whose pages are all here. */
const scales = manifest.targets.length === 0 ? [] : manifest.targets[0].scales.filter((scale) =>
  manifest.targets[0].pages.every((page) => page.images.some((image) => image.scale === scale && image.path in given.pictures)));
const target = manifest.targets[0];
/** What is shown, in points: the canvas and the bleed around it. */
const bleed = { top: 0, right: 0, bottom: 0, left: 0, ...manifest.canvas.bleed };
const area = { x: -bleed.left, y: -bleed.top, width: bleed.left + manifest.canvas.width + bleed.right, height: bleed.top + manifest.canvas.height + bleed.bottom };

function artFor(candidates, look) {
  let best = null;
  for (const art of candidates) {
    const fits = art.species === look.species && Object.entries(art.axes).every(([name, value]) => {
      const axis = manifest.axes.find((axis) => axis.name === name);
      return (look.axes[name] ?? axis?.values[0]) === value;
    });
    if (fits && (!best || Object.keys(art.axes).length > Object.keys(best.axes).length)) best = art;
  }
  return best;
}
const itemByID = new Map(manifest.items.map((item) => [item.id, item]));
const speciesByID = new Map(manifest.species.map((species) => [species.id, species]));
const slotByID = new Map((manifest.slots ?? []).map((slot) => [slot.id, slot]));
const baseArt = (look) => look.base
  ? artFor(itemByID.get(look.base)?.art ?? [], look) : artFor(speciesByID.get(look.species)?.art ?? [], look);

/** The layers of a look, back to front; what has no art is left out. */
function layersOf(look) {
  const layers = [];
  const base = baseArt(look);
  if (base) layers.push({ art: base, item: look.base ?? null, depth: 0, isBase: true });
  for (const item of manifest.items) {
    if (item.equipStyle !== 'overlay' || !look.overlays.includes(item.id)) continue;
    const art = artFor(item.art, look);
    if (art) layers.push({ art, item: item.id, depth: art.z, isBase: false });
  }
  return layers.sort((a, b) => a.depth - b.depth);
}

function cellOf(art, animation, frame) {
  const cells = art?.animations[animation]?.frames ?? art?.frames.map((_, index) => index) ?? [0];
  return cells[(frame % cells.length + cells.length) % cells.length];
}

function drawList(look, animation, frame, scale) {
  const cell = cellOf(baseArt(look), animation, frame);
  const steps = [];
  for (const layer of layersOf(look)) {
    const name = layer.art.frames[cell % layer.art.frames.length];
    const placed = target.frames[name];
    if (!placed || placed.width === 0 || placed.height === 0) continue;
    const image = target.pages[placed.page].images.find((image) => image.scale === scale);
    const origin = layer.art.origins[cell % layer.art.origins.length];
    steps.push({
      image, item: layer.item, asset: layer.art.asset, frame: name, z: layer.depth, isRotated: placed.rotated, page: placed.page,
      sx: placed.x * scale, sy: placed.y * scale, width: placed.width * scale, height: placed.height * scale,
      x: Math.floor(origin.x * scale + 0.5) + placed.trimX * scale, y: Math.floor(origin.y * scale + 0.5) + placed.trimY * scale,
    });
  }
  return steps;
}

/** Draws a look; premultiplied RGBA. */
async function compose(look, animation, frame, scale) {
  const width = area.width * scale;
  const height = area.height * scale;
  const out = new Uint8ClampedArray(width * height * 4);
  for (const step of drawList(look, animation, frame, scale)) {
    const page = await pagePicture(step.image.path);
    const left = step.x - area.x * scale;
    const top = step.y - area.y * scale;
    for (let y = Math.max(0, -top); y < step.height && y + top < height; y += 1) {
      for (let x = Math.max(0, -left); x < step.width && x + left < width; x += 1) {
        // A turned picture lies on the page turned clockwise.
        const px = step.sx + (step.isRotated ? step.height - 1 - y : x);
        const py = step.sy + (step.isRotated ? x : y);
        const from = (py * page.width + px) * 4;
        const alpha = page.rgba[from + 3];
        if (alpha === 0) continue;
        const to = ((y + top) * width + x + left) * 4;
        const rest = 255 - alpha;
        for (let c = 0; c < 3; c += 1) {
          const color = step.image.premultiplied ? page.rgba[from + c] : by255(page.rgba[from + c] * alpha);
          out[to + c] = color + by255(out[to + c] * rest);
        }
        out[to + 3] = alpha + by255(out[to + 3] * rest);
      }
    }
  }
  return { width, height, rgba: out };
}

/** Premultiplied to the straight pixels that a canvas takes. */
function imageData(picture) {
  const data = new ImageData(picture.width, picture.height);
  for (let i = 0; i < picture.rgba.length; i += 4) {
    const alpha = picture.rgba[i + 3];
    if (alpha === 0) continue;
    for (let c = 0; c < 3; c += 1) data.data[i + c] = Math.min(255, ((picture.rgba[i + c] * 255 + (alpha >> 1)) / alpha) | 0);
    data.data[i + 3] = alpha;
  }
  return data;
}

const drawn = new Map();
/** A drawn look, kept for the next time. */
function drawnLook(look, animation, frame, scale) {
  const key = JSON.stringify([look.species, look.base, look.overlays, look.axes, animation, cellOf(baseArt(look), animation, frame), scale]);
  if (!drawn.has(key)) {
    if (drawn.size > 160) drawn.delete(drawn.keys().next().value);
    drawn.set(key, compose(look, animation, frame, scale).then(imageData));
  }
  return drawn.get(key);
}

function show(canvas, data) {
  canvas.width = data.width;
  canvas.height = data.height;
  canvas.getContext('2d').putImageData(data, 0, 0);
}
