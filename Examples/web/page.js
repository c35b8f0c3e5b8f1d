// The page around kiln.js: buttons that dress a pet, and the clock that moves it.
//
// `?manifest=PATH` names another manifest, `?target=ID` another target of it, `?scale=N` another scale
// than the display's. With `?watch=PORT` the page shows each bake of `kiln studio --bake DIR --port PORT`
// or `kiln bake --watch --port PORT`. What is worn stands behind `#` in the address, so that a link shows
// the same pet.
import { Game, Painter, frameAt, watchForBakes } from './kiln.js';

const $ = (id) => document.getElementById(id);
const query = new URLSearchParams(location.search);
const isCalm = matchMedia('(prefers-reduced-motion: reduce)');

let game, painter;
const state = { look: null, animation: null, frame: 0, background: null, isPlaying: false };
let started = 0;

// MARK: What is worn

/** The look that the address names, as far as there still is art for it. */
function saved() {
  try {
    const look = JSON.parse(decodeURIComponent(location.hash.slice(1)));
    return game.wearable({ overlays: [], axes: {}, ...look });
  } catch {
    return null;
  }
}

/** Shows a look; its animation goes on where the new one has it. */
function wear(look) {
  state.look = game.wearable(look);
  const names = Object.keys(game.animations(state.look));
  if (!names.includes(state.animation)) start(names.includes('idle') ? 'idle' : names[0] ?? null);
  history.replaceState(null, '', `#${encodeURIComponent(JSON.stringify(state.look))}`);
  showWardrobe();
  showPet();
}

/** A row of buttons, of which some are pressed. */
function choice(label, options) {
  const fieldset = document.createElement('fieldset');
  const legend = document.createElement('legend');
  const row = document.createElement('div');
  legend.textContent = label;
  for (const { text, isOn, isOff = false, run } of options) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = text;
    button.setAttribute('aria-pressed', isOn);
    button.disabled = isOff;
    button.addEventListener('click', run);
    row.append(button);
  }
  fieldset.append(legend, row);
  return fieldset;
}

/** The images that the target's pages hold. */
const images = () => (game.manifest.images ?? []).filter((image) => image.frames.every((frame) => frame in game.target.frames));

function showWardrobe() {
  const { manifest } = game;
  const { look } = state;
  // Redrawing must not take the keyboard's place away.
  const buttons = () => [...$('wardrobe').querySelectorAll('button')];
  const place = buttons().findIndex((button) => button === document.activeElement);
  const names = new Map((manifest.slots ?? []).map((slot) => [slot.id, slot.name]));
  const item = (one) => ({
    text: one.name, isOn: game.wears(look, one.id), isOff: !game.canWear(look, one.id), run: () => wear(game.toggle(look, one.id)),
  });
  const overlays = manifest.items.filter((one) => one.equipStyle === 'overlay');
  const slots = [...new Set(overlays.map((one) => one.slot))];
  const rows = [
    choice('Species', manifest.species.map((one) => ({
      text: one.name, isOn: one.id === look.species, run: () => wear({ ...look, species: one.id }),
    }))),
    choice('Outfit', manifest.items.filter((one) => one.equipStyle === 'replaceSprite').map(item)),
    ...slots.map((slot) => choice(names.get(slot) ?? 'Overlays', overlays.filter((one) => one.slot === slot).map(item))),
    ...manifest.axes.map((axis) => choice(axis.name, axis.values.map((value) => ({
      text: axis.details?.[value]?.name ?? value, isOn: (look.axes[axis.name] ?? axis.default ?? axis.values[0]) === value,
      run: () => wear({ ...look, axes: { ...look.axes, [axis.name]: value } }),
    })))),
    choice('Animation', Object.keys(game.animations(look)).sort().map((name) => ({
      text: name, isOn: name === state.animation, run: () => { start(name); showWardrobe(); showPet(); },
    }))),
    choice('Background', images().map((image) => ({
      text: image.name, isOn: image.id === state.background,
      run: () => { state.background = image.id === state.background ? null : image.id; showWardrobe(); showPet(); },
    }))),
    choice('Looks', manifest.looks.map((named) => ({ text: named.id, isOn: false, run: () => {
      state.background = images().find((image) => image.id === named.background)?.id ?? null;
      wear(game.namedLook(named.id));
    } }))),
  ];
  $('wardrobe').replaceChildren(...rows.filter((row) => row.querySelector('button')));
  if (place >= 0) buttons()[place]?.focus();
  const worn = [look.base, ...look.overlays].filter(Boolean).map((id) => game.item(id).name);
  const species = manifest.species.find((one) => one.id === look.species).name;
  $('worn').textContent = `${species}${worn.length ? `, wearing ${worn.join(', ')}` : ', as it is'}`;
  $('pet').setAttribute('aria-label', $('worn').textContent);
}

