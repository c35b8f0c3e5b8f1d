// The dressing room: one pet, dressed as wished, moving.
const player = { isPlaying: false, since: 0, first: 0, request: 0 };

const animationOf = (look) => animationsOf(look)[state.animation];
const frameCount = (look) => Math.max(1, posesOf(look, state.animation).length);

function commandFor(look) {
  const words = ['kiln preview', `--species ${look.species}`];
  if (look.base) words.push(`--base ${look.base}`);
  for (const id of look.overlays) words.push(`--overlay ${id}`);
  for (const [name, value] of Object.entries(look.axes)) words.push(`--axis ${name}=${value}`);
  if (state.animation) words.push(`--animation ${state.animation}`);
  return words.join(' ');
}

/** Anchors and trim boxes of what is drawn, in points. */
function marks(look) {
  const { width, height } = manifest.canvas;
  const svg = h('svg', { viewBox: `${area.x} ${area.y} ${area.width} ${area.height}`, class: state.marks ? 'on' : '', 'aria-hidden': 'true' },
    h('rect', { class: 'canvas', x: 0, y: 0, width, height }));
  const letters = Math.max(4, 11 / state.zoom);
  const label = (x, y, text) => h('text', { x, y, 'font-size': letters }, text);
  for (const step of drawList(look, state.animation, state.frame, 1)) {
    svg.append(h('rect', { x: step.x, y: step.y, width: step.width, height: step.height }), label(step.x + 1, step.y + letters, step.item ?? step.asset));
  }
  const { cell } = poseOf(look, state.animation, state.frame);
  for (const [name, places] of Object.entries(speciesByID.get(look.species)?.anchors ?? {})) {
    const place = places[cell % places.length];
    svg.append(h('circle', { cx: place.x, cy: place.y, r: 4 / state.zoom }), label(place.x + 6 / state.zoom, place.y + 3 / state.zoom, name));
  }
  return svg;
}

async function drawStage() {
  const canvas = $('#stage');
  if (!canvas) return;
  const look = currentLook();
  const request = (player.request += 1);
  const data = await drawnLook(look, state.animation, state.frame, state.scale);
  if (request !== player.request || !canvas.isConnected) return;
  show(canvas, data);
  const { width, height } = area;
  Object.assign(canvas.style, { width: `${width * state.zoom}px`, height: `${height * state.zoom}px` });
  $('.figure svg')?.remove();
  canvas.after(marks(look));
  const count = frameCount(look);
  const frame = (state.frame % count + count) % count;
  $('#frame').textContent = `${frame + 1} / ${count}`;
  [...$('#film').children].forEach((button, index) => button.setAttribute('aria-pressed', String(index === frame)));
  canvas.setAttribute('aria-label', `${commandFor(look)}, frame ${frame + 1} of ${count}`);
}

/** All frames of what is played, small, to jump to. */
function film(look) {
  return h('div', { class: 'film', id: 'film', role: 'group', 'aria-label': 'Frames' }, Array.from({ length: Math.min(frameCount(look), 64) }, (_, frame) => {
    const canvas = h('canvas', { width: area.width, height: area.height });
    canvas.drawNow = async () => show(canvas, await drawnLook(look, state.animation, frame, scales[0]));
    sight.observe(canvas);
    return h('button', { type: 'button', class: state.backdrop, 'aria-label': `Frame ${frame + 1}`, onclick: () => { play(false); go({ frame }); } }, canvas);
  }));
}

function play(isPlaying) {
  player.isPlaying = isPlaying;
  player.since = performance.now();
  player.first = state.frame;
  const button = $('#play');
  if (button) {
    button.textContent = isPlaying ? '❚❚' : '▶';
    button.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play');
  }
  if (isPlaying) requestAnimationFrame(tick);
}

