// A player for what `kiln bake` writes: reads manifest.json, dresses pets, draws them.
//
// One module without dependencies: copy it into a game, or install its npm package. `Game` reads the
// manifest and draws nothing, `Painter` draws what it says:
//
//     const game = await Game.load('bake/manifest.json');
//     const painter = new Painter(game, game.scaleFor(devicePixelRatio));
//     await painter.load();
//     let look = game.look('dog');
//     look = game.equip(look, 'wizard');          // outfits take each other's place
//     look = game.equip(look, 'scarf');           // overlays add up, as far as slots have room
//     const idle = game.animations(look).idle;
//     const frame = frameAt(idle, seconds);
//     painter.draw(canvas, game.drawList(look, { animation: 'idle', frame, scale: painter.scale }));
//
// A look is a plain object of ids, `{ species, base, overlays, axes }`: keep it in a save as it is.
// Lengths in the manifest are points; at scale N a page is N times as large in pixels.

/** @typedef {import('./manifest.js').Manifest} Manifest */
/** @typedef {import('./manifest.js').Animation} Animation */
/** @typedef {import('./manifest.js').PageImage} PageImage */

/**
 * A dressed pet, by ids; `base` is the outfit worn in place of the pet's own sprite.
 *
 * @typedef {{species: string, base: ?string, overlays: string[], axes: {[name: string]: string | undefined}}} Look
 */

/**
 * A rectangle of a page and where to draw it, in pixels: see `Game.drawList`.
 *
 * @typedef {object} Step
 * @property {string} frame the name in the target and in descriptors
 * @property {?string} item the id of the item it shows; null for the pet itself and for images
 * @property {PageImage} page
 * @property {boolean} isRotated whether it is turned on the page by 90 degrees
 * @property {boolean} isCounterclockwise how it is turned
 * @property {number} sourceX the left edge on the page
 * @property {number} sourceY the top edge on the page
 * @property {number} width of the upright picture
 * @property {number} height of the upright picture
 * @property {number} x where the rectangle goes
 * @property {number} y where the rectangle goes
 * @property {number} untrimmedX where an engine's sprite goes
 * @property {number} untrimmedY where an engine's sprite goes
 */

/**
 * What a manifest says. Nothing here changes a look: functions that dress one return another.
 *
 * In TypeScript, `Game<SavedLook>` takes only ids of `kiln bake --typescript`.
 *
 * @template {Look} [L=Look]
 */
export class Game {
  /**
   * Reads a manifest; page images are looked for beside it. The option `cache` is that of `fetch`.
   *
   * @template {Look} [L=Look]
   * @param {string | URL} url @param {{target?: string, cache?: RequestCache}} [options]
   * @returns {Promise<Game<L>>}
   */
  static async load(url, options) {
    const place = new URL(url, document.baseURI);
    const answer = await fetch(place, { cache: options?.cache });
    if (!answer.ok) throw new Error(`there is no manifest at ${place.pathname}: ${answer.status}`);
    return new Game(await answer.json(), place, options);
  }

  /**
   * `target` is the id of the target whose pages are drawn; else it is the first atlas.
   *
   * @param {Manifest} manifest @param {?URL} [url] @param {{target?: string, cache?: RequestCache}} options
   */
  constructor(manifest, url, { target, cache } = {}) {
    if (manifest.format !== 'kiln-manifest') throw new Error('this is not a Kiln manifest');
    if (manifest.version > 1) throw new Error(`the manifest has version ${manifest.version}; this player knows 1`);
    this.manifest = manifest;
    this.url = url;
    this.cache = cache;
    /** @type {import('./manifest.js').Target} */
    this.target = target === undefined
      ? manifest.targets.find((one) => one.kind === 'atlas') ?? manifest.targets[0]
      : find(manifest.targets, target, 'target');
    if (!this.target) throw new Error('the manifest has no target');
  }

  /** What a dressed pet covers, in points: the canvas, and the bleed around it. */
  get area() {
    const { width, height, bleed } = this.manifest.canvas;
    const { top = 0, right = 0, bottom = 0, left = 0 } = { ...bleed };
    return { x: -left, y: -top, width: left + width + right, height: top + height + bottom };
  }

  /**
   * The scale of the target to draw with on a display: the first with enough pixels, else the largest.
   *
   * @param {number} pixelRatio @returns {number}
   */
  scaleFor(pixelRatio) {
    const scales = [...this.target.scales].sort((a, b) => a - b);
    return scales.find((scale) => scale >= pixelRatio) ?? scales.at(-1);
  }

