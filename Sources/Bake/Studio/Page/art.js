// Art of the catalog: pictures that the studio keys and cuts, panels that show them, and forms for settings.

import { byID, element, keyed, press } from './page.js';
import { fill } from './panels.js';

/** @typedef {{whole: number[], area: number[], size: [number, number], pixels: ImageData}} Tile a part of a picture */

/**
 * Asks for a picture that is keyed or cut with settings that need not be in the catalog.
 * @param {Object} request @returns {Promise<any>} facts, and the `tile` that was asked for
 */
export async function trial(request) {
  const response = await fetch('/trial', {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(request),
  });
  if (response.status === 409) {
    // Another page asked for something newer.
    await new Promise((done) => { setTimeout(done, 200); });
    return trial(request);
  }
  if (!response.ok) throw new Error(await response.text());
  const bytes = new Uint8Array(await response.arrayBuffer());
  const end = bytes.indexOf(10);
  const facts = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  if (facts.size && bytes.length > end + 1) {
    const pixels = new ImageData(new Uint8ClampedArray(bytes.slice(end + 1).buffer), facts.size[0], facts.size[1]);
    facts.tile = { whole: facts.whole, area: facts.area, size: facts.size, pixels };
  }
  return facts;
}

/**
 * Runs the newest of what it is called with; while one runs, one waits.
 * @param {function(any): Promise<void>} does
 */
export function newest(does) {
  let isBusy = false, next = null;
  return async (/** @type {any} */ request) => {
    next = [request];
    if (isBusy) return;
    isBusy = true;
    while (next) {
      const [own] = next;
      next = null;
      try { await does(own); } catch (error) { console.info(error.message); }
    }
    isBusy = false;
  };
}

/** The catalog's schema, for names, ranges and explanations of settings. */
let schema;
export const definitions = async () => (schema ??= fetch('/schema.json').then((own) => own.json()).then((own) => own.$defs));

/**
 * The list of pictures, with a filter.
 * @param {HTMLElement} list @param {HTMLInputElement} filter @param {function(string): void} choose
 * @returns {function(Object[], string): void} shows art and which is chosen
 */
export function artList(list, filter, choose) {
  let art = [], chosen = '';
  const show = () => {
    const words = filter.value.toLowerCase().split(/\s+/);
    const found = art.filter((own) => words.every((word) => own.file.toLowerCase().includes(word) || own.asset.toLowerCase().includes(word)));
    list.querySelector('.none')?.remove();
    keyed(list, found.slice(0, 300).map((own) => own.asset), (asset) => {
      const button = element('button', { textContent: asset });
      button.addEventListener('click', () => choose(asset));
      return element('li', {}, button);
    }, (row, asset) => {
      const own = art.find((entry) => entry.asset === asset);
      row.firstElementChild.title = own.file;
      press(row.firstElementChild, asset === chosen);
    });
    if (!found.length) list.append(element('li', { className: 'none quiet', textContent: 'No picture fits.' }));
  };
  filter.addEventListener('input', show);
  return (own, current) => { art = own; chosen = current; show(); };
}

/**
 * Asks the studio about art, and again once something else changed the catalog.
 * @param {{ask: function(string, Object=): Promise<any>, state: function(): any}} studio @param {function(any): any} show
 */
export function artDesk(studio, show) {
  let revision = -1, asking = 0;
  const ask = async (action, request) => {
    asking += 1;
    try {
      const answer = await studio.ask(action, request);
      revision = studio.state().revision;
      await show(answer);
    } finally { asking -= 1; }
  };
  return { ask, notice: (asset) => { if (!asking && revision !== studio.state().revision) ask('art', { asset }); } };
}

/** Which part of a picture panels show, all of them the same. */
export class Sight {
  constructor() {
    this.x = 0; this.y = 0; this.zoom = 0;
    this.size = [1, 1];
    /** @type {Panel[]} */ this.panels = [];
    this.changed = () => {};
  }

  /** @param {number[]} size of the picture */
  fit(size) {
    const canvas = this.panels.find((panel) => panel.canvas.clientWidth)?.canvas;
    this.size = size;
    if (!canvas) return;
    const most = Math.min(canvas.clientWidth / size[0], canvas.clientHeight / size[1]);
    this.zoom = most >= 1 ? Math.min(Math.floor(most), 16) : most;
    this.x = (size[0] - canvas.clientWidth / this.zoom) / 2;
    this.y = (size[1] - canvas.clientHeight / this.zoom) / 2;
    this.update();
  }

