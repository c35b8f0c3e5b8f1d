// The tool's own arithmetic: 32-bit floats, one rounding an operation, in the tool's order.
const f32 = Math.fround;
const clamped = (value, fallback, most = 1) => Number.isNaN(value) ? fallback : Math.min(Math.max(value, 0), most);

/** Modes that decide a pixel by a formula over its own color: picture, key, threshold, smoothing. */
const formulas = { distance: keyDistance, gpuimage: keyGPUImage };
const modeNames = ['best', 'fast', ...Object.keys(formulas)];
/** A mode's own threshold and smoothing, and the most that either may be. */
const rampOf = (mode) => mode === 'distance' ? { threshold: 0.5, smoothing: 0.08, most: 2 } : { threshold: 0.4, smoothing: 0.1, most: 1 };

/** The formula that many games carry on straight RGBA: a ramp over the distance of colors; gives new straight RGBA. */
function keyDistance(picture, key, threshold, smoothing) {
  const own = rampOf('distance');
  const [low, width] = [f32(clamped(threshold, own.threshold, own.most)), f32(clamped(smoothing, own.smoothing, own.most))];
  const { rgba } = picture;
  const out = new Uint8Array(rgba);
  for (let i = 0; i < rgba.length; i += 4) {
    const [dr, dg, db] = [rgba[i] - key[0], rgba[i + 1] - key[1], rgba[i + 2] - key[2]];
    const distance = f32(f32(Math.sqrt(dr * dr + dg * dg + db * db)) / 255);
    const step = distance < low ? 0 : 1;
    const x = width > 0 ? Math.min(Math.max(f32(f32(distance - low) / width), 0), 1) : step;
    const blend = f32(f32(x * x) * f32(3 - f32(2 * x)));
    out[i + 3] = f32(f32(rgba[i + 3] * blend) + 0.5);
  }
  return { width: picture.width, height: picture.height, rgba: out };
}

/** GPUImage's chroma key filter on straight RGBA; gives new straight RGBA. */
function keyGPUImage(picture, key, threshold, smoothing) {
  const [wr, wg, wb] = [f32(0.2989), f32(0.5866), f32(0.1145)];
  const [vr, vb] = [f32(0.7132), f32(0.5647)];
  const unit = Float32Array.from({ length: 256 }, (_, value) => f32(value / 255));
  const luma = (r, g, b) => f32(f32(f32(wr * unit[r]) + f32(wg * unit[g])) + f32(wb * unit[b]));
  const keyLuma = luma(...key);
  const keyRed = f32(vr * f32(unit[key[0]] - keyLuma));
  const keyBlue = f32(vb * f32(unit[key[2]] - keyLuma));
  const [t, s] = [clamped(threshold, 0.4), clamped(smoothing, 0.1)];
  const low = f32(t);
  // 0 is a step.
  const width = Math.max(f32(f32(t + s) - low), 0);
  const { rgba } = picture;
  const out = new Uint8Array(rgba);
  for (let i = 0; i < rgba.length; i += 4) {
    const y = luma(rgba[i], rgba[i + 1], rgba[i + 2]);
    const dr = f32(f32(vr * f32(unit[rgba[i]] - y)) - keyRed);
    const db = f32(f32(vb * f32(unit[rgba[i + 2]] - y)) - keyBlue);
    const distance = f32(Math.sqrt(f32(f32(dr * dr) + f32(db * db))));
    const x = width > 0 ? Math.min(Math.max(f32(f32(distance - low) / width), 0), 1) : distance < low ? 0 : 1;
    const blend = f32(f32(x * x) * f32(3 - f32(2 * x)));
    out[i + 3] = f32(Math.min(Math.max(f32(rgba[i + 3] * blend), 0), 255) + 0.5);
  }
  return { width: picture.width, height: picture.height, rgba: out };
}

// The same measure as `Fringe` in Sources/Raster/Masks.
const leastLean = 24;
/** How much more of the key's hue each fringe pixel of the outline shows than the art inside, 0...255. */
function fringeOf(picture, key) {
  const { width, height, rgba } = picture;
  const middle = Math.max(...key) + Math.min(...key) >> 1;
  const hasHue = Math.max(...key) > Math.min(...key);
  const leanAt = (place) => {
    if (!hasHue) return 0;
    let [low, high] = [255, 0];
    for (let c = 0; c < 3; c += 1) {
      if (key[c] > middle) low = Math.min(low, rgba[place * 4 + c]);
      else high = Math.max(high, rgba[place * 4 + c]);
    }
    return Math.max(0, low - high);
  };
  const near = nearClear(picture, 2);
  const map = new Uint8Array(width * height);
  let [outline, marked] = [0, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const place = y * width + x;
      const alpha = rgba[place * 4 + 3];
      if (!near[place] || alpha === 0) continue;
      outline += 1;
      const own = leanAt(place);
      if (Math.trunc(own * alpha / 255) < leastLean) continue;
      let inside = null;
      for (let row = Math.max(0, y - 5); row <= Math.min(height - 1, y + 5); row += 1) {
        for (let column = Math.max(0, x - 5); column <= Math.min(width - 1, x + 5); column += 1) {
          const other = row * width + column;
          if (!near[other] && rgba[other * 4 + 3] === 255) inside = Math.max(inside ?? 0, leanAt(other));
        }
      }
      if (inside === null && alpha === 255) continue;
      const lean = Math.trunc((own - (inside ?? 0)) * alpha / 255);
      if (lean < leastLean) continue;
      map[place] = Math.min(255, lean);
      marked += 1;
    }
  }
  return { map, outline, marked };
}

/** 1 where a clear pixel, or the border, is within `distance` pixels each way. */
function nearClear({ width, height, rgba }, distance) {
  let mask = new Uint8Array(width * height).map((_, place) => rgba[place * 4 + 3] === 0 ? 1 : 0);
  for (const [dx, dy] of [[1, 0], [0, 1]]) {
    const next = new Uint8Array(mask);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        for (let step = -distance; step <= distance && !next[y * width + x]; step += 1) {
          const [column, row] = [x + step * dx, y + step * dy];
          const isInside = column >= 0 && row >= 0 && column < width && row < height;
          if (!isInside || mask[row * width + column]) next[y * width + x] = 1;
        }
      }
    }
    mask = next;
  }
  return mask;
}