  // MARK: Dressing

  /** @param {L['overlays'][number]} id @returns {import('./manifest.js').Item} */
  item(id) { return find(this.manifest.items, id, 'item'); }

  /**
   * The undressed pet.
   *
   * @param {L['species']} species @returns {L}
   */
  look(species) {
    find(this.manifest.species, species, 'species');
    return /** @type {any} */ ({ species, base: null, overlays: [], axes: {} });
  }

  /**
   * The look that the catalog calls so.
   *
   * @param {string} id @returns {L}
   */
  namedLook(id) {
    const { look } = find(this.manifest.looks, id, 'look');
    return { ...look, base: look.base ?? null };
  }

  /** @param {L} look @param {L['overlays'][number]} id */
  wears(look, id) { return look.base === id || look.overlays.includes(id); }

  /**
   * Whether there is art of the item for the look's species and axis values.
   *
   * @param {L} look @param {L['overlays'][number]} id
   */
  canWear(look, id) { return this.#artFor(this.item(id).art, look) !== null; }

  /**
   * The look with the item on; what its slot has no room for any more comes off, the oldest first.
   *
   * @param {L} look @param {L['overlays'][number]} id @returns {L}
   */
  equip(look, id) {
    const item = this.item(id);
    if (!this.canWear(look, id)) throw new Error(`item "${id}" has no art for species "${look.species}"`);
    if (this.wears(look, id)) return look;
    const worn = item.equipStyle === 'replaceSprite' ? { ...look, base: id } : { ...look, overlays: [...look.overlays, id] };
    if (item.slot === undefined) return worn;
    const mates = [worn.base, ...worn.overlays].filter((other) => other && other !== id && this.item(other).slot === item.slot);
    const room = (this.manifest.slots?.find((slot) => slot.id === item.slot)?.max ?? 1) - 1;
    return mates.slice(0, Math.max(0, mates.length - room)).reduce((next, other) => this.unequip(next, other), worn);
  }

  /** @param {L} look @param {L['overlays'][number]} id @returns {L} */
  unequip(look, id) {
    return { ...look, base: look.base === id ? null : look.base, overlays: look.overlays.filter((other) => other !== id) };
  }

  /** @param {L} look @param {L['overlays'][number]} id @returns {L} */
  toggle(look, id) { return this.wears(look, id) ? this.unequip(look, id) : this.equip(look, id); }

  /**
   * As much of a look as can be drawn: for saves that name what is gone, and for pets that become another species.
   *
   * @param {Look} look @returns {L}
   */
  wearable(look) {
    const plain = { ...this.look(look.species), axes: { ...look.axes } };
    for (const [name, value] of Object.entries(plain.axes)) {
      const axis = this.manifest.axes.find((one) => one.name === name);
      if (axis?.kind !== 'locale' && !axis?.values.includes(value)) delete plain.axes[name];
    }
    const fits = (id, style) => {
      const item = this.manifest.items.find((one) => one.id === id);
      return item?.equipStyle === style && this.canWear(plain, id);
    };
    const worn = [look.base, ...look.overlays].filter((id, at) => id && fits(id, at === 0 ? 'replaceSprite' : 'overlay'));
    return worn.reduce((next, id) => this.equip(next, id), plain);
  }

  // MARK: Drawing

  /**
   * The animations of a look's pet or outfit, by name.
   *
   * @param {L} look @returns {Record<string, Animation>}
   */
  animations(look) {
    return Object.assign({}, ...this.#leads(look).map((art) => art.animations).reverse());
  }

  /**
   * How many frames an animation of a look has; without one, the pet's whole sheet.
   *
   * @param {L} look @param {?string} [animation] @returns {number}
   */
  frameCount(look, animation = null) { return this.#poses(look, animation).length; }

  /**
   * What to draw for a look, back to front: rectangles of page images, and where they go.
   *
   * All numbers are pixels; x and y count from the canvas's corner. An engine that loaded the page with
   * a descriptor draws its sprite called `frame` at `untrimmedX`, `untrimmedY` instead: sprites of
   * engines add their trimmed margins themselves. The option `frame` is a step of the animation, counted
   * around its end; without an animation, a frame of the pet's whole sheet.
   *
   * @param {L} look @param {{animation?: ?string, frame?: number, scale?: number}} options @returns {Step[]}
   */
  drawList(look, { animation = null, frame = 0, scale = 1 } = {}) {
    const { sheet, cell } = this.#pose(look, animation, frame);
    return this.#layers(look, sheet).flatMap(({ art, item }) => {
      const origin = art.origins[cell % art.origins.length];
      return this.#step(art.frames[cell % art.frames.length], pixels(origin.x, scale), pixels(origin.y, scale), scale, item);
    });
  }

  /**
   * What to draw for an image that belongs to no pet, such as a room; it counts from the image's corner.
   *
   * @param {string} id
   * @param {{axes?: Look['axes'], animation?: ?string, frame?: number, scale?: number}} options
   * @returns {Step[]}
   */
  imageDrawList(id, { axes = {}, animation = null, frame = 0, scale = 1 } = {}) {
    const whole = find(this.manifest.images ?? [], id, 'image');
    const image = whole.art ? this.#artFor(whole.art, { axes }) : whole;
    if (!image) throw new Error(`image "${id}" has no art for these axis values`);
    const cells = animation === null ? image.frames.map((_, cell) => cell) : find(image.animations ?? {}, animation, 'animation').frames;
    return this.#step(image.frames[cells[(frame % cells.length + cells.length) % cells.length]], 0, 0, scale, null);
  }

  /** One frame as a step; none where it has no visible pixel. */
  #step(name, x, y, scale, item) {
    const frame = find(this.target.frames, name, `frame of target "${this.target.id}" called`);
    if (frame.width === 0 || frame.height === 0) return [];
    const page = this.target.pages[frame.page].images.find((image) => image.scale === scale);
    if (!page) throw new Error(`target "${this.target.id}" has no scale ${scale}`);
    return [{
      frame: name, item, page, isRotated: frame.rotated, isCounterclockwise: frame.counterclockwise ?? false,
      sourceX: frame.x * scale, sourceY: frame.y * scale,
      width: frame.width * scale, height: frame.height * scale, x: x + frame.trimX * scale, y: y + frame.trimY * scale,
      untrimmedX: x, untrimmedY: y,
    }];
  }

