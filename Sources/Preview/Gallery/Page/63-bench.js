// The keying bench: what the settings do to a picture. `gpuimage` is computed here, in the tool's
// arithmetic; the other modes show results that the tool computed, at the settings it was asked for.
const decodedBench = new Map();
function benchPicture(base64) {
  if (!decodedBench.has(base64)) decodedBench.set(base64, decodePNG(bytesOf(base64)));
  return decodedBench.get(base64);
}
const settingNames = ['threshold', 'smoothing', 'spill'];
const modesOf = (entry) => [...new Set([...entry.results.map((result) => result.mode), 'gpuimage'])];
const benchMode = (entry) => modesOf(entry).includes(state.mode) ? state.mode : entry.mode;

/** The settings in force; in modes with given results the nearest ones that there are. */
function benchSettings(entry) {
  const wanted = Object.fromEntries(settingNames.map((name) => [name, state[name] ?? entry[name]]));
  const mode = benchMode(entry);
  if (mode === 'gpuimage') return { mode, ...wanted, result: null };
  const results = entry.results.filter((result) => result.mode === mode);
  const distance = (result) => settingNames.reduce((sum, name) => sum + (result[name] - wanted[name]) ** 2, 0);
  const best = results.reduce((a, b) => distance(b) < distance(a) ? b : a);
  return { mode, threshold: best.threshold, smoothing: best.smoothing, spill: best.spill, result: best };
}

async function keyed(entry) {
  const settings = benchSettings(entry);
  if (settings.result) return benchPicture(settings.result.picture);
  return keyGPUImage(await benchPicture(entry.original), entry.key, settings.threshold, settings.smoothing);
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
    const gray = 18 + (picture.rgba[i] * 0.3 + picture.rgba[i + 1] * 0.59 + picture.rgba[i + 2] * 0.11) * picture.rgba[i + 3] / 255 * 0.32;
    const heat = lean === 0 ? [gray, gray, gray] : lean < markedLean ? [255, 190, 60] : [255, Math.max(0, 90 - lean), 120 + lean / 2];
    for (let c = 0; c < 3; c += 1) data.data[i + c] = heat[c];
    data.data[i + 3] = 255;
  }
  return data;
}

const keyText = (key) => `#${key.map((value) => value.toString(16).padStart(2, '0')).join('').toUpperCase()}`;
function benchJSON(entry) {
  const { mode, threshold, smoothing, spill } = benchSettings(entry);
  const members = { key: keyText(entry.key), mode, threshold, smoothing };
  if (mode !== 'gpuimage') members.spill = spill;
  return `"chroma": ${JSON.stringify(members).replaceAll('":', '": ').replaceAll(',"', ', "').replace('{', '{ ').replace('}', ' }')}`;
}

let benchRequest = 0;
async function drawBench(entry) {
  const request = (benchRequest += 1);
  const [original, result] = [await benchPicture(entry.original), await keyed(entry)];
  if (request !== benchRequest || !$('#bench-result')) return;
  const fringe = fringeOf(result, entry.key);
  show($('#bench-original'), straightData(original));
  show($('#bench-result'), straightData(result));
  show($('#bench-alpha'), alphaData(result));
  show($('#bench-fringe'), heatData(result, fringe));
  for (const canvas of document.querySelectorAll('.bench canvas')) canvas.style.width = `${original.width * state.close}px`;
  $('#bench-share').textContent = `${percent(fringe.silhouette ? fringe.marked / fringe.silhouette : 0)} of ${fringe.silhouette} rim pixels`;
  const settings = benchSettings(entry);
  for (const name of settingNames) {
    $(`#${name}-value`).textContent = settings[name].toFixed(2);
    $(`#${name}`).setAttribute('aria-valuetext', settings[name].toFixed(2));
  }
  $('#bench-json').textContent = benchJSON(entry);
}

function sliderFor(entry, name) {
  const { mode } = benchSettings(entry);
  const isLive = mode === 'gpuimage';
  const stops = [...new Set(entry.results.filter((result) => result.mode === mode).map((result) => result[name]))].sort((a, b) => a - b);
  const isFixed = isLive ? name === 'spill' : stops.length < 2;
  const value = benchSettings(entry)[name];
  const input = isLive || isFixed
    ? h('input', { type: 'range', id: name, min: 0, max: 1, step: 0.01, value, disabled: isFixed, oninput: () => set(Number(input.value)) })
    : h('input', { type: 'range', id: name, min: 0, max: stops.length - 1, step: 1, value: stops.indexOf(value), oninput: () => set(stops[input.value]) });
  const set = (next) => {
    state[name] = next;
    history.replaceState(null, '', hashOf(state));
    drawBench(entry);
  };
  return h('div', { class: 'slider' }, h('div', {}, h('label', { for: name }, name[0].toUpperCase() + name.slice(1)), h('output', { id: `${name}-value`, for: name }, '')), input);
}

views.push({
  id: 'bench', name: 'Keying bench',
  isPresent: () => given.bench.length > 0,
  render(root) {
    const entry = given.bench[state.bench];
    const mode = benchMode(entry);
    const panel = (id, title, well, note) => h('figure', { class: 'card' }, h('div', { class: `well ${well}`, tabindex: 0, role: 'group', 'aria-label': title }, h('canvas', { id, role: 'img', 'aria-label': `${title} of ${entry.name}` })), h('figcaption', {}, title, note));
    const count = entry.results.filter((result) => result.mode === mode).length;
    root.append(
      h('div', { class: 'head' }, h('label', { class: 'field' }, 'Picture', h('select', { id: 'bench-picture', onchange: (event) => go({ bench: Number(event.target.value), threshold: null, smoothing: null, spill: null, mode: '' }) },
        given.bench.map((other, index) => h('option', { value: index, selected: index === state.bench }, other.name)))),
      choice('Mode', modesOf(entry).map((name) => [name, name]), mode, (chosen) => go({ mode: chosen })), choice('Zoom', zooms.map((zoom) => [zoom, `${zoom}×`]), state.close, (close) => go({ close })), h('span', { class: 'fill' }), backdropChoice()),
      h('div', { class: 'card sliders' }, settingNames.map((name) => sliderFor(entry, name)),
        h('div', {}, h('button', { type: 'button', onclick: () => go({ threshold: null, smoothing: null, spill: null, mode: '' }) }, 'Back to the catalog’s'))),
      h('div', { class: 'bench' }, panel('bench-original', 'Original', 'paper'), panel('bench-result', 'Result', state.backdrop), panel('bench-alpha', 'Alpha', 'black'),
        panel('bench-fringe', 'Fringe', 'black', h('span', { id: 'bench-share' }, ''))),
      h('div', { class: 'section' }, h('h2', {}, 'For the catalog'), h('button', { class: 'main', type: 'button', id: 'bench-copy', onclick: () => copyText(benchJSON(entry)) }, 'Copy JSON')),
      h('div', { class: 'card' }, h('pre', { id: 'bench-json', tabindex: 0, 'aria-label': 'Settings as JSON' })),
      h('p', { class: 'lead' }, mode === 'gpuimage'
        ? 'This filter is computed in the page as you move a slider, byte for byte as the tool does it. It has no spill setting.'
        : `Results of mode ${mode} were computed by the tool when it wrote this page; ${count === 1 ? 'there is one, at the settings above' : `the sliders stop at the ${count} settings that it was asked for`}.`));
    drawBench(entry);
  },
});
