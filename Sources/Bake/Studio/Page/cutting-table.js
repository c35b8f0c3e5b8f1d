// The cutting table: where a sheet is cut, and its frames one after another.

import { Panel, Sight, artDesk, artList, connectBar, definitions, newest, settingRow, showZoom, trial } from './art.js';
import { at, byID, element, keyed, press } from './page.js';
import { fill } from './panels.js';
import { addView } from './views.js';

const ways = ['grid', 'cell', 'rects', 'islands', 'auto'];

/** @param {{ask: function(string, Object=): Promise<any>, state: function(): any}} studio */
export function addCutting(studio) {
  const sight = new Sight();
  let asset = '', shownAsset = '', frame = 0, beat = 0, chosen = -1, isDrawing = false;
  /** @type {any} */ let bench = null; /** @type {any} */ let sheet = {}; /** @type {any} */ let cut = null; /** @type {any} */ let defs = null;
  const whole = element('canvas');
  whole.getContext('2d', { willReadFrequently: true });
  const panel = new Panel(sight, 'Sheet', { tool: () => (isDrawing ? 'box' : 'pan'), box: (box) => addRect(box) });
  const handles = element('div', { className: 'handles' });
  panel.well.append(handles);
  panel.drawn = () => arrange();
  byID('cut-panels').append(panel.node);
  connectBar(byID('cut-bar'), sight, byID('cut-work'));
  const list = artList(byID('cut-list'), byID('cut-filter'), (own) => choose(own));
  const way = () => ways.find((own) => sheet[own] !== undefined) ?? '';

  const rule = () => JSON.stringify(Object.fromEntries([...ways, 'register'].filter((own) => sheet[own] !== undefined).map((own) => [own, sheet[own]])));

  const drawSheet = newest(async () => {
    const name = asset, facts = await trial({ asset: name, show: 'keyed', slot: 0, ...sight.request() });
    if (name !== asset) return;
    if (!facts.tile) return tell(facts);
    panel.show(facts.tile);
    if (shownAsset !== name) { shownAsset = name; sight.fit(facts.whole); }
  });
  const drawCut = newest(async (isLive) => {
    const name = asset, facts = await trial({ asset: name, show: 'cut', slot: 1, rule: rule(), facts: isLive ? 1 : 0 });
    if (name !== asset) return;
    tell(facts);
    cut = facts.refusal ? null : { ...cut, ...facts };
    if (facts.tile) {
      [whole.width, whole.height] = facts.size;
      whole.getContext('2d').putImageData(facts.tile.pixels, 0, 0);
    } else if (!cut?.tile) cut = facts.refusal ? null : facts;
    panel.marks = (cut?.boxes ?? []).map((box, index) => ({ box, text: String(index), color: index === chosen && way() === 'rects' ? '#d4145a' : '#0b62c4' }));
    panel.draw();
    showFrame();
    byID('cut-panels').dataset.boxes = JSON.stringify(cut?.boxes ?? []);
  });
  sight.changed = () => {
    showZoom(byID('cut-bar'), sight);
    if (!sight.isIn(panel.tile) && asset) drawSheet();
  };

  function tell(facts) {
    byID('cut-note').textContent = facts.refusal ? [facts.refusal, facts.help].filter(Boolean).join(': ') : facts.words ?? (bench?.files ? 'Each frame is a file.' : 'The picture is not cut.');
  }

  /** @param {Object<string, any>} values by member; null removes it */
  async function set(values) {
    const members = Object.entries(values).map(([name, value]) => ({ name, value: value === null ? null : JSON.stringify(value) }));
    await desk.ask('sheet', { asset, members });
  }

  const unit = () => cut?.unit ?? 1;

  /** What can be dragged: where it is on the sheet, and what a step changes. */
  function grips() {
    const own = sheet[way()], [box] = cut?.boxes ?? [];
    if (!box || !own) return [];
    const number = (name, fallback) => own[name] ?? fallback;
    const inset = number('inset', 0) * unit();
    const outer = [box[0] - inset, box[1] - inset, box[2] + 2 * inset, box[3] + 2 * inset];
    if (way() === 'grid' || way() === 'cell') {
      const names = way() === 'grid' ? ['cellWidth', 'cellHeight'] : ['width', 'height'];
      const line = (name, title, x, y, dx, dy, fallback) => ({
        name, title, x, y, dx, dy,
        value: (step) => ({ [name]: Math.max(name === 'margin' || name === 'spacing' ? 0 : 1, Math.round(number(name, fallback) + step / unit())) }),
      });
      return [
        line('margin', 'Margin', outer[0], outer[1], 0.5, 0.5, 0),
        line(names[0], 'Cell width', outer[0] + outer[2], outer[1] + outer[3] / 2, 1, 0, Math.round(outer[2] / unit())),
        line(names[1], 'Cell height', outer[0] + outer[2] / 2, outer[1] + outer[3], 0, 1, Math.round(outer[3] / unit())),
        ...(cut.boxes.length > 1 ? [line('spacing', 'Spacing', outer[0] + outer[2] + number('spacing', 0) * unit(), outer[1] + outer[3] / 4, 1, 0, 0)] : []),
      ];
    }
    return [];
  }

  function arrange() {
    const place = (node, x, y) => at(node, (x - sight.x) * sight.zoom, (y - sight.y) * sight.zoom);
    if (way() === 'rects' && cut) return arrangeRects(place);
    const all = grips();
    keyed(handles, all.map((grip) => grip.name), (name) => handle((step) => {
      const grip = grips().find((own) => own.name === name);
      return grip && { [way()]: { ...sheet[way()], ...grip.value(step[0] * grip.dx + step[1] * grip.dy) } };
    }), (node, name) => {
      const grip = all.find((own) => own.name === name);
      node.ariaLabel = `${grip.title}: drag, or move with the arrow keys`;
      node.title = grip.title;
      place(node, grip.x, grip.y);
    });
  }

  /** A handle at the middle of each rectangle moves it, one at its corner changes its size. */
  function arrangeRects(place) {
    const rects = sheet.rects;
    const keys = rects.slice(0, 300).flatMap((_, index) => [`move ${index}`, `size ${index}`]);
    keyed(handles, keys, (key) => handle((step) => {
      const [kind, index] = [key.split(' ')[0], Number(key.split(' ')[1])], own = sheet.rects[index];
      if (!own) return null;
      const [dx, dy] = step.map((part) => Math.round(part / unit()));
      const changed = kind === 'move' ? { ...own, x: Math.max(0, own.x + dx), y: Math.max(0, own.y + dy) } : { ...own, width: Math.max(1, own.width + dx), height: Math.max(1, own.height + dy) };
      return { rects: sheet.rects.with(index, changed) };
    }, () => { chosen = Number(key.split(' ')[1]); }, () => sheet.rects.length > 1 && set({ rects: sheet.rects.toSpliced(chosen, 1) })), (node, key) => {
      const rect = rects[Number(key.split(' ')[1])], isMove = key.startsWith('move');
      node.className = isMove ? 'handle middle' : 'handle';
      node.ariaLabel = `${isMove ? 'Move' : 'Resize'} rectangle ${key.split(' ')[1]}: drag, or use the arrow keys${isMove ? '; Delete removes it' : ''}`;
      const part = isMove ? 0.5 : 1;
      place(node, (rect.x + rect.width * part) * unit(), (rect.y + rect.height * part) * unit());
    });
  }

  /** @param {function(number[]): ?Object} change what a step in pixels of the picture makes of the sheet */
  function handle(change, focus = () => {}, remove = () => {}) {
    const node = element('button', { className: 'handle' });
    const first = { sheet: null, cut: null };
    const finish = (step) => {
      Object.assign(sheet, first.sheet);
      cut = first.cut ?? cut;
      const values = change(step);
      first.sheet = first.cut = null;
      if (values && step.some((own) => own !== 0)) { Object.assign(sheet, values); set(changes(values)); } else drawCut(true);
    };
    node.addEventListener('focus', focus);
    node.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      node.focus();
      node.setPointerCapture(event.pointerId);
      const watch = new AbortController();
      first.sheet = { ...sheet };
      first.cut = cut;
      const step = (own) => [(own.clientX - event.clientX) / sight.zoom, (own.clientY - event.clientY) / sight.zoom];
      const listen = (type, does) => node.addEventListener(type, does, { signal: watch.signal });
      listen('pointermove', (own) => {
        const [held, now] = [sheet, cut];
        [sheet, cut] = [{ ...first.sheet }, first.cut];
        const values = change(step(own));
        [sheet, cut] = [held, now];
        if (values) { sheet = { ...sheet, ...values }; drawCut(true); }
      });
      listen('pointerup', (own) => { watch.abort(); sheet = { ...first.sheet }; finish(step(own)); });
      listen('pointercancel', () => { watch.abort(); sheet = { ...first.sheet }; finish([0, 0]); });
    });
    node.addEventListener('keydown', (event) => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (event.key === 'Delete') remove();
      if (!step) return;
      event.preventDefault();
      const many = event.shiftKey ? 10 : 1;
      const all = step.map((own) => own * many * unit());
      // Both ways change a margin.
      finish(all.map((own) => own * (node.dataset.key === 'margin' ? 2 : 1)));
    });
    return node;
  }

  /** Only the members of an object that are new, so that the others keep their place in the file. */
  function changes(values) {
    const [[name, value]] = Object.entries(values);
    if (Array.isArray(value) || bench.sheet[name] === undefined || typeof bench.sheet[name] !== 'object') return values;
    return Object.fromEntries(Object.entries(value).filter(([key, own]) => own !== bench.sheet[name][key]).map(([key, own]) => [`${name}/${key}`, own]));
  }

  /** @param {number[]} box */
  function addRect([x, y, width, height]) {
    const rects = way() === 'rects' ? sheet.rects : [];
    const [rect] = [[x, y, width, height].map((own) => Math.round(own / unit()))];
    isDrawing = false;
    press(byID('cut-draw'), false);
    chooseWay('rects', [...rects, { x: rect[0], y: rect[1], width: Math.max(1, rect[2]), height: Math.max(1, rect[3]) }]);
  }

  function chooseWay(name, value) {
    const values = {};
    if (way() && way() !== name) values[way()] = null;
    if (name) values[name] = value;
    return set(values);
  }

  /** What a way of cutting begins with. */
  function beginning(name) {
    const [width, height] = sight.size.map((own) => Math.round(own / unit()));
    const boxes = cut?.boxes?.length ? cut.boxes : [[0, 0, ...sight.size]];
    return {
      grid: { columns: width % 4 === 0 ? 4 : 1 }, cell: { width: Math.min(width, height), height: Math.min(width, height) }, islands: {}, auto: true,
      rects: boxes.map((box) => box.map((own) => Math.round(own / unit()))).map(([x, y, w, h]) => ({ x, y, width: Math.max(1, w), height: Math.max(1, h) })),
    }[name];
  }

  function form() {
    const node = byID('cut-settings'), name = way();
    const of = (definition, owner) => Object.entries(defs[definition]?.properties ?? {}).map(([member, own]) => {
      const key = `${owner}/${member}`;
      // Only figures are registered without being told.
      const standard = owner === name || sheet[owner] || name === 'islands' || name === 'auto' ? own.default : undefined;
      return [key, member, own, sheet[owner]?.[member] ?? standard, sheet[owner]?.[member] !== undefined];
    });
    const all = [...(name === 'rects' ? [] : of(name, name)), ...(name ? of('register', 'register') : [])];
    keyed(node, all.map(([key]) => key), (key) => {
      const [, , own] = all.find((entry) => entry[0] === key);
      const [owner, member] = key.split('/');
      return settingRow(owner === 'register' ? `register ${member}` : member, own, {
        // "auto": true has no members.
        set: (value) => set(typeof sheet[owner] === 'object' ? { [key]: value } : { [owner]: { [member]: value } }),
        reset: () => set(owner === 'auto' && Object.keys(sheet.auto).length === 1 ? { auto: true } : { [key]: null }),
      });
    }, (row, key) => {
      const [, , own, value, isOwn] = all.find((entry) => entry[0] === key);
      row.show(value, '', isOwn && !(own.default === undefined && key === 'grid/columns'), 0);
    });
  }

  function show(answer) {
    bench = answer.bench;
    if (!asset && answer.art.length) return choose((answer.art.find((own) => own.cut) ?? answer.art[0]).asset);
    list(answer.art, asset);
    byID('cut-work').hidden = !bench;
    if (!bench) return;
    sheet = structuredClone(bench.sheet);
    fill(byID('cut-way'), [['', 'not cut'], ...ways.map((own) => [own, own])], way());
    byID('cut-rule').textContent = `Changes go to ${bench.isNew ? 'a new rule ' : ''}"${bench.rule}" of "sheets".`;
    byID('cut-draw').hidden = way() !== 'rects';
    form();
    if (shownAsset !== asset) drawSheet();
    drawCut(false);
  }

  async function choose(own) {
    asset = own;
    shownAsset = '';
    cut = null;
    frame = 0;
    sight.size = [1, 1];
    panel.marks = [];
    panel.show(null);
    await desk.ask('art', { asset });
  }

  /** The lowest row of a frame that shows something, which is the foot line without a registration. */
  function footOf([x, y, width, height]) {
    const { data } = whole.getContext('2d').getImageData(x, y, width, height);
    for (let place = data.length - 1; place > 0; place -= 4) if (data[place] > 8) return Math.floor(place / 4 / width) + 1;
    return height;
  }

  function showFrame() {
    const frames = cut?.tile ? cut.frames : [], canvas = byID('cut-frame');
    byID('cut-play').hidden = frames.length < 2;
    if (!frames.length) return;
    const scale = cut.size[0] / cut.whole[0], sized = (box) => box.map((own) => Math.round(own * scale));
    frame = (frame + frames.length) % frames.length;
    const box = sized(frames[frame]), before = sized(frames[(frame + frames.length - 1) % frames.length]);
    const most = Math.min(320 / box[2], 240 / box[3]), zoom = most >= 1 ? Math.floor(most) : most;
    [canvas.width, canvas.height] = [box[2], box[3]].map((side) => Math.max(1, Math.round(side * zoom)));
    const context = canvas.getContext('2d');
    context.imageSmoothingEnabled = zoom < 1;
    if (byID('cut-onion').checked) {
      context.globalAlpha = 0.35;
      context.drawImage(whole, ...before, 0, 0, canvas.width, canvas.height);
      context.globalAlpha = 1;
    }
    context.drawImage(whole, ...box, 0, 0, canvas.width, canvas.height);
    if (byID('cut-foot').checked) {
      const y = Math.round((cut.foot === null ? footOf(sized(frames[0])) : cut.foot * scale) * zoom) - 0.5;
      context.strokeStyle = '#d4145a';
      context.strokeRect(0, y, canvas.width, 0);
    }
    byID('cut-number').textContent = `${frame} of 0–${frames.length - 1}`;
  }

  const tick = () => {
    frame += 1;
    showFrame();
    if (beat) beat = setTimeout(tick, 1000 / Math.min(Math.max(byID('cut-fps').valueAsNumber || 8, 1), 60));
  };
  const desk = artDesk(studio, show);
  byID('cut-way').addEventListener('change', ({ target }) => chooseWay(target.value, beginning(target.value)));
  byID('cut-draw').addEventListener('click', () => { isDrawing = !isDrawing; press(byID('cut-draw'), isDrawing); });
  byID('cut-before').addEventListener('click', () => { frame -= 1; showFrame(); });
  byID('cut-after').addEventListener('click', () => { frame += 1; showFrame(); });
  byID('cut-run').addEventListener('click', () => {
    clearTimeout(beat);
    beat = beat ? 0 : setTimeout(tick);
    press(byID('cut-run'), beat !== 0);
  });
  for (const id of ['cut-onion', 'cut-foot']) byID(id).addEventListener('change', showFrame);
  addView('cutting', {
    open: async () => {
      defs ??= await definitions();
      await desk.ask('art', { asset });
    },
    show: () => desk.notice(asset),
  });
}