  /** The pictures of a look, back to front. What has no part in a sheet is left out there. */
  #layers(look, sheet) {
    const layers = this.#parts(this.#baseArt(look), look, sheet)
      .map((art) => ({ art, item: look.base, depth: art.part === undefined ? 0 : art.z }));
    for (const id of look.overlays) this.item(id);
    // Items come in the catalog's order, and sorting keeps it where depths are equal.
    for (const item of this.manifest.items) {
      if (item.equipStyle !== 'overlay' || !look.overlays.includes(item.id)) continue;
      if (!this.canWear(look, item.id)) throw new Error(`item "${item.id}" has no art for species "${look.species}"`);
      for (const art of this.#parts(item.art, look, sheet)) layers.push({ art, item: item.id, depth: art.z });
    }
    return layers.sort((a, b) => a.depth - b.depth);
  }

  /**
   * Where the anchors of a look's species are in a frame, by name; in points of the canvas.
   *
   * @param {L} look @param {{animation?: ?string, frame?: number}} options
   * @returns {Record<string, import('./manifest.js').Point>}
   */
  anchors(look, { animation = null, frame = 0 } = {}) {
    const { cell } = this.#pose(look, animation, frame);
    const { anchors } = find(this.manifest.species, look.species, 'species');
    return Object.fromEntries(Object.entries(anchors).map(([name, points]) => [name, points[cell % points.length]]));
  }

