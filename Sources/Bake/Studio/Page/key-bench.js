// The keying bench: what settings of keying make of a picture, as the tool does it.

import { Panel, Sight, artDesk, artList, connectBar, definitions, newest, settingRow, showZoom, trial } from './art.js';
import { byID, element, press } from './page.js';
import { fill } from './panels.js';
import { addView, isOpen } from './views.js';

/** @param {{ask: function(string, Object=): Promise<any>, state: function(): any}} studio */
export function addKeying(studio) {
  const sight = new Sight();
  let asset = '', tool = 'pan', overlay = '', draft = {}, held = null, shownAsset = '';
  /** @type {any} */ let bench = null; /** @type {any} */ let members = null;
  const rows = {}, marks = {};
  const does = {
    tool: () => (tool === 'pan' ? 'pan' : tool.endsWith('box') ? 'box' : 'pick'),
    pick: (x, y) => { const color = source.color(x, y); if (color) take(color); },
    box: (/** @type {number[]} */ [x, y, width, height]) => take({ x, y, width, height }),
  };
  const source = new Panel(sight, 'Original', does), result = new Panel(sight, 'Keyed', does), other = new Panel(sight, 'Compared', does);
  const panels = byID('key-panels');
  panels.append(source.node, result.node, other.node);
  other.node.hidden = true;
  connectBar(byID('key-bar'), sight, panels);
  const list = artList(byID('key-list'), byID('key-filter'), (own) => choose(own));

  /** The settings in force as a rule has them. */
  const whole = () => Object.fromEntries(bench.settings.filter((own) => own.name !== 'preset').map((own) => [own.name, valueOf(own)]));

  function valueOf({ name, value }) {
    const node = members[name];
    if (node.type === 'array') return listOf(value);
    if (node.type === 'boolean') return value === 'true';
    return node.type === 'number' || node.type === 'integer' ? Number(value) : value;
  }

  /** Colors and boxes as the command line has them. */
  const listOf = (text) => (text === 'none' ? [] : text.split(' ').map((own) => {
    if (!own.includes(',')) return own;
    const [x, y, width, height] = own.split(',').map(Number);
    return { x, y, width, height };
  }));

  const ask = async (panel, slot, show, chroma) => {
    const start = performance.now();
    const rule = chroma && Object.keys(chroma).length ? JSON.stringify({ chroma }) : undefined;
    const name = asset;
    const facts = await trial({ asset: name, show, slot, rule, ...sight.request() });
    if (name !== asset) return;
    if (facts.refusal) byID('key-note').textContent = [facts.refusal, facts.help].filter(Boolean).join(': ');
    if (facts.tile) {
      panel.show(facts.tile, overlay === 'alpha' && show !== 'source');
      if (shownAsset !== name) { shownAsset = name; sight.fit(facts.whole); }
    }
    if (panel === result && !facts.refusal) {
      byID('key-note').textContent = bench.wish === 'never' ? 'The background of this picture is kept.'
        : facts.isKeyed ? `Screen ${facts.screen}` : 'No screen is found, so the picture stays as it is.';
      panel.node.dataset.done = JSON.stringify(chroma ?? {});
      document.body.dataset.keyed = String(Math.round(performance.now() - start));
    }
  };
  const shown = () => (overlay === 'fringe' ? 'fringe' : 'keyed');
  const drawSource = newest(() => ask(source, 0, 'source'));
  const drawResult = newest(() => ask(result, 1, shown(), draft));
  const drawOther = newest(() => {
    const mode = byID('key-compare').value;
    return ask(other, 2, shown(), mode === 'held' ? held : mode === 'saved' ? undefined : { ...draft, mode });
  });

  function draw() {
    if (!bench || !isOpen('keying')) return;
    if (!sight.isIn(source.tile) || shownAsset !== asset) drawSource();
    drawResult();
    if (!other.node.hidden) drawOther();
  }
  let later = 0;
  sight.changed = () => {
    showZoom(byID('key-bar'), sight);
    clearTimeout(later);
    later = setTimeout(() => { if (![source, result].every((panel) => sight.isIn(panel.tile)) || (!other.node.hidden && !sight.isIn(other.tile))) draw(); }, 80);
  };

  /** Writes members into the rule. */
  async function set(values) {
    const members = Object.entries(values).map(([name, value]) => ({ name, value: value === null ? null : JSON.stringify(value) }));
    await desk.ask('sheet', { asset, members });
  }

  /** Takes a color or a box for the tool in use. */
  function take(value) {
    const name = tool.split('-')[0];
    if (name === 'key') return set({ 'chroma/key': value });
    return set({ [`chroma/${name}`]: [...listOf(bench.settings.find((own) => own.name === name).value), value] });
  }

  function build() {
    for (const [name, node] of Object.entries(members)) {
      if (node.type === 'array') {
        marks[name] = element('ul', { className: 'marks', ariaLabel: name });
        const field = element('input', { type: 'text', ariaLabel: `Add to ${name}`, placeholder: '#RRGGBB or x,y,w,h' });
        field.addEventListener('change', () => { tool = name; if (field.value) take(listOf(field.value.trim())[0]); field.value = ''; choosePan(); });
        byID('key-settings').append(element('div', { className: 'setting' },
          element('span', { className: 'name', textContent: name, title: node.description }), element('div', { className: 'inputs wide' }, field), marks[name],
          element('p', { className: 'about quiet', textContent: node.description })));
        continue;
      }
      rows[name] = settingRow(name, node, {
        live: (value) => { draft = { ...draft, [name]: value }; draw(); },
        set: (value) => set({ [`chroma/${name}`]: value }),
        reset: () => set({ [`chroma/${name}`]: null }),
      });
      byID('key-settings').append(rows[name]);
    }
    fill(byID('key-compare'), [['', 'nothing'], ['saved', 'the catalog'], ['held', 'held settings'],
      ...members.mode.oneOf.map((own) => [own.const, `mode ${own.const}`])], '');
  }

  function choosePan() { tool = 'pan'; for (const button of byID('key-tools').children) press(button, button.dataset.tool === 'pan'); }

  /** @param {any} answer */
  function show(answer) {
    bench = answer.bench;
    draft = {};
    if (!asset && answer.art.length) return choose((answer.art.find((own) => own.wish !== 'never') ?? answer.art[0]).asset);
    list(answer.art, asset);
    byID('key-work').hidden = !bench;
    if (!bench) return;
    fill(byID('key-wish'), [...(bench.wish === 'whenOpaque' ? [['', 'removed if opaque']] : []), ['true', 'removed'], ['"auto"', 'removed if it has a screen'], ['false', 'kept']],
      { always: 'true', auto: '"auto"', never: 'false', whenOpaque: '' }[bench.wish]);
    byID('key-rule').textContent = `Changes go to ${bench.isNew ? 'a new rule ' : ''}"${bench.rule}" of "sheets", unless a species or an item decides.`;
    result.marks = [];
    for (const own of bench.settings) {
      rows[own.name]?.show(own.value, own.from === 'built-in' ? '' : own.from, own.isOwn, members[own.name].type === 'number' ? bench.ramp : 0);
      if (!marks[own.name]) continue;
      const values = listOf(own.value);
      marks[own.name].replaceChildren(...values.map((value, index) => {
        const text = typeof value === 'string' ? value : `${value.x},${value.y},${value.width},${value.height}`;
        const remove = element('button', { textContent: '×', ariaLabel: `Remove ${text} from ${own.name}` });
        remove.addEventListener('click', () => set({ [`chroma/${own.name}`]: values.length === 1 ? null : values.toSpliced(index, 1) }));
        const swatch = typeof value === 'string' && value.startsWith('#') ? element('span', { className: 'swatch' }) : '';
        if (swatch) swatch.style.background = value;
        if (typeof value !== 'string') result.marks.push({ box: [value.x, value.y, value.width, value.height], text: own.name, color: own.name === 'keep' ? '#14602b' : '#a01a1e' });
        return element('li', {}, swatch, element('code', { textContent: text }), remove);
      }));
    }
    source.marks = other.marks = result.marks;
    draw();
  }

  async function choose(own) {
    asset = own;
    shownAsset = '';
    delete result.node.dataset.done;
    for (const panel of [source, result, other]) panel.show(null);
    sight.size = [1, 1];
    await desk.ask('art', { asset });
  }

  const desk = artDesk(studio, show);
  byID('key-wish').addEventListener('change', (event) => event.target.value && set({ key: JSON.parse(event.target.value) }));
  byID('key-compare').addEventListener('change', (event) => {
    if (event.target.value === 'held') held = { ...whole(), ...draft };
    other.node.hidden = !event.target.value;
    other.caption.textContent = event.target.selectedOptions[0].text.replace(/^./, (own) => own.toUpperCase());
    sight.fit(sight.size);
    draw();
  });
  byID('key-overlay').addEventListener('change', (event) => { overlay = event.target.value; draw(); });
  byID('key-tools').addEventListener('click', ({ target }) => {
    if (!target.dataset.tool) return;
    tool = target.dataset.tool;
    for (const button of byID('key-tools').children) press(button, button === target);
    panels.dataset.tool = does.tool();
  });
  addView('keying', {
    open: async () => {
      if (!members) { members = (await definitions()).chroma.properties; build(); }
      await desk.ask('art', { asset });
    },
    show: () => desk.notice(asset),
  });
}
