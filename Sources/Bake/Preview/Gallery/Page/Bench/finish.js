// Modes `best` and `fast`, from where the tool left off. Which greens are solid follows from the
// threshold, and the tool keyed the picture at every step of it; what remains is the same for every
// pixel of its own: how see-through a green is (smoothing), and the finish. 32-bit floats in the
// tool's order, so that the result is the tool's, byte for byte.

/** A code value rounded to the nearest byte. */
const byteOf = (value) => Math.trunc(f32(Math.min(Math.max(value, 0), 255) + 0.5));

/** Swaps channels so that the key is green, and back: see the tool's ChannelOrder. */
function channelOrder(key) {
  const sorted = [...key].sort((a, b) => a - b);
  const isInverted = sorted[1] - sorted[0] > sorted[2] - sorted[1];
  const wanted = isInverted ? sorted[0] : sorted[2];
  const swapped = [1, 0, 2].find((channel) => key[channel] === wanted) ?? 1;
  return (rgba) => {
    if (swapped === 1 && !isInverted) return new Uint8Array(rgba);
    const out = new Uint8Array(rgba.length);
    const flip = isInverted ? 255 : 0;
    const order = [[1, 0, 2], [0, 1, 2], [0, 2, 1]][swapped];
    for (let i = 0; i < rgba.length; i += 4) {
      for (let c = 0; c < 3; c += 1) out[i + c] = rgba[i + order[c]] ^ flip;
      out[i + 3] = rgba[i + 3];
    }
    return out;
  };
}

/** Hermite step from 0 at `low` to 1 at `high`. */
function smoothstep(low, high, value) {
  const t = Math.min(Math.max(f32(f32(value - low) / Math.max(f32(high - low), f32(1e-4))), 0), 1);
  return f32(f32(t * t) * f32(3 - f32(2 * t)));
}

/** The greens of a trial, as the tool packed them (KeyingTrial). */
function greensOf(bytes) {
  const [count, flags] = new Uint32Array(bytes.buffer, 0, 2);
  const flat = new Float32Array(bytes.buffer, 8, 3);
  let at = 20;
  const take = (Kind, length) => {
    const values = new Kind(bytes.buffer, at, length);
    at += length * Kind.BYTES_PER_ELEMENT;
    return values;
  };
  const [places, scores, covers] = [take(Uint32Array, count), take(Float32Array, count), take(Float32Array, count)];
  const behinds = flags & 1 ? take(Float32Array, 3 * count) : null;
  return { places, scores, covers, behind: (index, c) => behinds ? behinds[index * 3 + c] : flat[c], colors: take(Uint8Array, 3 * count) };
}

/** Gives marked greens the look that threshold and smoothing want; `original` is what is copied where they are solid. */
function putGreens(rgba, original, green, threshold, smoothing) {
  const [t, half] = [f32(threshold), f32(f32(smoothing) / 2)];
  const [low, high] = [f32(t - half), f32(t + half)];
  for (let index = 0; index < green.places.length; index += 1) {
    const i = green.places[index] * 4;
    // The tool's mark: this pixel is decided here.
    if (rgba[i] !== 1 || rgba[i + 1] !== 0 || rgba[i + 2] !== 0 || rgba[i + 3] !== 0) continue;
    const solid = smoothstep(low, high, green.scores[index]);
    if (solid >= 1) {
      for (let c = 0; c < 4; c += 1) rgba[i + c] = original[i + c];
      continue;
    }
    const own = green.covers[index];
    const alpha = f32(own + f32(f32(1 - own) * solid));
    if (alpha < f32(1.5 / 255)) {
      rgba.fill(0, i, i + 4);
      continue;
    }
    const divisor = Math.max(alpha, f32(1e-3));
    for (let c = 0; c < 3; c += 1) {
      const behind = green.behind(index, c);
      rgba[i + c] = byteOf(f32(behind + f32(f32(green.colors[index * 3 + c] - behind) / divisor)));
    }
    rgba[i + 3] = byteOf(f32((alpha > f32(1 - f32(1.5 / 255)) ? 1 : alpha) * 255));
    if (solid < 0.5) rgba[i + 1] = Math.min(rgba[i + 1], Math.max(rgba[i], rgba[i + 2]));
  }
}

const trialPictures = new Map();
/** What a PNG or packed greens of the page hold, read once. */
function read(base64, how) {
  if (!trialPictures.has(base64)) trialPictures.set(base64, how(bytesOf(base64)));
  return trialPictures.get(base64);
}