  #pose(look, animation, frame) {
    const poses = this.#poses(look, animation);
    return poses[(frame % poses.length + poses.length) % poses.length];
  }

  /** The moments of an animation: which of the look's sheets, and which cell of it. */
  #poses(look, animation) {
    const leads = this.#leads(look);
    if (animation === null) return leads.flatMap((art) => art.frames.map((_, cell) => ({ sheet: art.sheet, cell })));
    const lead = leads.find((art) => animation in art.animations);
    if (!lead) throw new Error(`species "${look.species}" has no animation "${animation}" in what it wears`);
    return lead.animations[animation].frames.map((cell) => ({ sheet: lead.sheet, cell }));
  }

  /** The part that the others advance with, once for each sheet: the first with several frames. */
  #leads(look) {
    const art = this.#baseArt(look);
    const sheets = [...new Set(art.map((one) => one.sheet))];
    const leads = sheets.flatMap((sheet) => {
      const parts = this.#parts(art, look, sheet);
      return parts.find((one) => one.frames.length > 1) ?? parts.slice(0, 1);
    });
    if (!leads.length) throw new Error(`${look.base ? `item "${look.base}"` : 'the pet'} has no art for species "${look.species}"`);
    return leads;
  }

  #baseArt(look) {
    return (look.base ? this.item(look.base) : find(this.manifest.species, look.species, 'species')).art;
  }

  /** The art of each part of a thing in a sheet, in the order of parts. */
  #parts(art, look, sheet) {
    const fitting = art.filter((one) => one.sheet === undefined || one.sheet === sheet);
    const numbers = [...new Set(fitting.map((one) => one.part ?? 0))].sort((a, b) => a - b);
    return numbers.map((part) => this.#artFor(fitting.filter((one) => (one.part ?? 0) === part), look)).filter(Boolean);
  }

  /** The art for a look's species and axis values: the lowest rank, of equals the first. */
  #artFor(candidates, look) {
    let best = null;
    for (const art of candidates) {
      const rank = art.species === look.species ? this.#rank(art, look) : null;
      if (rank && (!best || isBefore(rank, best.rank))) best = { art, rank };
    }
    return best?.art ?? null;
  }

  /** How far down an art stands, number by number: its level, then how far each value is from the wanted one. */
  #rank(art, look) {
    const rank = [art.level ?? 0];
    let named = 0;
    for (const axis of this.manifest.axes) {
      const due = art.axes[axis.name];
      if (due !== undefined) named += 1;
      const place = due === undefined ? 0 : standIns(axis, look.axes[axis.name] ?? axis.default ?? axis.values[0]).indexOf(due);
      if (place < 0) return null;
      rank.push(place);
    }
    return named === Object.keys(art.axes).length ? [...rank, -named] : null;
  }
}

/**
 * Which step of an animation is shown so many seconds after its start; one that does not loop stays at its last.
 *
 * @param {Animation} animation @param {number} seconds @returns {number}
 */
export function frameAt(animation, seconds) {
  const times = animation.durations ?? animation.frames.map(() => 1000 / animation.fps);
  const whole = times.reduce((sum, time) => sum + time, 0);
  let rest = seconds * 1000;
  if (rest >= whole && !animation.loop) return times.length - 1;
  rest = Math.max(0, rest) % whole;
  const step = times.findIndex((time) => (rest -= time) < 0);
  return step < 0 ? times.length - 1 : step;
}

/** The value itself, then those whose art stands in for it. */
function standIns(axis, value) {
  const chain = [value, ...(axis.details?.[value]?.fallback ?? [])];
  if (axis.kind === 'locale') {
    // RFC 4647, lookup: subtags go from the end, a single letter with what follows it.
    const tags = value.split('-');
    // No locale has nearly so many; what has more is none.
    while (tags.length <= 32 && tags.length > 1) {
      tags.pop();
      while (tags.length > 1 && tags.at(-1).length === 1) tags.pop();
      chain.push(tags.join('-'));
    }
  }
  return [...new Set(chain)];
}

/** A place in points to the nearest pixel; halves go up. */
const pixels = (points, scale) => Math.floor(points * scale + 0.5);

function isBefore(rank, other) {
  const place = rank.findIndex((number, index) => number !== other[index]);
  return place >= 0 && rank[place] < other[place];
}

/** An element of a list by its id, or a member of an object by its name. */
function find(things, id, kind) {
  const found = Array.isArray(things) ? things.find((thing) => thing.id === id) : Object.hasOwn(things, id) && things[id];
  if (!found) throw new Error(`there is no ${kind} "${id}"`);
  return found;
}

/**
 * For development: calls back after each bake of `kiln studio --bake` or `kiln bake --watch --port`, whose
 * address it needs. The game then loads again what it shows:
 *
 *     watchForBakes('http://127.0.0.1:8123/baked', async () => {
 *       game = await Game.load('bake/manifest.json', { cache: 'no-cache' });
 *       await painter.reload(game);
 *       look = game.wearable(look);
 *     });
 *
 * Returns a function that ends it. Leave it out of the game that you ship.
 *
 * @param {string | URL} url @param {() => void | Promise<void>} callback
 */
export function watchForBakes(url, callback) {
  const events = new EventSource(url);
  let turn = Promise.resolve();
  const call = () => { turn = turn.then(callback).catch((error) => console.warn(error)); };
  let wasOpen = false;
  // While the connection was lost, a bake may have been missed.
  events.addEventListener('open', () => { if (wasOpen) call(); wasOpen = true; });
  events.addEventListener('baked', call);
  return () => events.close();
}

