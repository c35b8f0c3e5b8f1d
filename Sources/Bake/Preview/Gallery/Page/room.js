// The dressing room: one pet, dressed as wished, moving.
const player = { isPlaying: false, since: 0 };

/** What is played: an animation, or all frames of the sheet. */
const clipOf = (look) => animationsOf(look)[state.animation] ?? { frames: Array.from({ length: frameCount(look) }), fps: 6, loop: true };
const countOf = (look) => frameCount(look, state.animation);

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
  const steps = stepsOf(look, state.animation, state.frame);
  if (!steps) return svg;
  for (const step of steps) {
    const [x, y, across, down] = [step.x, step.y, step.width, step.height].map((side) => side / (scale ?? 1));
    svg.append(h('rect', { x, y, width: across, height: down }), label(x + 1, y + letters, step.item ?? step.frame));
  }
  for (const [name, place] of Object.entries(game.anchors(look, { animation: state.animation || null, frame: state.frame }))) {
    svg.append(h('circle', { cx: place.x, cy: place.y, r: 4 / state.zoom }), label(place.x + 6 / state.zoom, place.y + 3 / state.zoom, name));
  }
  return svg;
}

function drawStage() {
  const canvas = $('#stage');
  if (!canvas) return;
  const look = currentLook();
  paint(canvas, look, state.animation, state.frame);
  const { width, height } = area;
  Object.assign(canvas.style, { width: `${width * state.zoom}px`, height: `${height * state.zoom}px`, imageRendering: state.zoom >= scale ? 'pixelated' : 'auto' });
  $('.figure svg')?.remove();
  canvas.after(marks(look));
  const count = countOf(look);
  const frame = (state.frame % count + count) % count;
  $('#frame').textContent = `${frame + 1} / ${count}`;
  [...$('#film').children].forEach((button, index) => button.setAttribute('aria-pressed', String(index === frame)));
  canvas.setAttribute('aria-label', `${commandFor(look)}, frame ${frame + 1} of ${count}`);
}

/** All frames of what is played, small, to jump to. */
function film(look) {
  return h('div', { class: 'film', id: 'film', role: 'group', 'aria-label': 'Frames' }, Array.from({ length: Math.min(countOf(look), 64) }, (_, frame) =>
    h('button', { type: 'button', class: state.backdrop, 'aria-label': `Frame ${frame + 1}`, onclick: () => { play(false); go({ frame }); } },
      picture(look, `Frame ${frame + 1}`, state.animation, frame))));
}

function play(isPlaying) {
  player.isPlaying = isPlaying;
  const clip = clipOf(currentLook());
  const times = clip.durations ?? clip.frames.map(() => 1000 / clip.fps);
  // It goes on from the frame that is shown, and begins again after the last.
  const first = !clip.loop && state.frame >= times.length - 1 ? 0 : state.frame;
  player.since = performance.now() - times.slice(0, first).reduce((sum, time) => sum + time, 0);
  const button = $('#play');
  if (button) {
    button.textContent = isPlaying ? '❚❚' : '▶';
    button.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play');
  }
  if (isPlaying) requestAnimationFrame(tick);
}

function tick(now) {
  if (!player.isPlaying || state.view !== 'room') return;
  const clip = clipOf(currentLook());
  const frame = frameAt(clip, (now - player.since) / 1000);
  if (frame !== state.frame) {
    state.frame = frame;
    drawStage();
  }
  if (!clip.loop && frame === clip.frames.length - 1) play(false);
  else requestAnimationFrame(tick);
}

function step(by) {
  play(false);
  const count = countOf(currentLook());
  go({ frame: (state.frame + by + count) % count });
}

/** Changes what is worn; what the new pet cannot wear falls off. */
function dress(look) {
  const { species, base, overlays, axes } = game.wearable(look);
  const animation = animationsOf(look)[state.animation] ? state.animation : '';
  go({ species, base: base ?? '', wear: overlays, axes, animation });
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
  const can = (item) => game.canWear(look, item.id);
  const outfits = manifest.items.filter((item) => item.equipStyle === 'replaceSprite');
  const overlays = manifest.items.filter((item) => item.equipStyle === 'overlay');
  return h('div', { class: 'card panel' },
    h('fieldset', {}, h('legend', {}, 'Species'), h('div', { class: 'options' }, manifest.species.map((species) =>
      option('radio', 'species', species.id, species.name, species.id === state.species, true, () => dress({ ...look, species: species.id }))))),
    manifest.axes.map((axis) => pick(axis.name, axis.values.map((value) => [value, axis.details?.[value]?.name ?? value]), state.axes[axis.name] ?? axis.default ?? axis.values[0],
      (value) => dress({ ...look, axes: { ...look.axes, [axis.name]: value } }))),
    h('fieldset', {}, h('legend', {}, 'Outfit (one at a time)'), h('div', { class: 'options' },
      option('radio', 'base', '', 'None', !state.base, true, () => dress({ ...look, base: null })),
      outfits.map((item) => option('radio', 'base', item.id, item.name, item.id === state.base, can(item), () => dress(game.equip(look, item.id)), slotOf(item))))),
    h('fieldset', {}, h('legend', {}, manifest.slots ? 'Overlays' : 'Overlays (as many as you like)'), h('div', { class: 'options' },
      overlays.map((item) => option('checkbox', 'wear', item.id, item.name, state.wear.includes(item.id), can(item), () => dress(game.toggle(look, item.id)), slotOf(item))))));
}

function layerTable(look) {
  const level = (step, art) => given.coverage.find((cell) => cell.species === look.species && (cell.item ?? null) === step.item && cell.asset === art?.asset);
  return h('div', { class: 'card panel' }, h('h3', {}, 'What is drawn, front to back'),
    h('ol', { class: 'layers' }, (stepsOf(look, state.animation, state.frame) ?? []).reverse().map((step) => {
      const art = artOf(look, step);
      const found = level(step, art);
      return h('li', {}, h('b', {}, itemByID.get(step.item)?.name ?? speciesByID.get(look.species)?.name ?? look.species), h('span', { class: 'z' }, `z ${art?.z ?? 0}`),
        copyButton(step.frame), found ? h('div', { class: 'where' }, `found as ${found.template}`) : null, notes(findingsFor(art?.asset, [step.item ?? look.species])));
    })));
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
          pick('Animation', [['', 'all frames'], ...animations.map((name) => [name, name])], state.animation, (animation) => go({ animation, frame: 0 })),
          choice('Zoom', zooms.map((zoom) => [zoom, `${zoom}×`]), state.zoom, (zoom) => go({ zoom })), backdropChoice()),
        h('div', { class: 'bar' },
          h('label', { class: 'field' }, h('input', { type: 'checkbox', checked: state.marks, onchange: (event) => go({ marks: event.target.checked }) }), 'Anchors and trim boxes'),
          h('button', { type: 'button', onclick: () => copyText(commandFor(currentLook())) }, 'Copy command'),
          h('button', { type: 'button', onclick: () => copyText(location.href) }, 'Copy link')),
        countOf(look) > 1 ? film(look) : h('div', { id: 'film' })),
      h('div', {}, wardrobePanel(), layerTable(look))));
    drawStage();
    if (player.isPlaying) play(true);
  },
  keys: { ' ': () => play(!player.isPlaying), ArrowLeft: () => step(-1), ArrowRight: () => step(1), m: () => go({ marks: !state.marks }) },
});