  /** @param {number} factor @param {number} [x] a place that stays, in pixels of the screen @param {number} [y] */
  scale(factor, x, y) {
    const canvas = this.panels[0].canvas;
    x ??= canvas.clientWidth / 2;
    y ??= canvas.clientHeight / 2;
    let zoom = Math.min(Math.max(this.zoom * factor, 1 / 32), 32);
    if (zoom > 1) zoom = factor > 1 ? Math.ceil(zoom - 0.01) : Math.floor(zoom + 0.01);
    this.x += x / this.zoom - x / zoom;
    this.y += y / this.zoom - y / zoom;
    this.zoom = zoom;
    this.update();
  }

  move(x, y) { this.x += x; this.y += y; this.update(); }

  update() {
    const canvas = this.panels[0].canvas;
    const keep = (place, size, shown) => Math.min(Math.max(place, -shown * 0.9), size - shown * 0.1);
    this.x = keep(this.x, this.size[0], canvas.clientWidth / this.zoom);
    this.y = keep(this.y, this.size[1], canvas.clientHeight / this.zoom);
    for (const panel of this.panels) panel.draw();
    this.changed();
  }

  /** What to ask for: all of a small picture, else what is seen and a margin. */
  request() {
    if (this.size[0] * this.size[1] <= 1 << 20 && this.size[0] > 1) return {};
    const canvas = this.panels[0].canvas, shrink = Math.max(1, Math.floor(1 / (this.zoom || 1)));
    const [width, height] = [canvas.clientWidth / this.zoom, canvas.clientHeight / this.zoom];
    const left = Math.max(0, Math.floor(this.x - width / 8)), top = Math.max(0, Math.floor(this.y - height / 8));
    const right = Math.min(this.size[0], Math.ceil(this.x + width * 9 / 8)), bottom = Math.min(this.size[1], Math.ceil(this.y + height * 9 / 8));
    return { area: [left, top, Math.max(1, right - left), Math.max(1, bottom - top)], shrink };
  }

  /** @param {?Tile} tile @returns {boolean} whether it has all that is seen */
  isIn(tile) {
    if (!tile || tile.whole[0] !== this.size[0] || tile.whole[1] !== this.size[1]) return false;
    const canvas = this.panels[0].canvas, [x, y, width, height] = tile.area;
    return x <= Math.max(0, this.x) && y <= Math.max(0, this.y)
      && x + width >= Math.min(this.size[0], this.x + canvas.clientWidth / this.zoom)
      && y + height >= Math.min(this.size[1], this.y + canvas.clientHeight / this.zoom)
      && (width <= tile.size[0] || width / tile.size[0] <= Math.max(1, 1 / this.zoom) + 0.01);
  }
}

