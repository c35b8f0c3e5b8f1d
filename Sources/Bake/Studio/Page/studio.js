// Kiln Studio: what is worn, what is asked of the studio, and what it answers.

import { addColors } from './colors-view.js';
import { addCoverage } from './coverage-view.js';
import { addCutting } from './cutting-table.js';
import { takeFiles } from './drop.js';
import { addKeying } from './key-bench.js';
import { byID, press } from './page.js';
import { addPages } from './pages-view.js';
import { fill, showAxes, showDiff, showNumbers, showOverlays, showPlacement, showProblems, showTray } from './panels.js';
import { Stage, scaleFor, zooms } from './stage.js';
import { addView, isOpen, openView, showView, startViews } from './views.js';

/** The token stays in a cookie that scripts cannot read. */
history.replaceState(null, '', `/${location.hash}`);

const worn = { species: '', base: '', /** @type {string[]} */ overlays: [], /** @type {Object<string, string>} */ axes: {} };
let frame = 0, zoom = 0, reach = 'item', sized = 0;
/** @type {any} */ let state = {};
/** @type {any} */ let view = null;
// What drawing found, and what looking at the pictures found afterwards.
/** @type {Object[][]} */ const found = [[], []];

const stage = new Stage(byID('board'), {
  select: (item, part) => select(item, part),
  moving: (item, step) => {
    const placement = placementOf(item);
    if (placement) showNumbers({ ...placement, offset: placement.offset.map((own, index) => tidy(own + step[index])) });
  },
  sizing: (item, factor) => {
    const placement = placementOf(item);
    const size = placement?.size?.map((side) => Math.round(side * factor));
    if (size) showNumbers({ ...placement, size });
    else if (placement) showNumbers({ ...placement, scale: Math.round(placement.scale * factor * 100) / 100 });
  },
  restore: () => showNumbers(placementOf(stage.selected)),
  turning: (item, rotation) => showNumbers({ ...placementOf(item), rotation }),
  move: (item, by, isFine) => edit('move', item, { by, fine: isFine ? 1 : 0 }),
  resize: (item, factor) => edit('resize', item, { factor }),
  turn: (item, rotation) => edit('place', item, { member: 'rotation', value: [rotation] }),
  pivot: (item, by) => edit('pivot', item, { by }),
  anchor: (anchor, cell, to) => ask('anchor', { anchor, cell, to: to.map(tidy) }),
});

/** @param {number} value @returns {number} without the noise of binary fractions */
const tidy = (value) => Math.round(value * 1000) / 1000;

/** @param {?string} item @returns {Object} the layer of a worn item that was taken, or its first one */
function layerOf(item) {
  const own = view?.parts.filter((part) => part.item === item) ?? [];
  return own.find((part) => item === stage.selected && part.part === stage.part) ?? own[0];
}

/** @param {?string} item @returns {?Object} */
const placementOf = (item) => layerOf(item)?.placement ?? null;

/** Changes the placement of a worn item. @param {string} action @param {string} item @param {Object} request */
const edit = (action, item, request) => ask(action, { item, part: layerOf(item)?.part, reach, ...request });

/** Requests go one after another. */
let queue = Promise.resolve();

