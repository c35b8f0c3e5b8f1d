// The dressing room: the picture as the tool draws it, and what can be taken hold of.

import { at, element, keyed, press } from './page.js';

/** @typedef {{item: ?string, part: number, hasParts: boolean, picture: string, x: number, y: number,
 *    width: number, height: number, pivot: [number, number], placement: ?Object}} Part
 *    a layer, in pixels of the picture; its pivot in points */
/** @typedef {{name: string, x: number, y: number, points: number}} Anchor in points */
/** @typedef {{picture: string, scale: number, frames: number, cell: number, parts: Part[],
 *    anchors: Anchor[], problems: Object[],
 *    canvas: {left: number, top: number, width: number, height: number, fullWidth: number,
 *      fullHeight: number}}} View */

/** Pixels of the screen for each point. */
export const zooms = [0.25, 0.5, 1, 2, 3, 4, 6, 8, 12, 16];

/** @param {number} zoom @returns {number} pixels that the tool draws for each point */
export const scaleFor = (zoom) => [4, 3, 2, 1].find((scale) => scale <= zoom && zoom % scale === 0) ?? 1;

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {number} value @param {boolean} isFine @returns {number} in points, or in tenths of them */
const snapped = (value, isFine) => (isFine ? Math.round(value * 10) / 10 : Math.round(value));

/** @param {number} angle @returns {number} the same between -180 and 180 degrees */
const wrapped = (angle) => angle - 360 * Math.round(angle / 360);

/** @param {number} value @param {number} step @returns {number} their sum in tenths */
const tenths = (value, step) => snapped(value + step, true);

