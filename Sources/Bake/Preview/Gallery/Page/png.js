// PNG to straight RGBA, exactly: a canvas would multiply colors by alpha and lose some.
// PNG, Third Edition; without interlacing and 16-bit samples, which Kiln does not write.
async function decodePNG(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let header = null;
  let palette = null;
  let transparency = null;
  const parts = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (kind === 'IHDR') {
      header = { width: view.getUint32(at + 8), height: view.getUint32(at + 12), depth: data[8], kind: data[9], interlaced: data[12] };
    } else if (kind === 'PLTE') palette = data;
    else if (kind === 'tRNS') transparency = data;
    else if (kind === 'IDAT') parts.push(data);
    at += length + 12;
  }
  if (!header || header.depth === 16 || header.interlaced) throw new Error('a PNG of a kind that Kiln does not write');
  const stream = new Blob(parts).stream().pipeThrough(new DecompressionStream('deflate'));
  const raw = new Uint8Array(await new Response(stream).arrayBuffer());
  const { width, height, depth, kind } = header;
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[kind];
  const rowBytes = Math.ceil(width * channels * depth / 8);
  unfilter(raw, rowBytes, height, Math.max(1, channels * depth / 8));
  const rgba = new Uint8Array(width * height * 4);
  const step = 255 / ((1 << depth) - 1);
  const mask = (1 << depth) - 1;
  for (let y = 0; y < height; y += 1) {
    const row = y * (rowBytes + 1) + 1;
    for (let x = 0; x < width; x += 1) {
      const to = (y * width + x) * 4;
      if (kind === 6) {
        const from = row + x * 4;
        rgba[to] = raw[from]; rgba[to + 1] = raw[from + 1]; rgba[to + 2] = raw[from + 2]; rgba[to + 3] = raw[from + 3];
      } else if (kind === 2) {
        const from = row + x * 3;
        rgba[to] = raw[from]; rgba[to + 1] = raw[from + 1]; rgba[to + 2] = raw[from + 2];
        const isKey = transparency && raw[from] === transparency[1] && raw[from + 1] === transparency[3] && raw[from + 2] === transparency[5];
        rgba[to + 3] = isKey ? 0 : 255;
      } else if (kind === 4) {
        rgba[to] = rgba[to + 1] = rgba[to + 2] = raw[row + x * 2];
        rgba[to + 3] = raw[row + x * 2 + 1];
      } else {
        const bit = x * depth;
        const value = raw[row + (bit >> 3)] >> (8 - depth - (bit & 7)) & mask;
        if (kind === 3) {
          rgba[to] = palette[value * 3]; rgba[to + 1] = palette[value * 3 + 1]; rgba[to + 2] = palette[value * 3 + 2];
          rgba[to + 3] = transparency && value < transparency.length ? transparency[value] : 255;
        } else {
          rgba[to] = rgba[to + 1] = rgba[to + 2] = value * step;
          rgba[to + 3] = transparency && value === transparency[1] ? 0 : 255;
        }
      }
    }
  }
  return { width, height, rgba };
}

function unfilter(raw, rowBytes, height, distance) {
  for (let y = 0; y < height; y += 1) {
    const row = y * (rowBytes + 1) + 1;
    const above = row - rowBytes - 1;
    const filter = raw[row - 1];
    if (filter === 0) continue;
    for (let i = 0; i < rowBytes; i += 1) {
      const left = i >= distance ? raw[row + i - distance] : 0;
      const up = y > 0 ? raw[above + i] : 0;
      let guess = 0;
      if (filter === 1) guess = left;
      else if (filter === 2) guess = up;
      else if (filter === 3) guess = left + up >> 1;
      else {
        const corner = y > 0 && i >= distance ? raw[above + i - distance] : 0;
        const p = left + up - corner;
        const [a, b, c] = [Math.abs(p - left), Math.abs(p - up), Math.abs(p - corner)];
        guess = a <= b && a <= c ? left : b <= c ? up : corner;
      }
      raw[row + i] += guess;
    }
  }
}

const decoded = new Map();
/** A picture of the page by its path, decoded once. */
function pagePicture(path) {
  if (!decoded.has(path)) decoded.set(path, decodePNG(bytesOf(given.pictures[path])));
  return decoded.get(path);
}