/** Which frame is shown so many milliseconds after `first` began; counts on over the end. */
function frameAfter(animation, first, elapsed) {
  const durations = animation?.durations;
  if (!durations) return first + Math.floor(elapsed / 1000 * (animation?.fps ?? 6));
  const count = durations.length;
  const whole = durations.reduce((sum, duration) => sum + duration, 0);
  const rounds = Math.max(0, Math.floor(elapsed / whole));
  let [frame, rest] = [first + rounds * count, elapsed - rounds * whole];
  for (let left = count; left > 0; left -= 1) {
    rest -= durations[(frame % count + count) % count];
    if (rest < 0) break;
    frame += 1;
  }
  return frame;
}

function tick(now) {
  if (!player.isPlaying || state.view !== 'room') return;
  const animation = animationOf(currentLook());
  const count = frameCount(currentLook());
  const frame = frameAfter(animation, player.first, now - player.since);
  if (animation && !animation.loop && frame >= count) {
    state.frame = count - 1;
    drawStage();
    play(false);
    return;
  }
  if (frame % count !== state.frame) {
    state.frame = frame % count;
    drawStage();
  }
  requestAnimationFrame(tick);
}

function step(by) {
  play(false);
  const count = frameCount(currentLook());
  go({ frame: (state.frame + by + count) % count });
}

/** What is worn too much of its slots, the oldest of each; an outfit is older than overlays. */
function overfull(worn, newest) {
  const counts = new Map();
  return new Set([newest, ...worn.filter((id) => id !== newest).reverse()].filter((id) => {
    const slot = itemByID.get(id)?.slot;
    if (slot === undefined) return false;
    counts.set(slot, (counts.get(slot) ?? 0) + 1);
    return counts.get(slot) > (slotByID.get(slot)?.max ?? 1);
  }));
}

/** Changes what is worn; `newest` was just put on. */
function dress(changes, newest = null) {
  const next = { ...state, ...changes };
  const look = { species: next.species, base: next.base || null, overlays: next.wear, axes: next.axes };
  // What the new pet cannot wear falls off, and what newer items leave no room for.
  if (look.base && !artFor(itemByID.get(look.base).art, look)) changes.base = '';
  changes.wear = next.wear.filter((id) => artFor(itemByID.get(id).art, look));
  const excess = overfull([changes.base ?? next.base, ...changes.wear].filter(Boolean), newest);
  if (excess.has(changes.base ?? next.base)) changes.base = '';
  changes.wear = changes.wear.filter((id) => !excess.has(id));
  const animations = animationsOf({ ...look, base: (changes.base ?? next.base) || null });
  if (state.animation && !animations[state.animation]) changes.animation = '';
  go(changes);
}

function option(kind, name, value, text, isChecked, isPossible, choose, title) {
  return h('label', { class: isPossible ? '' : 'off', title },
    h('input', { type: kind, name, value, checked: isChecked, disabled: !isPossible, onchange: choose }), text, value ? h('span', { class: 'id' }, value) : null);
}
/** What an item's slot says to people; nothing without a slot. */
function slotOf(item) {
  const slot = item.slot === undefined ? null : slotByID.get(item.slot) ?? { name: item.slot, max: 1 };
  return slot && `${slot.name}: at most ${slot.max} at once`;
}

function wardrobePanel() {
  const look = currentLook();
  const can = (item) => artFor(item.art, look) !== null;
  const outfits = manifest.items.filter((item) => item.equipStyle === 'replaceSprite');
  const overlays = manifest.items.filter((item) => item.equipStyle === 'overlay');
  const toggle = (id) => state.wear.includes(id) ? state.wear.filter((other) => other !== id) : [...state.wear, id];
  return h('div', { class: 'card panel' },
    h('fieldset', {}, h('legend', {}, 'Species'), h('div', { class: 'options' }, manifest.species.map((species) =>
      option('radio', 'species', species.id, species.name, species.id === state.species, true, () => dress({ species: species.id }))))),
    manifest.axes.map((axis) => h('label', { class: 'field' }, axis.name, h('select', { onchange: (event) => dress({ axes: { ...state.axes, [axis.name]: event.target.value } }) },
      axis.values.map((value, index) => h('option', { value, selected: (state.axes[axis.name] ?? standardOf(axis)) === value }, axis.details?.[value]?.name ?? value))))),
    h('fieldset', {}, h('legend', {}, 'Outfit (one at a time)'), h('div', { class: 'options' },
      option('radio', 'base', '', 'None', !state.base, true, () => dress({ base: '' })),
      outfits.map((item) => option('radio', 'base', item.id, item.name, item.id === state.base, can(item), () => dress({ base: item.id }, item.id), slotOf(item))))),
    h('fieldset', {}, h('legend', {}, manifest.slots ? 'Overlays' : 'Overlays (as many as you like)'), h('div', { class: 'options' },
      overlays.map((item) => option('checkbox', 'wear', item.id, item.name, state.wear.includes(item.id), can(item), () => dress({ wear: toggle(item.id) }, state.wear.includes(item.id) ? null : item.id), slotOf(item))))));
}