/** Shows a part of a picture; pans with others of the same sight. */
export class Panel {
  /**
   * @param {Sight} sight @param {string} title
   * @param {{tool: function(): string, pick?: function(number, number): void, box?: function(number[]): void}} does
   */
  constructor(sight, title, does) {
    this.sight = sight;
    this.does = does;
    /** @type {?Tile} */ this.tile = null;
    /** @type {?function(): void} what is called after each drawing */ this.drawn = null;
    /** @type {{box: number[], text: string, color: string}[]} */ this.marks = [];
    this.picture = element('canvas');
    this.canvas = element('canvas', { tabIndex: 0, ariaLabel: `${title}: arrow keys move, + and − zoom` });
    this.canvas.setAttribute('role', 'img');
    this.caption = element('figcaption', { textContent: title });
    this.well = element('div', { className: 'well' }, this.canvas);
    this.node = element('figure', {}, this.caption, this.well);
    sight.panels.push(this);
    this.canvas.addEventListener('pointerdown', (event) => this.#take(event));
    this.canvas.addEventListener('keydown', (event) => this.#press(event));
    this.canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      sight.scale(event.deltaY < 0 ? 1.25 : 0.8, event.offsetX, event.offsetY);
    }, { passive: false });
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  /** @param {?Tile} tile @param {boolean} [showsAlpha] */
  show(tile, showsAlpha = false) {
    this.tile = tile;
    if (tile) {
      let { pixels } = tile;
      if (showsAlpha) {
        pixels = new ImageData(new Uint8ClampedArray(pixels.data), ...tile.size);
        const { data } = pixels;
        for (let place = 0; place < data.length; place += 4) {
          data[place] = data[place + 1] = data[place + 2] = data[place + 3];
          data[place + 3] = 255;
        }
      }
      [this.picture.width, this.picture.height] = tile.size;
      this.picture.getContext('2d').putImageData(pixels, 0, 0);
    }
    this.draw();
  }

  /** @returns {?string} the color of a pixel as #RRGGBB */
  color(x, y) {
    if (!this.tile) return null;
    const [left, top, width, height] = this.tile.area, [columns, rows] = this.tile.size;
    const column = Math.floor((x - left) * columns / width), row = Math.floor((y - top) * rows / height);
    if (column < 0 || row < 0 || column >= columns || row >= rows) return null;
    const place = (row * columns + column) * 4;
    const hex = [...this.tile.pixels.data.subarray(place, place + 3)].map((own) => own.toString(16).padStart(2, '0'));
    return `#${hex.join('').toUpperCase()}`;
  }

  draw() {
    const { canvas, tile, sight } = this, density = devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (!width || !sight.zoom) return;
    if (canvas.width !== Math.round(width * density)) canvas.width = Math.round(width * density);
    if (canvas.height !== Math.round(height * density)) canvas.height = Math.round(height * density);
    const context = canvas.getContext('2d');
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, width, height);
    const at = (x, y) => /** @type {const} */ ([(x - sight.x) * sight.zoom, (y - sight.y) * sight.zoom]);
    if (tile) {
      context.imageSmoothingEnabled = sight.zoom < 1;
      context.drawImage(this.picture, ...at(tile.area[0], tile.area[1]), tile.area[2] * sight.zoom, tile.area[3] * sight.zoom);
    }
    context.strokeStyle = '#8888';
    context.strokeRect(...at(0, 0), sight.size[0] * sight.zoom, sight.size[1] * sight.zoom);
    context.font = '12px system-ui';
    for (const { box, text, color } of this.marks) {
      const [x, y] = at(box[0], box[1]), [w, h] = [box[2] * sight.zoom, box[3] * sight.zoom];
      context.lineWidth = 3;
      context.strokeStyle = '#fffa';
      context.strokeRect(x, y, w, h);
      context.lineWidth = 1.5;
      context.strokeStyle = color;
      context.strokeRect(x, y, w, h);
      const room = context.measureText(text).width + 8;
      context.fillStyle = color;
      context.fillRect(x, y, room, 16);
      context.fillStyle = '#fff';
      context.fillText(text, x + 4, y + 12);
    }
    context.lineWidth = 1;
    this.drawn?.();
  }

  #take(event) {
    if (event.button > 1) return;
    const { canvas, sight } = this, tool = event.button === 1 ? 'pan' : this.does.tool(), watch = new AbortController();
    const place = (own) => [sight.x + own.offsetX / sight.zoom, sight.y + own.offsetY / sight.zoom];
    const [x, y] = place(event);
    let last = [event.offsetX, event.offsetY];
    let box = null;
    canvas.setPointerCapture(event.pointerId);
    if (tool === 'pick') this.does.pick(Math.floor(x), Math.floor(y));
    const stop = () => { watch.abort(); if (tool === 'box') { this.marks = this.marks.filter((mark) => mark.box !== box); this.draw(); } };
    const listen = (type, does) => canvas.addEventListener(type, does, { signal: watch.signal });
    listen('pointermove', (own) => {
      if (tool === 'pan') {
        sight.move((last[0] - own.offsetX) / sight.zoom, (last[1] - own.offsetY) / sight.zoom);
        last = [own.offsetX, own.offsetY];
      } else if (tool === 'box') {
        const [toX, toY] = place(own), clamp = (value, most) => Math.min(Math.max(value, 0), most);
        const left = clamp(Math.floor(Math.min(x, toX)), sight.size[0] - 1), top = clamp(Math.floor(Math.min(y, toY)), sight.size[1] - 1);
        const old = box;
        box = [left, top, Math.max(1, clamp(Math.ceil(Math.max(x, toX)), sight.size[0]) - left), Math.max(1, clamp(Math.ceil(Math.max(y, toY)), sight.size[1]) - top)];
        this.marks = [...this.marks.filter((mark) => mark.box !== old), { box, text: `${box[2]} × ${box[3]}`, color: '#0b62c4' }];
        this.draw();
      }
    });
    listen('pointerup', () => { stop(); if (box) this.does.box(box); });
    listen('pointercancel', stop);
    document.addEventListener('keydown', (own) => { if (own.key === 'Escape') { stop(); box = null; } }, { signal: watch.signal });
  }

  #press(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.ctrlKey || event.metaKey) return;
    if (step) this.sight.move(...step.map((own) => own * 32 / this.sight.zoom));
    else if (event.key === '+' || event.key === '=') this.sight.scale(1.25);
    else if (event.key === '-') this.sight.scale(0.8);
    else return;
    event.preventDefault();
  }
}