/** The images of a target's pages at a scale. */
const pageImages = (game, scale) => game.target.pages.map((page) => page.images.find((image) => image.scale === scale));

/** Media types of pages that browsers decode. */
const pageTypes = ['image/avif', 'image/webp', 'image/png'];

/**
 * The files with a page's image, `{ path, type }`, the smallest first.
 *
 * @param {Game} game @param {PageImage} image
 */
export function pageFiles(game, image) {
  const bytes = new Map(game.manifest.files.map((file) => [file.path, file.bytes]));
  return (image.encodings ?? [{ path: image.path, type: 'image/png' }])
    .filter((file) => pageTypes.includes(file.type))
    .sort((a, b) => (bytes.get(a.path) ?? 0) - (bytes.get(b.path) ?? 0));
}

/** The first file of a page that the browser can decode. */
async function loadPage(game, image) {
  if (image.pixels) throw new Error(`page ${image.path} holds ${image.pixels}: bake a target of PNGs for the web`);
  const files = pageFiles(game, image);
  for (const { path } of files) {
    const parts = path.split('/').map(encodeURIComponent);
    const answer = await fetch(new URL(parts.join('/'), game.url), { cache: game.cache });
    if (!answer.ok) throw new Error(`there is no page ${path}: ${answer.status}`);
    try {
      return await decodePage(await answer.blob());
    } catch (error) {
      if (path === files.at(-1)?.path) throw error;
    }
  }
  throw new Error(`page ${image.path} has no file of a type that browsers know`);
}