function layerTable(look) {
  const level = (step) => given.coverage.find((cell) => cell.species === look.species && (cell.item ?? null) === step.item && cell.asset === step.asset);
  return h('div', { class: 'card panel' }, h('h3', {}, 'What is drawn, front to back'),
    h('ol', { class: 'layers' }, drawList(look, state.animation, state.frame, scales[0] ?? 1).reverse().map((step) => h('li', {},
      h('b', {}, itemByID.get(step.item)?.name ?? speciesByID.get(look.species)?.name ?? look.species), h('span', { class: 'z' }, `z ${step.z}`),
      h('div', {}, copyButton(step.frame), ' ', badgeFor(findingsFor(step.asset))),
      level(step) ? h('div', { class: 'where' }, `found as ${level(step).template}`) : null))));
}

views.push({
  id: 'room', name: 'Dressing room',
  render(root) {
    const look = currentLook();
    const animations = Object.keys(animationsOf(look));
    const button = (id, label, text, run) => h('button', { class: 'icon', id, type: 'button', 'aria-label': label, title: label, onclick: run }, text);
    root.append(h('div', { class: 'room' },
      h('section', { class: 'card stage', 'aria-label': 'The pet' },
        h('div', { class: `view ${state.backdrop}`, tabindex: 0, role: 'group', 'aria-label': 'Stage; shows anchors and trim boxes while the pointer is here' },
          h('div', { class: 'figure' }, h('canvas', { id: 'stage', role: 'img' }))),
        h('div', { class: 'bar' }, button('back', 'One frame back', '‹', () => step(-1)), button('play', 'Play', '▶', () => play(!player.isPlaying)),
          button('forth', 'One frame on', '›', () => step(1)), h('span', { class: 'mono', id: 'frame' }, ''),
          h('label', { class: 'field' }, 'Animation', h('select', { id: 'animation', onchange: (event) => go({ animation: event.target.value, frame: 0 }) },
            h('option', { value: '' }, 'all frames'), animations.map((name) => h('option', { value: name, selected: name === state.animation }, name)))),
          choice('Zoom', zooms.map((zoom) => [zoom, `${zoom}×`]), state.zoom, (zoom) => go({ zoom })), backdropChoice()),
        h('div', { class: 'bar' },
          scales.length > 1 ? h('label', { class: 'field' }, 'Pixels', h('select', { onchange: (event) => go({ scale: Number(event.target.value) }) },
            scales.map((scale) => h('option', { value: scale, selected: scale === state.scale }, `@${scale}x`)))) : null,
          h('label', { class: 'field' }, h('input', { type: 'checkbox', checked: state.marks, onchange: (event) => go({ marks: event.target.checked }) }), 'Anchors and trim boxes'),
          h('button', { type: 'button', onclick: () => copyText(commandFor(currentLook())) }, 'Copy command'),
          h('button', { type: 'button', onclick: () => copyText(location.href) }, 'Copy link')),
        frameCount(look) > 1 ? film(look) : h('div', { id: 'film' })),
      h('div', {}, wardrobePanel(), layerTable(look))));
    drawStage();
    if (player.isPlaying) play(true);
  },
  keys: { ' ': () => play(!player.isPlaying), ArrowLeft: () => step(-1), ArrowRight: () => step(1), m: () => go({ marks: !state.marks }) },
});