// MARK: What moves

function start(animation) {
  Object.assign(state, { animation, frame: 0 });
  started = performance.now();
}

const steps = () => game.animations(state.look)[state.animation]?.frames.length ?? 1;

function showPet() {
  const { look, animation, frame, background } = state;
  const { scale } = painter;
  painter.draw($('pet'), game.drawList(look, { animation, frame, scale }));
  // As many points on every display, however many pixels a point has.
  $('pet').style.width = `${game.area.width}px`;
  $('room').hidden = background === null;
  if (background !== null) {
    const { width, height } = game.manifest.images.find((image) => image.id === background);
    painter.draw($('room'), game.imageDrawList(background, { scale }), { x: 0, y: 0, width, height });
  }
  $('frame').textContent = `frame ${frame + 1} of ${steps()}`;
}

function tick(now) {
  if (!state.isPlaying) return;
  const animation = game.animations(state.look)[state.animation];
  const frame = animation ? frameAt(animation, (now - started) / 1000) : 0;
  if (frame !== state.frame) {
    state.frame = frame;
    showPet();
  }
  requestAnimationFrame(tick);
}

function play(isPlaying = true) {
  state.isPlaying = isPlaying;
  started = performance.now();
  $('play').setAttribute('aria-pressed', String(isPlaying));
  if (isPlaying) requestAnimationFrame(tick);
}

function step(by) {
  play(false);
  state.frame = (state.frame + by + steps()) % steps();
  showPet();
}

$('play').addEventListener('click', () => play(!state.isPlaying));
$('back').addEventListener('click', () => step(-1));
$('on').addEventListener('click', () => step(1));
isCalm.addEventListener('change', () => { if (isCalm.matches) play(false); });
document.addEventListener('keydown', (event) => {
  // Buttons keep the space bar, which presses them; nothing of the browser's is taken away.
  if (event.ctrlKey || event.metaKey || event.altKey || (event.key === ' ' && /** @type {Element} */ (event.target).matches('button'))) return;
  const run = { ' ': () => play(!state.isPlaying), ArrowLeft: () => step(-1), ArrowRight: () => step(1) }[event.key];
  if (!run || !painter) return;
  event.preventDefault();
  run();
});

// For tests and curious people: any moment, straight RGBA as base64, at any scale of the target.
const painters = new Map();
const player = {
  frameAt,
  get game() { return game; },
  async picture(look, animation = null, frame = 0, scale = 1) {
    const list = game.drawList({ base: null, overlays: [], axes: {}, ...look }, { animation, frame, scale });
    return pixels(list, scale);
  },
  async image(id, animation = null, frame = 0, scale = 1) {
    const { width, height } = game.manifest.images.find((image) => image.id === id);
    return pixels(game.imageDrawList(id, { animation, frame, scale }), scale, { x: 0, y: 0, width, height });
  },
};

async function pixels(list, scale, area) {
  if (!painters.has(scale)) painters.set(scale, new Painter(game, scale));
  const canvas = document.createElement('canvas');
  await painters.get(scale).load(list);
  painters.get(scale).draw(canvas, list, area);
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(''));
}

// MARK: The beginning

const loadGame = (cache) => Game.load(query.get('manifest') ?? 'bake/manifest.json', { target: query.get('target') ?? undefined, cache });

/** Shows another bake. */
async function reload() {
  const next = await loadGame('no-cache');
  await painter.reload(next);
  game = next;
  painters.clear();
  const { species } = game.manifest;
  wear(species.some((one) => one.id === state.look.species) ? state.look : game.look(species[0].id));
  state.frame %= steps();
}

try {
  game = await loadGame();
  painter = new Painter(game, Number(query.get('scale')) || game.scaleFor(devicePixelRatio));
  await painter.load();
  document.title = $('title').textContent = `${game.manifest.name}: dress a pet`;
  if (!game.manifest.species.length) throw new Error(`"${game.manifest.name}" has no pets to dress`);
  wear(saved() ?? game.look(game.manifest.species[0].id));
  addEventListener('hashchange', () => wear(saved() ?? state.look));
  // Nobody who asked the system for less motion gets it unasked.
  if (!isCalm.matches) play();
  if (query.has('watch')) watchForBakes(`http://127.0.0.1:${Number(query.get('watch'))}/baked`, reload);
  Object.assign(window, { player });
} catch (error) {
  $('problem').hidden = false;
  $('problem').textContent = error.message;
}