/** The file's own numbers: neither multiplied by alpha nor fitted to a display's colors. */
async function decodePage(file) {
  return { bitmap: await createImageBitmap(file, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' }), texture: null };
}

/**
 * Draws steps of draw lists on canvases, with the pages of one scale.
 *
 * A 2D canvas multiplies colors by alpha and blends in its own rounding, so that soft edges come out
 * a little different in each browser. Here a shader does Kiln's arithmetic on whole numbers: what is
 * drawn is what `kiln preview` shows, bit for bit. A game that has a renderer of its own takes the
 * steps of `Game.drawList`, and needs none of this.
 */
export class Painter {
  #pages = new Map();
  #gl;
  #below;
  #uniforms;

  /** @param {Game} game @param {number} scale */
  constructor(game, scale) {
    const { id, scales } = game.target;
    if (!scales.includes(scale)) throw new Error(`target "${id}" has no scale ${scale}; it has ${scales.join(', ')}`);
    this.game = game;
    this.scale = scale;
    this.canvas = document.createElement('canvas');
    this.canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    this.canvas.addEventListener('webglcontextrestored', () => this.#begin());
    this.#gl = this.canvas.getContext('webgl2', { antialias: false, depth: false, preserveDrawingBuffer: true });
    if (!this.#gl) throw new Error('this browser has no WebGL 2');
    this.#begin();
  }

  /**
   * Loads the pages of the target that steps need; all of them, unless said.
   *
   * @param {Step[]} [steps]
   */
  async load(steps) {
    await this.#load(steps?.map((step) => step.page) ?? pageImages(this.game, this.scale));
  }

  /**
   * Loads the pages of a bundle of the target.
   *
   * @param {string} id as the catalog names it
   * @param {(loaded: number) => void} progress called after each page with how much is loaded, 0 to 1
   */
  async loadBundle(id, progress = () => {}) {
    const { pages } = find(this.game.target.bundles ?? [], id, `bundle of target "${this.game.target.id}" called`);
    const images = pageImages(this.game, this.scale);
    await this.#load(pages.map((page) => images[page]), progress);
  }

  async #load(images, progress = (loaded) => {}) {
    let loaded = 0;
    await Promise.all(images.map(async (image) => {
      if (!this.#pages.has(image.path)) this.#pages.set(image.path, await loadPage(this.game, image));
      loaded += 1;
      progress(loaded / images.length);
    }));
  }

  /**
   * Takes the file of a page that the game already has, instead of loading it.
   *
   * @param {string} path @param {Blob} file
   */
  async add(path, file) { this.#pages.set(path, await decodePage(file)); }

  /**
   * Draws another bake of the game from now on. Until all of its pages are loaded, the old ones stay.
   *
   * @param {Game} game
   */
  async reload(game) {
    const images = pageImages(game, this.scale);
    const pages = await Promise.all(images.map(async (image) => [image.path, await loadPage(game, image)]));
    for (const { texture } of this.#pages.values()) if (texture) this.#gl.deleteTexture(texture);
    this.#pages = new Map(pages);
    this.game = game;
  }

  /**
   * Draws steps over each other, onto a canvas that gets the size of an area of the world, in points.
   *
   * @param {HTMLCanvasElement} canvas @param {Step[]} steps @param {Game['area']} [area]
   */
  draw(canvas, steps, area = this.game.area) {
    const picture = this.paint(steps, area);
    const { width, height } = picture;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    context.clearRect(0, 0, width, height);
    context.drawImage(picture, 0, 0);
  }

  /**
   * The same on the painter's own canvas, for a game's `drawImage`; the next call paints over it.
   *
   * @param {Step[]} steps @param {Game['area']} [area]
   */
  paint(steps, area = this.game.area) {
    const gl = this.#gl;
    const [left, top, width, height] = [area.x, area.y, area.width, area.height].map((side) => side * this.scale);
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    if (gl.isContextLost()) return this.canvas;
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    for (const step of steps) {
      gl.activeTexture(gl.TEXTURE0);
      gl.bindTexture(gl.TEXTURE_2D, this.#texture(step.page.path));
      // A shader cannot read where it writes: it gets a copy of what was drawn so far.
      gl.activeTexture(gl.TEXTURE1);
      gl.bindTexture(gl.TEXTURE_2D, this.#below);
      gl.copyTexImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 0, 0, width, height, 0);
      gl.uniform4i(this.#uniforms.source, step.sourceX, step.sourceY, step.width, step.height);
      gl.uniform3i(this.#uniforms.place, step.x - left, step.y - top, height);
      const turn = !step.isRotated ? 0 : step.isCounterclockwise ? 2 : 1;
      gl.uniform2i(this.#uniforms.kind, turn, step.page.premultiplied ? 1 : 0);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    }
    return this.canvas;
  }

  #texture(path) {
    const page = this.#pages.get(path);
    if (!page) throw new Error(`page ${path} was not loaded`);
    if (!page.texture) {
      const gl = this.#gl;
      page.texture = gl.createTexture();
      gl.bindTexture(gl.TEXTURE_2D, page.texture);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, page.bitmap);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    }
    return page.texture;
  }

  /** Makes what lives in the graphics memory; again, when a browser took it away. */
  #begin() {
    const gl = this.#gl;
    for (const page of this.#pages.values()) page.texture = null;
    const program = gl.createProgram();
    for (const [kind, text] of /** @type {const} */ ([[gl.VERTEX_SHADER, vertexShader], [gl.FRAGMENT_SHADER, fragmentShader]])) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    gl.useProgram(program);
    const place = (name) => gl.getUniformLocation(program, name);
    this.#uniforms = { source: place('source'), place: place('place'), kind: place('kind') };
    gl.uniform1i(place('page'), 0);
    gl.uniform1i(place('below'), 1);
    gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
    this.#below = gl.createTexture();
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, this.#below);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  }
}

// One triangle that covers the canvas.
const vertexShader = `#version 300 es
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1);
}`;

// Source-over on premultiplied bytes, each division by 255 rounded to the nearest, as Kiln does it.
const fragmentShader = `#version 300 es
precision highp float;
precision highp int;
uniform highp sampler2D page, below;
uniform ivec4 source;  // x, y on the page; width, height upright
uniform ivec3 place;   // x, y on the canvas; the canvas's height
uniform ivec2 kind;    // turned on the page: 1 clockwise, 2 counterclockwise; premultiplied there?
out vec4 color;

ivec4 bytes(vec4 shares) { return ivec4(shares * 255.0 + 0.5); }
ivec3 by255(ivec3 values) { return (values + 127) / 255; }

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  ivec2 at = ivec2(pixel.x, place.z - 1 - pixel.y) - place.xy;
  if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, source.zw))) discard;
  if (kind.x == 1) at = ivec2(source.w - 1 - at.y, at.x);
  if (kind.x == 2) at = ivec2(at.y, source.z - 1 - at.x);
  ivec2 from = source.xy + at;
  ivec4 above = bytes(texelFetch(page, from, 0));
  ivec4 under = bytes(texelFetch(below, pixel, 0));
  if (kind.y == 0) above.rgb = by255(above.rgb * above.a);
  ivec3 rest = by255(under.rgb * (255 - above.a));
  int cover = above.a + by255(ivec3(under.a * (255 - above.a))).x;
  color = vec4(above.rgb + rest, cover) / 255.0;
}`;
