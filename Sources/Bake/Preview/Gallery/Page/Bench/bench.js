// The keying bench: what the settings do to a picture, in the tool's arithmetic.
const settingNames = ['threshold', 'smoothing', 'spill'];
const modesOf = (entry) => [...entry.trials.map((trial) => trial.mode), ...Object.keys(formulas)];
const benchMode = (entry) => modesOf(entry).includes(state.mode) ? state.mode : entry.settings.mode;

/** Whether a threshold says alike in both: in mode distance it counts otherwise than in the others. */
const isLike = (mode, other) => rampOf(mode).most === rampOf(other).most;
const mostOf = (name, mode) => name === 'spill' ? 1 : rampOf(mode).most;

/** The settings in force: the catalog's, but for what was moved; where they count otherwise, the mode's own. */
function benchSettings(entry) {
  const mode = benchMode(entry);
  const { threshold, smoothing } = isLike(mode, entry.settings.mode) ? entry.settings : rampOf(mode);
  const moved = Object.fromEntries(settingNames.filter((name) => state[name] !== null).map((name) => [name, Math.min(state[name], mostOf(name, mode))]));
  return { ...entry.settings, threshold, smoothing, ...moved, mode };
}

async function keyed(entry, settings = benchSettings(entry)) {
  const formula = formulas[settings.mode];
  if (!formula) return keyTrial(entry, settings.mode, settings);
  return formula(await read(entry.original, decodePNG), entry.key, settings.threshold, settings.smoothing);
}

const straightData = (picture) => new ImageData(new Uint8ClampedArray(picture.rgba.buffer, picture.rgba.byteOffset, picture.rgba.length), picture.width, picture.height);

function alphaData(picture) {
  const data = new ImageData(picture.width, picture.height);
  for (let i = 0; i < picture.rgba.length; i += 4) {
    data.data[i] = data.data[i + 1] = data.data[i + 2] = picture.rgba[i + 3];
    data.data[i + 3] = 255;
  }
  return data;
}

function heatData(picture, fringe) {
  const data = new ImageData(picture.width, picture.height);
  for (let place = 0; place < fringe.map.length; place += 1) {
    const i = place * 4;
    const lean = fringe.map[place];
    const gray = picture.rgba[i + 3] === 0 ? 0 : 18 + (picture.rgba[i] * 0.3 + picture.rgba[i + 1] * 0.59 + picture.rgba[i + 2] * 0.11) * picture.rgba[i + 3] / 255 * 0.32;
    const heat = lean === 0 ? [gray, gray, gray] : [255, Math.max(0, 90 - lean), 120 + lean / 2];
    for (let c = 0; c < 3; c += 1) data.data[i + c] = heat[c];
    data.data[i + 3] = 255;
  }
  return data;
}

function benchJSON(entry) {
  const { mode, threshold, smoothing, spill } = benchSettings(entry);
  const members = { key: entry.keyName, mode, threshold, smoothing };
  if (!formulas[mode]) members.spill = spill;
  return `"chroma": ${JSON.stringify(members).replaceAll('":', '": ').replaceAll(',"', ', "').replace('{', '{ ').replace('}', ' }')}`;
}

let benchRequest = 0;
async function drawBench(entry) {
  const request = (benchRequest += 1);
  const [original, result] = [await read(entry.original, decodePNG), await keyed(entry)];
  if (request !== benchRequest || !$('#bench-result')) return;
  const fringe = fringeOf(result, entry.screen);
  show($('#bench-original'), straightData(original));
  show($('#bench-result'), straightData(result));
  show($('#bench-alpha'), alphaData(result));
  show($('#bench-fringe'), heatData(result, fringe));
  for (const canvas of document.querySelectorAll('.bench canvas')) canvas.style.width = `${original.width * state.close}px`;
  $('#bench-share').textContent = `${percent(fringe.outline ? fringe.marked / fringe.outline : 0)} of ${fringe.outline} outline pixels`;
  const settings = benchSettings(entry);
  for (const name of settingNames) {
    $(`#${name}-value`).textContent = settings[name].toFixed(2);
    $(`#${name}`).setAttribute('aria-valuetext', settings[name].toFixed(2));
  }
  $('#bench-json').textContent = benchJSON(entry);
}

function sliderFor(entry, name) {
  const settings = benchSettings(entry);
  const isIdle = name === 'spill' && Boolean(formulas[settings.mode]);
  const input = h('input', { type: 'range', id: name, min: 0, max: mostOf(name, settings.mode), step: 0.01, value: settings[name], disabled: isIdle, oninput: () => {
    state[name] = Number(input.value);
    history.replaceState(null, '', hashOf(state));
    drawBench(entry);
  } });
  return h('div', { class: 'slider' }, h('div', {}, h('label', { for: name }, name[0].toUpperCase() + name.slice(1)), h('output', { id: `${name}-value`, for: name }, '')), input);
}

views.push({
  id: 'bench', name: 'Keying bench',
  isPresent: () => given.bench.length > 0,
  render(root) {
    const entry = given.bench[state.bench];
    const mode = benchMode(entry);
    const panel = (id, title, well, note) => h('figure', { class: 'card' }, h('div', { class: `well ${well}`, tabindex: 0, role: 'group', 'aria-label': title }, h('canvas', { id, role: 'img', 'aria-label': `${title} of ${entry.name}` })), h('figcaption', {}, title, note));
    root.append(
      h('div', { class: 'head' }, h('label', { class: 'field' }, 'Picture', h('select', { id: 'bench-picture', onchange: (event) => go({ bench: Number(event.target.value), threshold: null, smoothing: null, spill: null, mode: '' }) },
        given.bench.map((other, index) => h('option', { value: index, selected: index === state.bench }, other.name)))),
      choice('Mode', modesOf(entry).map((name) => [name, name]), mode, (chosen) => go(isLike(chosen, mode) ? { mode: chosen } : { mode: chosen, threshold: null, smoothing: null })), choice('Zoom', zooms.map((zoom) => [zoom, `${zoom}×`]), state.close, (close) => go({ close })), h('span', { class: 'fill' }), backdropChoice()),
      h('div', { class: 'card sliders' }, settingNames.map((name) => sliderFor(entry, name)),
        h('div', {}, h('button', { type: 'button', onclick: () => go({ threshold: null, smoothing: null, spill: null, mode: '' }) }, 'Back to the catalog’s'))),
      h('div', { class: 'bench' }, panel('bench-original', 'Original', 'paper'), panel('bench-result', 'Result', state.backdrop), panel('bench-alpha', 'Alpha', 'black'),
        panel('bench-fringe', 'Fringe', 'black', h('span', { id: 'bench-share' }, ''))),
      h('div', { class: 'section' }, h('h2', {}, 'For the catalog'), h('button', { class: 'main', type: 'button', id: 'bench-copy', onclick: () => copyText(benchJSON(entry)) }, 'Copy JSON')),
      h('div', { class: 'card' }, h('pre', { id: 'bench-json', tabindex: 0, 'aria-label': 'Settings as JSON' })),
      h('p', { class: 'lead' }, formulas[mode]
        ? `${mode === 'gpuimage' ? 'GPUImage’s filter' : 'The formula that many games carry'}, computed here as you move a slider, byte for byte as the tool does it. It has no spill setting.`
        : 'Byte for byte what the tool makes of these settings. The threshold decides which greens are solid: the tool keyed the picture at every hundredth of it. Smoothing and spill are computed here. Edges against the screen do not depend on threshold and smoothing.'));
    drawBench(entry);
  },
});