/** Does something with the step of an arrow key, in points. @param {KeyboardEvent} event */
function pressArrow(event, does) {
  const arrow = arrows[event.key];
  if (!arrow || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const step = event.shiftKey ? 10 : event.altKey ? 0.1 : 1;
  does([arrow[0] * step, arrow[1] * step]);
}

export class Stage {
  /**
   * @param {HTMLElement} board
   * @param {{move: function(string, number[], boolean): void, resize: function(string, number): void,
   *   turn: function(string, number): void, pivot: function(string, number[]): void,
   *   anchor: function(string, number, [number, number]): void, select: function(?string, number=): void,
   *   moving: function(string, number[]): void, sizing: function(string, number): void,
   *   turning: function(string, number): void, restore: function(): void}} does what the page does while and when the user is done
   */
  constructor(board, does) {
    this.does = does;
    this.zoom = 1;
    this.showsAnchors = false;
    this.showsPivot = false;
    this.showsBefore = false;
    /** @type {?View} */ this.view = null;
    /** @type {?string} */ this.selected = null;
    /** Which layer of the selected item was taken. */
    this.part = 0;
    /** Whether edits are for that layer alone. */
    this.isForPart = false;
    /** @type {Set<string>} */ this.movable = new Set();
    // What was moved and is not in the picture yet: sent to the studio, and not sent.
    this.moved = { item: '', sent: [0, 0], waiting: [0, 0], isFine: false };
    /** @type {?number} What the arrow keys turned the item to, and is not sent. */
    this.turned = null;
    this.layers = element('div', { className: 'layers' });
    this.whole = new Image();
    /** The frame that was shown before this one. */
    this.ghost = element('img', { className: 'ghost', alt: '', hidden: true });
    this.guides = ['x', 'y'].map(() => element('div', { className: 'guide', hidden: true }));
    this.edge = element('div', { className: 'edge' });
    this.grips = element('div');
    this.anchors = element('div');
    const handle = (className, ariaLabel, title) => element('button', { className, ariaLabel, title, hidden: true });
    this.size = handle('size', 'Size', 'Size');
    this.turn = handle('turn', 'Rotation', 'Rotate (Shift: steps of 15 degrees)');
    this.pivot = handle('pivot', 'Pivot', 'Pivot: the point that is put on the anchor');
    this.paper = element('div', { id: 'paper' });
    this.paper.append(this.ghost, this.layers, this.whole, ...this.guides, this.edge, this.grips, this.size, this.turn,
      this.anchors, this.pivot);
    board.replaceChildren(this.paper);
    this.paper.addEventListener('pointerdown', (event) => this.#takeItem(event));
    this.paper.addEventListener('pointermove', (event) => {
      if (event.buttons === 0) this.paper.classList.toggle('takes', this.#hit(event) !== null);
    });
    this.size.addEventListener('pointerdown', (event) => this.#takeSize(event));
    this.turn.addEventListener('pointerdown', (event) => this.#takeTurn(event));
    this.pivot.addEventListener('pointerdown', (event) => this.#takePivot(event));
    this.size.addEventListener('keydown', (event) => pressArrow(event, ([x, y]) => {
      const factor = event.altKey ? 1.01 : event.shiftKey ? 1.25 : 1.05;
      this.does.resize(this.selected, x - y > 0 ? factor : 1 / factor);
    }));
    this.turn.addEventListener('keydown', (event) => pressArrow(event, ([x, y]) => {
      this.turned = wrapped(tenths(this.turned ?? this.#taken().placement?.rotation ?? 0, x - y));
      this.does.turning(this.selected, this.turned);
      this.#flushLater();
    }));
    this.pivot.addEventListener('keydown', (event) => pressArrow(event, (step) => this.does.pivot(this.selected, step)));
  }

  /** Shows a view once its pictures are there. @param {View} view @param {number} zoom */
  async show(view, zoom) {
    const turn = (this.shows = (this.shows ?? 0) + 1);
    const whole = picture(view.picture);
    const layers = view.parts.map((part) => picture(part.picture));
    await Promise.all([whole, ...layers].map((image) => image.decode().catch(() => {})));
    if (turn !== this.shows) return;
    if (this.view && this.view.cell !== view.cell) this.ghost.src = this.whole.src;
    this.view = view;
    this.zoom = zoom;
    this.whole.replaceWith(whole);
    this.whole = whole;
    whole.className = 'whole';
    this.layers.replaceChildren(...layers);
    this.moved.sent = [0, 0];
    this.arrange();
    this.paper.dataset.shown = view.picture;
    if (this.moved.waiting.some((step) => step !== 0) && !this.isHeld) this.flush();
  }

  /** Puts everything where the view says. */
  arrange() {
    const view = this.view;
    if (!view) return;
    const { canvas, parts } = view;
    const pixel = this.zoom / view.scale;
    place(this.paper, null, null, canvas.fullWidth * this.zoom, canvas.fullHeight * this.zoom);
    place(this.whole, 0, 0, canvas.fullWidth * this.zoom, canvas.fullHeight * this.zoom);
    this.ghost.hidden = !this.showsBefore || !this.ghost.src;
    place(this.ghost, 0, 0, canvas.fullWidth * this.zoom, canvas.fullHeight * this.zoom);
    place(this.edge, canvas.left * this.zoom, canvas.top * this.zoom, canvas.width * this.zoom, canvas.height * this.zoom);
    this.paper.classList.toggle('pixels', this.zoom >= 1);
    parts.forEach((part, index) => place(
      this.layers.children[index], part.x * pixel, part.y * pixel, part.width * pixel, part.height * pixel));
    const items = [...new Set(parts.map((part) => part.item))].filter((item) => this.movable.has(item));
    keyed(this.grips, items, (item) => {
      const grip = element('button', { className: 'grip' });
      grip.addEventListener('focus', () => this.does.select(item));
      grip.addEventListener('keydown', (event) => this.#pressItem(event, item));
      grip.addEventListener('blur', () => this.flush());
      return grip;
    }, (grip, item) => {
      const box = this.box(item);
      place(grip, box.x, box.y, box.width, box.height);
      grip.ariaLabel = `${item}: move with the arrow keys`;
      press(grip, item === this.selected);
    });
    const box = this.selected && items.includes(this.selected) ? this.box(this.selected) : null;
    this.size.hidden = this.turn.hidden = !box;
    this.pivot.hidden = !box || !this.showsPivot || Boolean(this.#taken().placement?.rotation);
    if (box) {
      at(this.size, box.x + box.width, box.y + box.height);
      // Also where the item reaches out of the picture.
      at(this.turn, box.x + box.width / 2, Math.max(box.y - 24, 16 - this.paper.offsetTop));
      at(this.pivot, ...this.#pivotPlace());
    }
    keyed(this.anchors, this.showsAnchors ? view.anchors.map((anchor) => anchor.name) : [], (name) => {
      const mark = element('button', { className: 'anchor' }, element('span', { textContent: name }));
      mark.ariaLabel = `Anchor ${name}: move with the arrow keys`;
      mark.addEventListener('pointerdown', (event) => this.#takeAnchor(event, name));
      mark.addEventListener('keydown', (event) => pressArrow(event, (step) => this.#moveAnchor(name, step)));
      return mark;
    }, (mark, name) => at(mark, ...this.#anchorPlace(name)));
    this.#transform();
  }

  /** @param {string} item @returns {DOMRect} around what the item shows, on the paper */
  box(item) {
    const pixel = this.zoom / this.view.scale;
    const own = this.#layers(item);
    const left = Math.min(...own.map((part) => part.x)), top = Math.min(...own.map((part) => part.y));
    const right = Math.max(...own.map((part) => part.x + part.width));
    const bottom = Math.max(...own.map((part) => part.y + part.height));
    return new DOMRect(left * pixel, top * pixel, (right - left) * pixel, (bottom - top) * pixel);
  }

  /** Puts back what could not be sent. */
  forget() {
    Object.assign(this.moved, { sent: [0, 0], waiting: [0, 0] });
    this.arrange();
  }

  /** @returns {[number, number]} */
  #anchorPlace(name) {
    const { canvas, anchors } = this.view;
    const anchor = anchors.find((entry) => entry.name === name);
    return [(anchor.x + canvas.left) * this.zoom, (anchor.y + canvas.top) * this.zoom];
  }

  /** @param {string} item @returns {Part[]} the layers that an edit of an item moves */
  #layers(item) {
    const own = this.view.parts.filter((part) => part.item === item);
    if (this.isForPart && item === this.selected) return own.filter((part) => part.part === this.part);
    const following = own.filter((part) => part.placement?.decider !== 'part');
    return following.length ? following : own;
  }

  /** @returns {Part} the layer of the selected item that was taken */
  #taken() {
    const own = this.view.parts.filter((part) => part.item === this.selected);
    return own.find((part) => part.part === this.part) ?? own[0];
  }

  /** @returns {[number, number]} on the paper */
  #pivotPlace() {
    const { canvas } = this.view, { pivot } = this.#taken();
    return [(pivot[0] + canvas.left) * this.zoom, (pivot[1] + canvas.top) * this.zoom];
  }

  /** @returns {?Part} the frontmost layer that shows something under the pointer, or the selected one */
  #hit(event) {
    if (!this.view) return null;
    const place = this.paper.getBoundingClientRect();
    const pixel = this.zoom / this.view.scale;
    const x = (event.clientX - place.left) / pixel, y = (event.clientY - place.top) / pixel;
    for (let index = this.view.parts.length - 1; index >= 0; index--) {
      const part = this.view.parts[index];
      if (!this.movable.has(part.item) || x < part.x || y < part.y || x >= part.x + part.width
        || y >= part.y + part.height) continue;
      probe.clearRect(0, 0, 1, 1);
      probe.drawImage(this.layers.children[index], -Math.floor(x - part.x), -Math.floor(y - part.y));
      if (probe.getImageData(0, 0, 1, 1).data[3] > 8) return part;
    }
    // What is selected can be taken by all of its box.
    const box = this.movable.has(this.selected) ? this.box(this.selected) : new DOMRect();
    const isInside = x * pixel >= box.left && x * pixel < box.right && y * pixel >= box.top && y * pixel < box.bottom;
    return isInside ? this.#taken() : null;
  }

  #takeItem(event) {
    if (event.button !== 0 || event.target.closest('.anchor, .size, .turn, .pivot')) return;
    const part = this.#hit(event), item = part?.item ?? null;
    this.does.select(item, part?.part);
    if (!item) return;
    event.preventDefault();
    [...this.grips.children].find((grip) => grip.dataset.key === item)?.focus({ preventScroll: true });
    this.#hold(event, (x, y, isFine, isFree) => this.#moveTo(item, this.#snap(item, x, y, isFine, isFree), isFine),
      () => { this.#hideGuides(); this.flush(); });
  }

  /** A step that brings the item onto an anchor or the center when it is near; a key turns that off. */
  #snap(item, x, y, isFine, isFree) {
    const { canvas, anchors } = this.view, box = this.box(item), part = this.#taken();
    const moved = this.moved.item === item ? this.moved.sent : [0, 0];
    return [x, y].map((step, axis) => {
      const guide = this.guides[axis], [from, side] = axis === 0 ? [canvas.left, canvas.width] : [canvas.top, canvas.height];
      const start = axis === 0 ? box.x + box.width / 2 : box.y + box.height / 2;
      const pivot = part.pivot[axis] + moved[axis], middle = start / this.zoom - from + moved[axis];
      const near = [...anchors.map((own) => [axis === 0 ? own.x : own.y, pivot]), [side / 2, pivot], [side / 2, middle]]
        .map(([target, own]) => [target - own, target]).filter(([own]) => Math.abs(own - step) * this.zoom < 5)
        .sort((a, b) => Math.abs(a[0] - step) - Math.abs(b[0] - step))[0];
      guide.hidden = isFree || isFine || !near;
      if (guide.hidden) return snapped(step, isFine);
      const line = (near[1] + from) * this.zoom;
      if (axis === 0) place(guide, line, 0, 1, canvas.fullHeight * this.zoom);
      else place(guide, 0, line, canvas.fullWidth * this.zoom, 1);
      return snapped(near[0], true);
    });
  }

  #hideGuides() { for (const guide of this.guides) guide.hidden = true; }

  #takeSize(event) {
    event.preventDefault();
    const item = this.selected, place = this.paper.getBoundingClientRect(), [x, y] = this.#pivotPlace();
    const reach = (px, py) => Math.hypot(px - x, py - y);
    const fromX = event.clientX - place.left, fromY = event.clientY - place.top;
    let factor = 1;
    this.#hold(event, (dx, dy) => {
      factor = Math.max(reach(fromX + dx * this.zoom, fromY + dy * this.zoom) / Math.max(reach(fromX, fromY), 1), 0.02);
      this.#eachAround([x, y], item, `scale(${factor})`);
      this.does.sizing(item, factor);
    }, () => (factor === 1 ? this.arrange() : this.does.resize(item, factor)));
  }

  #takeTurn(event) {
    event.preventDefault();
    const item = this.selected, place = this.paper.getBoundingClientRect(), [x, y] = this.#pivotPlace();
    const start = this.#taken().placement?.rotation ?? 0;
    const angle = (px, py) => (Math.atan2(py - y, px - x) * 180) / Math.PI;
    const fromX = event.clientX - place.left, fromY = event.clientY - place.top;
    let turned = start;
    this.#hold(event, (dx, dy, isFine, _, isStepped) => {
      const by = angle(fromX + dx * this.zoom, fromY + dy * this.zoom) - angle(fromX, fromY);
      turned = isStepped ? wrapped(Math.round((start + by) / 15) * 15) : start;
      if (!isStepped && snapped(by, isFine) !== 0) turned = wrapped(tenths(start, snapped(by, isFine)));
      this.#eachAround([x, y], item, `rotate(${turned - start}deg)`);
      this.does.turning(item, turned);
    }, () => (turned === start ? this.arrange() : this.does.turn(item, turned)));
  }

  #takePivot(event) {
    event.preventDefault();
    const item = this.selected;
    let step = [0, 0];
    this.#hold(event, (x, y, isFine) => {
      step = [snapped(x, isFine), snapped(y, isFine)];
      this.pivot.style.transform = `translate(${step[0] * this.zoom}px, ${step[1] * this.zoom}px)`;
    }, () => (step[0] === 0 && step[1] === 0 ? this.arrange() : this.does.pivot(item, step)));
  }

  /** Transforms everything of an item around a point of the paper. */
  #eachAround([x, y], item, transform) {
    this.#each(item, (node, left, top) => {
      node.style.transformOrigin = `${x - left}px ${y - top}px`;
      node.style.transform = transform;
    });
  }

  #takeAnchor(event, name) {
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.focus();
    const mark = event.currentTarget;
    let step = [0, 0];
    this.#hold(event, (x, y, isFine) => {
      step = [snapped(x, isFine), snapped(y, isFine)];
      mark.style.transform = `translate(${step[0] * this.zoom}px, ${step[1] * this.zoom}px)`;
    }, () => this.#moveAnchor(name, step));
  }

  /** Follows a pointer until it is let go; Escape puts everything back. */
  #hold(start, move, end) {
    const target = start.currentTarget, watch = new AbortController();
    target.setPointerCapture(start.pointerId);
    this.isHeld = true;
    const listen = (type, does) => target.addEventListener(type, does, { signal: watch.signal });
    const stop = (isDone) => {
      watch.abort();
      this.isHeld = false;
      if (isDone) return end();
      this.#hideGuides();
      this.forget();
      this.does.restore();
    };
    listen('pointermove', (event) => {
      this.paper.classList.add('moving');
      move((event.clientX - start.clientX) / this.zoom, (event.clientY - start.clientY) / this.zoom, event.altKey,
        event.ctrlKey || event.metaKey, event.shiftKey);
    });
    listen('pointerup', () => stop(true));
    listen('pointercancel', () => stop(false));
    document.addEventListener('keydown', (event) => event.key === 'Escape' && stop(false), { signal: watch.signal });
  }

  #pressItem(event, item) {
    pressArrow(event, (step) => {
      if (this.moved.item !== item) this.flush();
      const waiting = this.moved.item === item ? this.moved.waiting : [0, 0];
      this.#moveTo(item, step.map((part, index) => tenths(waiting[index], part)), event.altKey);
      this.#flushLater();
    });
  }

  #flushLater() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), 350);
  }

  #moveAnchor(name, step) {
    const anchor = this.view.anchors.find((entry) => entry.name === name);
    if (step[0] === 0 && step[1] === 0) return this.arrange();
    anchor.x += step[0];
    anchor.y += step[1];
    this.arrange();
    this.does.anchor(name, this.view.cell, [anchor.x, anchor.y]);
  }

  #moveTo(item, step, isFine) {
    if (this.moved.item !== item) this.moved.sent = [0, 0];
    Object.assign(this.moved, { item, waiting: step, isFine });
    this.#transform();
    this.does.moving(item, this.#step());
  }

  #step() { return this.moved.waiting.map((step, index) => step + this.moved.sent[index]); }

  /** Shows the layers where they are moved to, in place of the picture. */
  #transform() {
    const [x, y] = this.#step();
    const isMoving = x !== 0 || y !== 0;
    this.paper.classList.toggle('moving', isMoving || Boolean(this.isHeld));
    const handles = [this.size, this.turn, this.pivot];
    for (const node of [...this.layers.children, ...this.grips.children, ...handles, ...this.anchors.children]) {
      if (node.style.transform) node.style.transform = '';
    }
    if (!isMoving) return;
    this.#each(this.moved.item, (node) => {
      node.style.transform = `translate(${x * this.zoom}px, ${y * this.zoom}px)`;
    });
  }

  /** Everything that moves with an item, with its place on the paper. */
  #each(item, does) {
    const pixel = this.zoom / this.view.scale;
    const own = this.#layers(item);
    this.view.parts.forEach((part, index) => {
      if (own.includes(part)) does(this.layers.children[index], part.x * pixel, part.y * pixel);
    });
    const grip = [...this.grips.children].find((entry) => entry.dataset.key === item);
    const box = this.box(item);
    if (grip) does(grip, box.x, box.y);
    if (item !== this.selected) return;
    for (const node of [this.size, this.turn, this.pivot]) does(node, node.offsetLeft, node.offsetTop);
  }

  /** Sends what was turned, and what was moved once what was sent before is in the picture. */
  flush() {
    clearTimeout(this.timer);
    const { turned } = this;
    this.turned = null;
    if (turned !== null && this.selected) this.does.turn(this.selected, turned);
    const { item, sent, waiting, isFine } = this.moved;
    if (waiting.every((step) => step === 0)) return this.#transform();
    if (sent.some((step) => step !== 0)) return;
    Object.assign(this.moved, { sent: waiting, waiting: [0, 0] });
    this.does.move(item, waiting, isFine);
  }
}

const probe = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
  .getContext('2d', { willReadFrequently: true });

/** @param {string} name @returns {HTMLImageElement} */
const picture = (name) => Object.assign(new Image(), { src: `/picture/${name}`, alt: '', draggable: false });

/** @param {HTMLElement} node */
function place(node, x, y, width, height) {
  if (x !== null) at(node, x, y);
  node.style.width = `${width}px`;
  node.style.height = `${height}px`;
}