/** Keys a picture of the bench in mode `best` or `fast`; gives new straight RGBA. */
async function keyTrial(entry, mode, settings) {
  const trial = entry.trials.find((candidate) => candidate.mode === mode);
  const original = await read(entry.original, decodePNG);
  const { width, height } = original;
  const state = trial.states.findLast((candidate) => candidate.threshold <= settings.threshold) ?? trial.states[0];
  const rgba = new Uint8Array((await read(trial.states[0].picture, decodePNG)).rgba);
  if (state !== trial.states[0]) {
    const part = await read(state.picture, decodePNG);
    for (let y = 0; y < part.height; y += 1) {
      rgba.set(part.rgba.subarray(y * part.width * 4, (y + 1) * part.width * 4), ((state.y + y) * width + state.x) * 4);
    }
  }
  const order = channelOrder(entry.key);
  putGreens(rgba, order(original.rgba), read(trial.greens[state.greens], greensOf), settings.threshold, settings.smoothing);
  finish({ width, height, rgba }, settings, order([...entry.screen, 255]));
  const keyed = order(rgba);
  // The negative of no color is white: see the tool's KeyJob.
  if (!order([0, 0, 0, 0]).every((value) => value === 0)) {
    dropColors(keyed);
    bleedColors(width, height, keyed, settings.edge);
  }
  return { width, height, rgba: keyed };
}

/** Spill, erosion, feathering, and color under clear pixels, in this order. */
function finish({ width, height, rgba }, { spill, erode, feather, edge }, screen) {
  if (spill > 0) reduceSpill(width, height, rgba, f32(spill), screen);
  if (erode > 0) erodeAlpha(width, height, rgba, erode);
  if (feather > 0) featherAlpha(width, height, rgba, feather);
  bleedColors(width, height, rgba, edge);
}

/** For each pixel how far it is from a clear one, at most 8, less one; -1 for clear ones. */
function depths(width, height, rgba) {
  const depth = new Int8Array(width * height);
  for (let place = 0; place < depth.length; place += 1) depth[place] = rgba[place * 4 + 3] === 0 ? -1 : 8;
  // Chebyshev distance in two sweeps.
  const relax = (place, other) => { if (depth[other] + 1 < depth[place]) depth[place] = depth[other] + 1; };
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const place = y * width + x;
      if (x > 0) relax(place, place - 1);
      for (let dx = -1; y > 0 && dx <= 1; dx += 1) if (x + dx >= 0 && x + dx < width) relax(place, place - width + dx);
    }
  }
  for (let y = height - 1; y >= 0; y -= 1) {
    for (let x = width - 1; x >= 0; x -= 1) {
      const place = y * width + x;
      if (x < width - 1) relax(place, place + 1);
      for (let dx = -1; y < height - 1 && dx <= 1; dx += 1) if (x + dx >= 0 && x + dx < width) relax(place, place + width + dx);
    }
  }
  return depth;
}

const lumaOf = (rgba, i) => f32(f32(f32(f32(0.299) * rgba[i]) + f32(f32(0.587) * rgba[i + 1])) + f32(f32(0.114) * rgba[i + 2]));
const excessOf = (color) => f32(color[1] - Math.max(color[0], color[2]));
const dot = (a, b) => f32(f32(f32(a[0] * b[0]) + f32(a[1] * b[1])) + f32(a[2] * b[2]));
const minus = (a, b) => [0, 1, 2].map((c) => f32(a[c] - b[c]));

/** What a rim pixel's color is beside that of the art behind it: see the tool's RimColor. */
function rimColor(own, art, screen) {
  const isGreen = excessOf(own) > 0;
  const difference = minus(own, art);
  const square = dot(difference, difference);
  if (square < (isGreen ? 36 : 100)) return 'alike';
  const isAlong = (line, widest) => {
    const along = dot(difference, line);
    return along > 0 && f32(square * dot(line, line)) < f32(f32(f32(widest) * along) * along);
  };
  return isAlong(minus(screen, art), isGreen ? 4 : 1.5) || isAlong(screen, 1.2) ? 'lit' : 'other';
}