/** @param {string} action @param {Object} [request] @returns {Promise<any>} the answer, once it is shown */
function ask(action, request = {}) {
  // What the arrow keys did comes before.
  if (['undo', 'redo', 'diff', 'save'].includes(action)) stage.flush();
  const turn = queue.then(async () => {
    const look = { ...worn, base: worn.base || null, frame, scale: scaleFor(zoom || 1) };
    if (!look.species || !isOpen('room')) delete look.species;
    const start = performance.now();
    const response = await fetch(`/api/${action}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ look, ...request }),
    });
    if (!response.ok) throw new Error(await response.text());
    const answer = await response.json();
    state = answer.state;
    if (answer.view?.picture) view = answer.view;
    if (answer.view) found[0] = answer.view.problems;
    const text = answer.refusal || answer.notice;
    if (text || !['look', 'save'].includes(action)) say(text || '');
    greet();
    await show();
    document.body.dataset.milliseconds = String(Math.round(performance.now() - start));
    document.body.dataset.revision = state.revision;
    if (byID('autosave').checked && action !== 'save' && state.unsaved && !state.hasConflict) ask('save');
    return answer;
  });
  queue = turn.catch((error) => { say(error.message); stage.forget(); });
  return turn;
}

let isGreeted = false;
/** Says once that edits of an earlier session are there. */
function greet() {
  if (state.isTakenUp && !isGreeted) say('Your unsaved edits from last time are back. Undo removes them.');
  isGreeted = true;
}

let silence = 0;
/** @param {string} text */
function say(text) {
  byID('message').textContent = text;
  clearTimeout(silence);
  silence = setTimeout(() => { byID('message').textContent = ''; }, 9000);
}

/** The overlays that the species can wear. */
const overlays = () => state.items.filter((item) => item.isOverlay && item.fits.includes(worn.species)).map((item) => item.id);

/** Shows the answer. */
async function show() {
  document.title = `${state.unsaved ? '• ' : ''}${state.name ?? 'Kiln'} – Kiln Studio`;
  byID('name').textContent = state.name ?? state.path;
  byID('undo').disabled = !state.canUndo;
  byID('redo').disabled = !state.canRedo;
  byID('review').disabled = !state.unsaved;
  byID('review').textContent = state.unsaved ? `Save ${state.unsaved}…` : 'Saved';
  byID('conflict').hidden = !state.hasConflict;
  await showView();
}

/** Shows the dressing room, and asks again if the answer makes the page wear something else. */
async function showRoom() {
  showTray(state.tray, adopt);
  showProblems(problems(), fix);
  if (!state.species) return;
  const before = JSON.stringify(worn);
  const ids = state.species.map((species) => species.id);
  byID('board').classList.toggle('empty', ids.length === 0);
  if (!ids.includes(worn.species)) worn.species = ids[0] ?? '';
  const outfits = state.items.filter((item) => !item.isOverlay && item.fits.includes(worn.species)).map((item) => item.id);
  if (!outfits.includes(worn.base)) worn.base = '';
  worn.overlays = worn.overlays.filter((id) => overlays().includes(id));
  for (const [name, value] of Object.entries(worn.axes)) {
    if (!state.axes.some((axis) => axis.name === name && axis.values.includes(value))) delete worn.axes[name];
  }
  if (JSON.stringify(worn) !== before) ask('look');
  fill(byID('species'), ids.map((id) => [id, id]), worn.species);
  fill(byID('outfit'), [['', 'none'], ...outfits.map((id) => [id, id])], worn.base);
  showAxes(state.axes, worn.axes, (axis, value) => { worn.axes[axis] = value; ask('look'); });
  if (ids.length === 0) view = null;
  if (!view) return;
  stage.movable = new Set(worn.overlays);
  // Again once the canvas grew.
  const size = view.canvas.fullWidth * view.canvas.fullHeight, isLarger = size > sized;
  sized = size;
  if (!zoom || (isLarger && !fits(zoom))) return chooseZoom();
  byID('zoom').textContent = `${zoom < 1 ? { 0.5: '½', 0.25: '¼' }[zoom] : zoom}×`;
  byID('frame').textContent = `${frame + 1} / ${view.frames}`;
  byID('frames').hidden = view.frames < 2;
  showItems();
  await stage.show(view, zoom);
}

/** Errors come first. */
function problems() {
  const all = [...found.flat(), ...state.problems].filter((own) => own.id !== 'unused-asset');
  const once = new Map(all.map((own) => [own.message + own.place, own]));
  const order = ['error', 'warning', 'note'];
  return [...once.values()].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

/** The wardrobe and the numbers. */
function showItems() {
  if (!worn.overlays.includes(stage.selected)) stage.selected = null;
  const item = stage.selected, layer = layerOf(item), placement = placementOf(item);
  if (placement && placement.decider !== 'item') reach = placement.decider;
  stage.isForPart = reach === 'part';
  showOverlays(overlays(), worn.overlays, item, wear, (id) => select(id));
  showPlacement(item, placement, {
    species: worn.species, reach, hasParts: layer?.hasParts, anchors: view.anchors.map((own) => own.name),
  }, {
    reach: (own) => { reach = own; stage.isForPart = own === 'part'; stage.arrange(); },
    hang: (anchor) => edit('hang', item, { anchor }),
    place: (member, value) => edit('place', item, { member, value }),
  });
}

/** @param {?string} item @param {number} [part] which of its layers */
function select(item, part = stage.selected === item ? stage.part : layerOf(item)?.part) {
  if (stage.selected === item && stage.part === part) return;
  // What the arrow keys did is for the item before.
  stage.flush();
  reach = 'item';
  Object.assign(stage, { selected: item, part });
  showItems();
  stage.arrange();
}

/** @param {string} id @param {boolean} isOn */
async function wear(id, isOn) {
  worn.overlays = overlays().filter((own) => (own === id ? isOn : worn.overlays.includes(own)));
  await ask('look');
  select(isOn ? id : null);
}

/** Adds a file to the catalog, and puts on what it became. @param {string} file @param {string} kind */
async function adopt(file, kind) {
  const known = new Set(overlays());
  await ask('adopt', { file, as: kind || null });
  for (const id of overlays().filter((own) => !known.has(own))) await wear(id, true);
}

/** @param {string} message */
const fix = (message) => ask('fix', { message });

let beat = 0;
/** Shows frame after frame, as fast as the animation and the studio allow. */
async function play() {
  const start = performance.now();
  await changeFrame(1);
  if (beat && view) beat = setTimeout(play, Math.max(0, 1000 / (view.fps || 8) - (performance.now() - start)));
}

/** @param {number} own @returns {boolean} whether all of the canvas is seen at a zoom */
function fits(own) {
  const board = byID('board'), { fullWidth, fullHeight } = view.canvas;
  return fullWidth * own + 28 <= board.clientWidth && fullHeight * own + 28 <= Math.max(board.clientHeight, 320);
}

/** The largest whole zoom that fits. */
function chooseZoom() {
  zoom = [...zooms].reverse().find(fits) ?? zooms[0];
  return void ask('look');
}

/** @param {number} step */
function changeZoom(step) {
  const next = zooms[zooms.indexOf(zoom) + step];
  if (next) { zoom = next; ask('look'); }
}

/** @param {number} step */
function changeFrame(step) {
  if (!view) return undefined;
  frame = (frame + step + view.frames) % view.frames;
  return ask('look');
}

async function review() {
  if (byID('diff').open) return;
  if (!state.unsaved) return say('Everything is saved.');
  const answer = await ask('diff');
  showDiff(answer.diff);
  byID('diff').showModal();
  byID('save').focus();
}

byID('species').addEventListener('change', (event) => { worn.species = event.target.value; frame = 0; ask('look'); });
byID('outfit').addEventListener('change', (event) => { worn.base = event.target.value; frame = 0; ask('look'); });
byID('before').addEventListener('click', () => changeFrame(-1));
byID('after').addEventListener('click', () => changeFrame(1));
byID('play').addEventListener('click', () => {
  clearTimeout(beat);
  beat = beat ? 0 : setTimeout(play);
  press(byID('play'), beat !== 0);
});
byID('smaller').addEventListener('click', () => changeZoom(-1));
byID('larger').addEventListener('click', () => changeZoom(1));
byID('grounds').addEventListener('click', ({ target }) => {
  if (!target.dataset.ground) return;
  byID('board').dataset.ground = target.dataset.ground;
  for (const button of byID('grounds').children) press(button, button === target);
});
for (const action of ['undo', 'redo', 'reload', 'keep']) byID(action).addEventListener('click', () => ask(action));
byID('review').addEventListener('click', review);
byID('diff').addEventListener('close', () => byID('diff').returnValue === 'save' && ask('save'));
document.addEventListener('keydown', (event) => {
  if (!(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase();
  if (key === 's') { event.preventDefault(); review(); }
  if (/** @type {Element} */ (event.target).matches('input:not([type=checkbox], [type=radio], [type=range])')) return;
  if (key === 'z' || key === 'y') {
    event.preventDefault();
    ask(key === 'y' || event.shiftKey ? 'redo' : 'undo');
  }
});

const events = new EventSource('/events');
// Another page's edits, and files that changed; not what this page was answered already.
events.addEventListener('changed', (event) => queue.then(() => {
  if (Number(event.data) !== state.revision) ask('look');
}));
events.addEventListener('baked', (event) => say(JSON.parse(event.data)));
events.addEventListener('problems', (event) => { found[1] = JSON.parse(event.data); showProblems(problems(), fix); });
events.addEventListener('open', () => { byID('gone').hidden = true; });
events.addEventListener('error', () => {
  byID('gone').hidden = false;
  byID('gone').firstElementChild.textContent = 'The studio has stopped. Start kiln studio again and open its address.';
});
addView('room', { open: () => ask('look'), show: showRoom });
for (const [id, member] of [['onion', 'showsBefore'], ['anchored', 'showsAnchors'], ['pivoted', 'showsPivot']]) {
  byID(id).addEventListener('click', () => {
    stage[member] = !stage[member];
    press(byID(id), stage[member]);
    stage.arrange();
  });
}
byID('new-axis').addEventListener('submit', async (event) => {
  event.preventDefault();
  const [name, value] = ['new-axis-name', 'new-axis-value'].map((id) => byID(id).value.trim());
  const answer = await ask('axis', { name, value });
  if (answer.refusal) return;
  worn.axes[name] = value;
  byID('new-axis-value').value = '';
  ask('look').then(() => say(answer.notice));
});
byID('autosave').addEventListener('change', () => ask('look'));
takeFiles(say, () => ask('look'));
const session = { ask, state: () => state };
addKeying(session);
addCutting(session);
addCoverage(session, (species, item) => {
  const isOverlay = state.items.find((own) => own.id === item)?.isOverlay;
  Object.assign(worn, { species, base: item && !isOverlay ? item : '', overlays: isOverlay ? [item] : [], axes: {} });
  frame = 0;
  openView('room');
});
addColors(session);
addPages(session, events);
startViews();
