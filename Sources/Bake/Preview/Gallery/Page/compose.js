// A look to pixels, as a game does it with the manifest and the pages, and as the tool does it:
// premultiplied, source-over, every division by 255 rounded to nearest.
const by255 = (value) => (value + 127) / 255 | 0;

/** The scales whose pages are all here. */
const scales = manifest.targets.length === 0 ? [] : manifest.targets[0].scales.filter((scale) =>
  manifest.targets[0].pages.every((page) => page.images.some((image) => image.scale === scale && image.path in given.pictures)));
const target = manifest.targets[0];
/** What is shown, in points: the canvas and the bleed around it. */
const bleed = { top: 0, right: 0, bottom: 0, left: 0, ...manifest.canvas.bleed };
const area = { x: -bleed.left, y: -bleed.top, width: bleed.left + manifest.canvas.width + bleed.right, height: bleed.top + manifest.canvas.height + bleed.bottom };

/** The value that is meant when a look does not say. */
const standardOf = (axis) => axis.default ?? axis.values[0];

/** The values whose art is drawn for a value: itself, then what stands in for it. */
function chainOf(axis, value) {
  const chain = [value, ...(axis.details?.[value]?.fallback ?? [])];
  if (axis.kind === 'locale') {
    const tags = value.split('-');
    // No locale has nearly so many; what has more is none.
    if (tags.length > 32) return chain;
    while (tags.length > 1) {
      tags.pop();
      while (tags.length > 1 && tags.at(-1).length === 1) tags.pop();
      chain.push(tags.join('-'));
    }
  }
  return [...new Set(chain)];
}

/** How far down an art stands for a look's axis values, compared number by number; null when it does not fit. */
function rankOf(art, look) {
  const rank = [art.level ?? 0];
  const named = Object.keys(art.axes);
  let known = 0;
  for (const axis of manifest.axes) {
    const due = art.axes[axis.name];
    if (due === undefined) { rank.push(0); continue; }
    const place = chainOf(axis, look.axes[axis.name] ?? standardOf(axis)).indexOf(due);
    if (place < 0) return null;
    known += 1;
    rank.push(place);
  }
  return known === named.length ? [...rank, -known] : null;
}

function artFor(candidates, look) {
  let best = null;
  for (const art of candidates) {
    const rank = art.species === look.species ? rankOf(art, look) : null;
    if (!rank) continue;
    const place = best ? rank.findIndex((number, index) => number !== best.rank[index]) : 0;
    if (!best || (place >= 0 && rank[place] < best.rank[place])) best = { art, rank };
  }
  return best?.art ?? null;
}
const itemByID = new Map(manifest.items.map((item) => [item.id, item]));
const speciesByID = new Map(manifest.species.map((species) => [species.id, species]));
const slotByID = new Map((manifest.slots ?? []).map((slot) => [slot.id, slot]));

/** The art of all parts of a thing that a sheet shows, in their order. */
function partsFor(candidates, look, sheet) {
  const fitting = candidates.filter((art) => (art.sheet ?? null) === null || art.sheet === sheet);
  const numbers = [...new Set(fitting.map((art) => art.part ?? 0))].sort((a, b) => a - b);
  return numbers.map((number) => artFor(fitting.filter((art) => (art.part ?? 0) === number), look)).filter(Boolean);
}
const baseCandidates = (look) =>
  ((look.base ? itemByID.get(look.base) : speciesByID.get(look.species))?.art ?? []).filter((art) => art.species === look.species);

/** The part that the others advance with, once for each sheet: the first with several frames. */
function leadsOf(look) {
  const candidates = baseCandidates(look);
  return [...new Set(candidates.map((art) => art.sheet ?? null))].flatMap((sheet) => {
    const parts = partsFor(candidates, look, sheet);
    return parts.find((art) => art.frames.length > 1) ?? parts.slice(0, 1);
  });
}
const baseArt = (look) => leadsOf(look)[0] ?? null;
const animationsOf = (look) => Object.assign({}, ...leadsOf(look).map((art) => art.animations).reverse());

/** The moments of an animation; without one all frames of the base. */
function posesOf(look, animation) {
  const leads = leadsOf(look);
  const lead = animation ? leads.find((art) => art.animations[animation]) : null;
  if (lead) return lead.animations[animation].frames.map((cell) => ({ sheet: lead.sheet ?? null, cell }));
  return leads.flatMap((art) => art.frames.map((_, cell) => ({ sheet: art.sheet ?? null, cell })));
}
function poseOf(look, animation, frame) {
  const poses = posesOf(look, animation);
  return poses.length ? poses[(frame % poses.length + poses.length) % poses.length] : { sheet: null, cell: 0 };
}