/** Puts buttons for zoom and background into a bar. @param {HTMLElement} bar @param {Sight} sight @param {HTMLElement} grounds */
export function connectBar(bar, sight, grounds) {
  bar.prepend(byID('sight-bar').content.cloneNode(true));
  bar.addEventListener('click', ({ target }) => {
    const { zoom, ground } = target.dataset;
    if (zoom === 'fit') sight.fit(sight.size);
    else if (zoom) sight.scale(Number(zoom));
    if (!ground) return;
    grounds.dataset.paper = ground;
    for (const button of bar.querySelectorAll('[data-ground]')) press(button, button === target);
  });
}

/** @param {HTMLElement} bar @param {Sight} sight */
export function showZoom(bar, sight) {
  bar.querySelector('output').textContent = sight.zoom >= 1 ? `${Math.round(sight.zoom)}×` : `${Math.round(sight.zoom * 100)} %`;
}

/** The choices of a setting: words, and whether anything else may be said. */
function choices(node) {
  const words = [node, ...(node.oneOf ?? []), ...(node.anyOf ?? [])].flatMap((own) => own.enum ?? (own.const !== undefined ? [own.const] : []));
  return { words, isOpen: (node.anyOf ?? []).some((own) => own.pattern) };
}

/**
 * A row of a form for one setting.
 * @param {string} name @param {Object} node its JSON Schema
 * @param {{live?: function(any): void, set: function(any): void, reset?: function(): void}} does with values as the catalog has them
 * @returns {HTMLElement & {show: function(any, string, boolean, number): void}}
 */
export function settingRow(name, node, does) {
  const { words, isOpen } = choices(node), isNumber = node.type === 'number' || node.type === 'integer';
  const label = element('span', { className: 'name', textContent: name, title: node.description });
  const from = element('small', { className: 'quiet' });
  const reset = element('button', { textContent: '↺', className: 'reset', title: `Take ${name} out of this rule`, ariaLabel: `Reset ${name}` });
  reset.addEventListener('click', () => does.reset?.());
  const inputs = [];
  const read = (text) => (isNumber ? Number(text) : text);
  if (node.type === 'boolean') {
    const box = element('input', { type: 'checkbox', ariaLabel: name });
    box.addEventListener('change', () => does.set(box.checked));
    inputs.push(box);
  } else if (words.length && !isOpen) {
    const select = element('select', { ariaLabel: name });
    const optional = node.default === undefined;
    fill(select, [...(optional ? [['', 'none']] : []), ...words.map((word) => [word, word])], '');
    select.addEventListener('change', () => (select.value ? does.set(select.value) : does.reset?.()));
    inputs.push(select);
  } else {
    const text = element('input', { type: isNumber ? 'number' : 'text', ariaLabel: name });
    if (isNumber) Object.assign(text, { min: node.minimum, max: node.maximum, step: node.type === 'integer' ? 1 : 'any' });
    text.addEventListener('change', () => (text.value === '' ? does.reset?.() : does.set(read(text.value))));
    if (isNumber && node.maximum <= 16 && node.default !== undefined) {
      const slider = element('input', { type: 'range', min: node.minimum, max: node.maximum, step: node.type === 'integer' ? 1 : 0.01, ariaLabel: `${name} slider` });
      slider.addEventListener('input', () => { text.value = slider.value; does.live?.(read(slider.value)); });
      slider.addEventListener('change', () => does.set(read(slider.value)));
      inputs.push(slider);
    } else if (isOpen) {
      const swatch = element('input', { type: 'color', ariaLabel: `${name} color` });
      swatch.addEventListener('change', () => does.set(swatch.value.toUpperCase()));
      inputs.push(swatch);
      text.placeholder = [...words, '#RRGGBB'].join(', ');
    }
    inputs.push(text);
  }
  const row = element('div', { className: 'setting' }, label, element('div', { className: 'inputs' }, ...inputs), reset, from,
    element('p', { className: 'about quiet', textContent: node.description }));
  const show = (value, origin, isOwn, most) => {
    from.textContent = origin;
    reset.style.visibility = isOwn ? '' : 'hidden';
    for (const input of inputs) {
      if (isNumber && most) input.max = String(Math.min(node.maximum, most));
      if (input.type === 'checkbox') input.checked = value === true || value === 'true';
      else if (input.type === 'color') input.value = /^#[0-9a-f]{6}$/i.test(value) ? value : '#808080';
      else if (isNumber) input.value = value === undefined || value === 'none' ? '' : String(Number(value));
      else input.value = value === 'none' && !words.includes('none') ? '' : value ?? '';
    }
  };
  return Object.assign(row, { show });
}