function reduceSpill(width, height, rgba, amount, screen) {
  const source = new Uint8Array(rgba);
  const depth = depths(width, height, source);
  const colorOf = (place) => source.subarray(place * 4, place * 4 + 3);
  const art = Float32Array.from({ length: width * height * 3 }, (_, index) => source[Math.trunc(index / 3) * 4 + index % 3]);
  for (let layer = 7; layer >= 0; layer -= 1) {
    const share = Math.min(1, f32((8 - layer) / 3));
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const place = y * width + x;
        if (depth[place] !== layer) continue;
        const i = place * 4;
        const own = lumaOf(source, i);
        const sum = [0, 0, 0];
        let count = 0;
        for (let py = Math.max(0, y - 1); py <= Math.min(height - 1, y + 1); py += 1) {
          for (let px = Math.max(0, x - 1); px <= Math.min(width - 1, x + 1); px += 1) {
            const other = py * width + px;
            if (depth[other] <= layer || Math.abs(f32(lumaOf(source, other * 4) - own)) >= 60) continue;
            for (let c = 0; c < 3; c += 1) sum[c] = f32(sum[c] + art[other * 3 + c]);
            count += 1;
          }
        }
        if (count === 0) continue;
        const behind = sum.map((value) => f32(value / count));
        const rim = rimColor(colorOf(place), behind, screen);
        if (rim !== 'other') art.set(behind, place * 3);
        const surplus = f32(excessOf(colorOf(place)) - excessOf(behind));
        if (rim !== 'lit' || surplus <= 0 || surplus >= 70) continue;
        const change = f32(f32(f32(surplus * amount) * share) / 2);
        rgba[i] = byteOf(f32(source[i] + change));
        rgba[i + 1] = byteOf(f32(source[i + 1] - change));
        rgba[i + 2] = byteOf(f32(source[i + 2] + change));
      }
    }
  }
}

/** Calls `body` with each place and the places of its row or column within `radius`. */
function eachLine(width, height, radius, isVertical, body) {
  const near = new Array(2 * radius + 1);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (let offset = -radius; offset <= radius; offset += 1) {
        const px = isVertical ? x : Math.min(Math.max(x + offset, 0), width - 1);
        const py = isVertical ? Math.min(Math.max(y + offset, 0), height - 1) : y;
        near[offset + radius] = py * width + px;
      }
      body(y * width + x, near);
    }
  }
}

function dropColors(rgba) {
  for (let i = 0; i < rgba.length; i += 4) if (rgba[i + 3] === 0) rgba.fill(0, i, i + 3);
}

function erodeAlpha(width, height, rgba, radius) {
  for (const isVertical of [false, true]) {
    const source = new Uint8Array(rgba);
    eachLine(width, height, radius, isVertical, (place, near) => {
      let least = source[place * 4 + 3];
      for (const other of near) least = Math.min(least, source[other * 4 + 3]);
      rgba[place * 4 + 3] = least;
    });
  }
  dropColors(rgba);
}

function featherAlpha(width, height, rgba, radius) {
  const means = Float32Array.from({ length: width * height }, (_, place) => rgba[place * 4 + 3]);
  for (const isVertical of [false, true]) {
    const source = new Float32Array(means);
    eachLine(width, height, radius, isVertical, (place, near) => {
      let sum = 0;
      for (const other of near) sum = f32(sum + source[other]);
      means[place] = f32(sum / (2 * radius + 1));
    });
  }
  for (let place = 0; place < means.length; place += 1) {
    rgba[place * 4 + 3] = Math.min(rgba[place * 4 + 3], byteOf(f32(f32(2 * means[place]) - 255)));
  }
  dropColors(rgba);
}

function bleedColors(width, height, rgba, reach) {
  let filled = new Uint8Array(width * height).map((_, place) => rgba[place * 4 + 3] > 0 ? 1 : 0);
  if (!filled.includes(1)) return;
  const sides = [[-1, 0], [1, 0], [0, -1], [0, 1]];
  const corners = [[-1, -1], [1, -1], [-1, 1], [1, 1]];
  for (let step = 0; step < reach; step += 1) {
    const ways = step % 2 === 1 ? [...sides, ...corners] : sides;
    const next = new Uint8Array(filled);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const place = y * width + x;
        if (filled[place]) continue;
        const way = ways.find(([dx, dy]) => x + dx >= 0 && y + dy >= 0 && x + dx < width && y + dy < height && filled[place + dy * width + dx]);
        if (!way) continue;
        const from = (place + way[1] * width + way[0]) * 4;
        for (let c = 0; c < 3; c += 1) rgba[place * 4 + c] = rgba[from + c];
        next[place] = 1;
      }
    }
    filled = next;
  }
}