/** The layers of a look, back to front; what has no art is left out. */
function layersOf(look, sheet) {
  const layers = partsFor(baseCandidates(look), look, sheet).map((art) =>
    ({ art, item: look.base ?? null, depth: art.part == null ? 0 : art.z, isBase: true }));
  for (const item of manifest.items) {
    if (item.equipStyle !== 'overlay' || !look.overlays.includes(item.id)) continue;
    for (const art of partsFor(item.art, look, sheet)) layers.push({ art, item: item.id, depth: art.z, isBase: false });
  }
  return layers.sort((a, b) => a.depth - b.depth);
}

function drawList(look, animation, frame, scale) {
  const { sheet, cell } = poseOf(look, animation, frame);
  const steps = [];
  for (const layer of layersOf(look, sheet)) {
    const name = layer.art.frames[cell % layer.art.frames.length];
    const placed = target?.frames[name];
    if (!placed || placed.width === 0 || placed.height === 0) continue;
    const image = target.pages[placed.page].images.find((image) => image.scale === scale);
    const origin = layer.art.origins[cell % layer.art.origins.length];
    steps.push({
      image, item: layer.item, asset: layer.art.asset, frame: name, z: layer.depth, page: placed.page,
      isRotated: placed.rotated, isCounterclockwise: placed.counterclockwise ?? false,
      sx: placed.x * scale, sy: placed.y * scale, width: placed.width * scale, height: placed.height * scale,
      x: Math.floor(origin.x * scale + 0.5) + placed.trimX * scale, y: Math.floor(origin.y * scale + 0.5) + placed.trimY * scale,
    });
  }
  return steps;
}

/** Where a pixel of an upright picture lies in its rectangle on the page. */
function placeOnPage(step, x, y) {
  if (!step.isRotated) return [x, y];
  return step.isCounterclockwise ? [y, step.width - 1 - x] : [step.height - 1 - y, x];
}

/** Draws a look; premultiplied RGBA. */
async function compose(look, animation, frame, scale) {
  const width = area.width * scale;
  const height = area.height * scale;
  const out = new Uint8ClampedArray(width * height * 4);
  for (const step of drawList(look, animation, frame, scale)) {
    const page = await pagePicture(step.image.path);
    const left = step.x - area.x * scale;
    const top = step.y - area.y * scale;
    for (let y = Math.max(0, -top); y < step.height && y + top < height; y += 1) {
      for (let x = Math.max(0, -left); x < step.width && x + left < width; x += 1) {
        const [across, down] = placeOnPage(step, x, y);
        const px = step.sx + across;
        const py = step.sy + down;
        const from = (py * page.width + px) * 4;
        const alpha = page.rgba[from + 3];
        if (alpha === 0) continue;
        const to = ((y + top) * width + x + left) * 4;
        const rest = 255 - alpha;
        for (let c = 0; c < 3; c += 1) {
          const color = step.image.premultiplied ? page.rgba[from + c] : by255(page.rgba[from + c] * alpha);
          out[to + c] = color + by255(out[to + c] * rest);
        }
        out[to + 3] = alpha + by255(out[to + 3] * rest);
      }
    }
  }
  return { width, height, rgba: out };
}

/** Premultiplied to the straight pixels that a canvas takes. */
function imageData(picture) {
  const data = new ImageData(picture.width, picture.height);
  for (let i = 0; i < picture.rgba.length; i += 4) {
    const alpha = picture.rgba[i + 3];
    if (alpha === 0) continue;
    for (let c = 0; c < 3; c += 1) data.data[i + c] = Math.min(255, ((picture.rgba[i + c] * 255 + (alpha >> 1)) / alpha) | 0);
    data.data[i + 3] = alpha;
  }
  return data;
}

const drawn = new Map();
/** A drawn look, kept for the next time. */
function drawnLook(look, animation, frame, scale) {
  const key = JSON.stringify([look.species, look.base, look.overlays, look.axes, poseOf(look, animation, frame), scale]);
  if (!drawn.has(key)) {
    if (drawn.size > 160) drawn.delete(drawn.keys().next().value);
    drawn.set(key, compose(look, animation, frame, scale).then(imageData));
  }
  return drawn.get(key);
}

function show(canvas, data) {
  canvas.width = data.width;
  canvas.height = data.height;
  canvas.getContext('2d').putImageData(data, 0, 0);
}
