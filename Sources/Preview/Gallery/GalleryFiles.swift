// swift-format-ignore-file
// Made by Scripts/embed-gallery from the files in Page; edit those.

enum GalleryFiles {
    static let scriptSource = "sha256-Gh0BjkLxts+bGDkYXkeoneZMQ26OzAmXzgkQhBmyJSU="
    static let styleSource = "sha256-/fy6kNYhgnJS/KeE2oiUdQPlRzwMVCP5DAAZVqYc0y0="
    static let frame = ##"""
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="@@POLICY@@">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="generator" content="Kiln">
    <title>@@TITLE@@</title>
    <link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cpath d='M4 28V14a12 12 0 0 1 24 0v14z' fill='%23b5452c'/%3E%3Cpath d='M10 28V16a6 6 0 0 1 12 0v12z' fill='%23ffd36b'/%3E%3C/svg%3E">
    <style>@@STYLE@@</style>
    </head>
    <body>
    <a class="skip" href="#main">Skip to the pictures</a>
    <header id="top">
    <div class="brand"><svg viewBox="0 0 32 32" aria-hidden="true"><path class="kiln" d="M4 28V14a12 12 0 0 1 24 0v14z"/><path class="fire" d="M10 28V16a6 6 0 0 1 12 0v12z"/></svg><h1 id="title">@@TITLE@@</h1></div>
    <nav id="nav" aria-label="Views"></nav>
    <div class="tools" id="tools"></div>
    </header>
    <main id="main" tabindex="-1"><noscript><p class="empty">This gallery draws its pictures with JavaScript, all of it in this file. Please allow it.</p></noscript></main>
    <div id="status" role="status" aria-live="polite"></div>
    <dialog id="help" aria-labelledby="help-title"></dialog>
    <script type="application/json" id="data">@@DATA@@</script>
    <script>@@SCRIPT@@</script>
    </body>
    </html>

    """##
    static let style = ##"""
    :root {
      --paper: #faf6f0; --card: #fffdfa; --line: #e4d9cc; --ink: #2c2430; --soft: #6d6070;
      --ember: #b5452c; --ember-ink: #ffffff; --glow: #fbe3d3; --shade: 0 1px 2px #5a3a2014, 0 6px 18px #5a3a2010;
      --error: #b3261e; --warning: #8a5a00; --note: #2f5f9e; --good: #2f7a4a;
      --check-a: #f2efec; --check-b: #dcd6d0; --radius: 14px;
      color-scheme: light;
    }
    @media (prefers-color-scheme: dark) {
      :root:not([data-theme="light"]) {
        --paper: #191519; --card: #241e24; --line: #40363f; --ink: #f4ecea; --soft: #b3a5ae;
        --ember: #ff9566; --ember-ink: #2a130a; --glow: #43291f; --shade: 0 1px 2px #0006, 0 8px 24px #0005;
        --error: #ff9a90; --warning: #f2c25c; --note: #9ec4ff; --good: #86d6a2;
        --check-a: #4a434a; --check-b: #3a343a;
        color-scheme: dark;
      }
    }
    :root[data-theme="dark"] {
      --paper: #191519; --card: #241e24; --line: #40363f; --ink: #f4ecea; --soft: #b3a5ae;
      --ember: #ff9566; --ember-ink: #2a130a; --glow: #43291f; --shade: 0 1px 2px #0006, 0 8px 24px #0005;
      --error: #ff9a90; --warning: #f2c25c; --note: #9ec4ff; --good: #86d6a2;
      --check-a: #4a434a; --check-b: #3a343a;
      color-scheme: dark;
    }
    * { box-sizing: border-box; }
    html { scroll-padding-top: 72px; }
    body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 ui-rounded, "SF Pro Rounded", "Segoe UI", system-ui, sans-serif; }
    h1, h2, h3, p { margin: 0; }
    h2 { font-size: 22px; letter-spacing: -.01em; }
    h3 { font-size: 13px; font-weight: 650; color: var(--soft); }
    code, .mono { font: 13px/1.45 ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace; }
    a { color: var(--ember); }
    :focus-visible { outline: 3px solid var(--ember); outline-offset: 2px; border-radius: 6px; }
    main:focus { outline: none; }
    .skip { position: absolute; left: -999px; top: 8px; z-index: 9; background: var(--card); padding: 8px 14px; border-radius: 8px; }
    .skip:focus { left: 8px; }

    header { position: sticky; top: 0; z-index: 5; display: flex; gap: 6px 20px; align-items: center; padding: 10px 24px; background: color-mix(in srgb, var(--paper) 88%, transparent); backdrop-filter: blur(10px); border-bottom: 1px solid var(--line); }
    .brand { display: flex; align-items: center; gap: 10px; min-width: 0; }
    .brand svg { width: 26px; height: 26px; flex: none; }
    .kiln { fill: var(--ember); } .fire { fill: #ffd36b; }
    h1 { font-size: 18px; font-weight: 700; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
    nav { display: flex; gap: 2px; flex: 1; overflow-x: auto; scrollbar-width: none; }
    nav a { padding: 6px 12px; border-radius: 99px; color: var(--soft); text-decoration: none; font-weight: 550; white-space: nowrap; }
    nav a:hover { color: var(--ink); background: var(--glow); }
    nav a[aria-current] { color: var(--ember-ink); background: var(--ember); }
    nav a .count { font-size: 12px; opacity: .8; margin-left: 5px; }
    .tools { display: flex; gap: 6px; align-items: center; }

    main { max-width: 1440px; margin: 0 auto; padding: 24px; min-height: 70vh; }
    .head { display: flex; flex-wrap: wrap; gap: 10px 16px; align-items: center; margin-bottom: 18px; }
    .head .fill { flex: 1; }
    .lead { color: var(--soft); max-width: 70ch; }

    button, select, input[type="search"], .chip { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 9px; padding: 5px 11px; min-height: 34px; }
    button { cursor: pointer; }
    button:hover, .chip:hover { border-color: var(--ember); }
    button.main { background: var(--ember); color: var(--ember-ink); border-color: var(--ember); font-weight: 600; }
    button.icon { width: 36px; padding: 0; display: inline-grid; place-items: center; font-size: 16px; }
    button[aria-pressed="true"] { background: var(--glow); border-color: var(--ember); color: var(--ember); font-weight: 600; }
    button:disabled, input:disabled { opacity: .45; cursor: default; }
    input[type="search"] { min-width: 220px; }
    input[type="range"], input[type="checkbox"], input[type="radio"] { accent-color: var(--ember); }
    .group { display: inline-flex; } .group button { border-radius: 0; margin-left: -1px; min-width: 40px; }
    .group button:first-child { border-radius: 9px 0 0 9px; margin-left: 0; } .group button:last-child { border-radius: 0 9px 9px 0; }
    .group button[aria-pressed="true"] { position: relative; z-index: 1; }
    .field { display: inline-flex; align-items: center; gap: 8px; color: var(--soft); }
    .field select, .field input { color: var(--ink); }

    .card { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: var(--shade); }
    .grid { display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(168px, 1fr)); }
    .tile { display: flex; flex-direction: column; overflow: hidden; position: relative; }
    .tile .open { all: unset; cursor: pointer; display: block; }
    .tile .open:focus-visible { outline: 3px solid var(--ember); outline-offset: -3px; border-radius: var(--radius) var(--radius) 0 0; }
    .tile canvas { display: block; width: 100%; height: auto; transition: transform .18s ease; transform-origin: 50% 90%; }
    .tile .open:hover canvas { transform: scale(1.05); }
    .tile .well { overflow: hidden; }
    .lead .copy { vertical-align: baseline; }
    .tile .text { padding: 9px 12px 11px; display: grid; gap: 1px; border-top: 1px solid var(--line); }
    .tile .name { font-weight: 620; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
    .copy { all: unset; cursor: copy; color: var(--soft); font: 12px/1.5 ui-monospace, Menlo, Consolas, monospace; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; border-radius: 4px; max-width: 100%; }
    .copy:hover { color: var(--ember); text-decoration: underline; }
    .copy:focus-visible { outline: 2px solid var(--ember); }
    .section { margin: 26px 0 12px; display: flex; align-items: baseline; gap: 10px; }
    .section .count { color: var(--soft); }
    .badge { display: inline-flex; align-items: center; gap: 5px; font-size: 12px; font-weight: 600; border-radius: 99px; padding: 1px 9px; border: 1px solid currentColor; }
    .badge.error { color: var(--error); } .badge.warning { color: var(--warning); } .badge.note { color: var(--note); } .badge.good { color: var(--good); }
    .tile .badge { position: absolute; right: 8px; top: 8px; background: var(--card); }
    .empty { color: var(--soft); padding: 48px 0; text-align: center; }

    .checker { background: repeating-conic-gradient(var(--check-a) 0 25%, var(--check-b) 0 50%) 0 0 / 16px 16px; }
    .white { background: #fff; } .black { background: #000; } .paper { background: var(--card); } .key { background: #0f0; }

    .room { display: grid; grid-template-columns: minmax(0, 1fr) 340px; gap: 20px; align-items: start; }
    .stage { position: sticky; top: 80px; }
    .view { display: grid; place-items: safe center; overflow: auto; min-height: 420px; max-height: 66vh; border-radius: var(--radius) var(--radius) 0 0; padding: 20px; }
    .figure { position: relative; flex: none; }
    .figure canvas { display: block; image-rendering: pixelated; }
    .figure svg { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; opacity: 0; transition: opacity .15s; overflow: visible; }
    .view:hover .figure svg, .figure svg.on { opacity: 1; }
    .figure rect { fill: none; stroke: #e6007e; vector-effect: non-scaling-stroke; stroke-dasharray: 4 3; }
    .figure rect.canvas { stroke: #7a7a7a; }
    .figure circle { fill: #00a3ff; stroke: #fff; vector-effect: non-scaling-stroke; stroke-width: 1.5; }
    .figure text { fill: #fff; stroke: #000; stroke-width: 3px; paint-order: stroke; font-family: ui-monospace, monospace; }
    .bar { display: flex; flex-wrap: wrap; gap: 10px 14px; padding: 12px 14px; border-top: 1px solid var(--line); align-items: center; }
    .bar + .bar { padding-top: 0; border: 0; }
    .film { display: flex; gap: 8px; overflow-x: auto; padding: 0 14px 14px; }
    .film button { padding: 0; border-radius: 10px; overflow: hidden; flex: none; width: 76px; min-height: 0; line-height: 0; }
    .film canvas { width: 100%; } .film button[aria-pressed="true"] { border-color: var(--ember); box-shadow: 0 0 0 2px var(--ember) inset; }
    .panel { padding: 14px 16px; display: grid; gap: 10px; }
    .panel + .panel { margin-top: 14px; }
    .options { display: grid; margin: 0 -8px; }
    .options label { display: flex; align-items: center; gap: 9px; padding: 3px 8px; border-radius: 8px; cursor: pointer; }
    .options label:hover { background: var(--glow); }
    .options label.off { opacity: .45; }
    .options .id { margin-left: auto; color: var(--soft); font: 12px ui-monospace, Menlo, monospace; }
    fieldset { border: 0; padding: 0; margin: 0; min-width: 0; } legend { padding: 0; margin-bottom: 6px; font-size: 13px; font-weight: 650; color: var(--soft); }
    .layers { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px; font-size: 14px; }
    .layers li { border-top: 1px solid var(--line); padding-top: 8px; min-width: 0; display: grid; grid-template-columns: 1fr auto; }
    .layers li > div { grid-column: 1 / -1; min-width: 0; display: flex; gap: 8px; }
    .layers .z, .where { color: var(--soft); font-size: 13px; }

    .scroll { overflow: auto; }
    .matrix { border-collapse: separate; border-spacing: 3px; }
    .matrix th { font-weight: 600; font-size: 13px; padding: 6px 10px; text-align: left; white-space: nowrap; }
    .matrix thead th { position: sticky; top: 0; background: var(--card); text-align: center; }
    .matrix tbody th { position: sticky; left: 0; background: var(--card); z-index: 1; }
    .matrix td { padding: 0; }
    .matrix td button { width: 100%; min-width: 132px; border: 0; text-align: left; display: grid; padding: 6px 11px; line-height: 1.3; border-radius: 8px; }
    .matrix td button:hover { box-shadow: inset 0 0 0 2px var(--ember); }
    .matrix td small { font: 11px ui-monospace, Menlo, monospace; opacity: .85; overflow: hidden; text-overflow: ellipsis; max-width: 180px; }
    .level-0 { background: #2f7a4a; color: #fff; } .level-1 { background: #5b8f3c; color: #fff; } .level-2 { background: #e3bd4f; color: #2b2108; } .level-3 { background: #e59350; color: #2b1404; } .level-4 { background: #c9744f; color: #fff; } .level-missing { background: transparent; color: var(--error); box-shadow: inset 0 0 0 1.5px var(--error); }
    .matrix td button.level-1 { background: #4b7d30; } .matrix td button.level-4 { background: #a9512d; }
    .legend { display: flex; flex-wrap: wrap; gap: 8px 14px; font-size: 13px; align-items: center; }
    .legend span { display: inline-flex; gap: 7px; align-items: center; } .legend i { width: 16px; height: 16px; border-radius: 5px; }

    .bench { display: grid; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); gap: 16px; }
    .bench figure { margin: 0; overflow: hidden; }
    .bench .well { display: grid; place-items: safe center; min-height: 200px; padding: 12px; overflow: auto; max-height: 60vh; }
    .bench canvas { display: block; image-rendering: pixelated; }
    .bench figcaption { padding: 9px 14px; border-top: 1px solid var(--line); display: flex; justify-content: space-between; gap: 10px; font-weight: 600; }
    .bench figcaption span { color: var(--soft); font-weight: 400; font-size: 13px; }
    .sliders { display: grid; gap: 8px 22px; grid-template-columns: repeat(auto-fit, minmax(220px, 1fr)); padding: 14px 16px; margin-bottom: 16px; align-items: end; }
    .slider { display: grid; gap: 2px; } .slider div { display: flex; justify-content: space-between; } .slider output { font: 13px ui-monospace, Menlo, monospace; }
    .slider input { width: 100%; }
    pre + .lead, .card + .lead, .lead + .card { margin-top: 14px; }
    pre { margin: 0; padding: 12px 14px; overflow: auto; font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace; }

    .sheet { position: relative; display: inline-block; line-height: 0; }
    .sheet img { display: block; }
    .sheet svg { position: absolute; inset: 0; width: 100%; height: 100%; }
    .sheet rect { fill: transparent; stroke: #e6007e; stroke-width: 1; vector-effect: non-scaling-stroke; cursor: copy; }
    .sheet rect:hover, .sheet rect:focus, .sheet rect.hit { fill: #e6007e33; stroke-width: 2.5; outline: none; }
    .meter { height: 8px; width: 160px; border-radius: 9px; background: var(--line); overflow: hidden; display: inline-block; vertical-align: middle; }
    .meter i { display: block; height: 100%; background: var(--ember); }

    .list { display: grid; gap: 12px; }
    .list.pairs { grid-template-columns: repeat(auto-fill, minmax(min(560px, 100%), 1fr)); }
    .item { padding: 14px 16px; display: grid; gap: 6px; }
    .trio { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; }
    .trio figure { margin: 0; } .trio .well { border-radius: 10px; display: grid; place-items: center; min-height: 120px; padding: 8px; }
    .trio img { max-width: 100%; image-rendering: pixelated; } .trio img.shrunk { image-rendering: auto; } .trio figcaption { font-size: 13px; color: var(--soft); text-align: center; padding-top: 4px; }

    #status { position: fixed; left: 50%; bottom: 22px; transform: translate(-50%, 20px); background: var(--ink); color: var(--paper); padding: 8px 16px; border-radius: 99px; opacity: 0; transition: all .2s; pointer-events: none; z-index: 9; max-width: 90vw; }
    #status.on { opacity: 1; transform: translate(-50%, 0); }
    dialog { border: 1px solid var(--line); border-radius: var(--radius); background: var(--card); color: var(--ink); padding: 22px 26px; max-width: min(480px, 92vw); }
    dialog::backdrop { background: #0007; }
    kbd { font: 12px ui-monospace, Menlo, monospace; border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 6px; padding: 1px 7px; }
    dl { display: grid; grid-template-columns: auto 1fr; gap: 7px 16px; margin: 14px 0; } dd { margin: 0; }

    @media (max-width: 900px) {
      header { flex-wrap: wrap; padding: 8px 14px; } .brand { flex: 1; } nav { order: 3; flex-basis: 100%; }
      main { padding: 14px; } .room { grid-template-columns: 1fr; } .stage { position: static; }
      .view { min-height: 300px; padding: 10px; } .grid { grid-template-columns: repeat(auto-fill, minmax(140px, 1fr)); gap: 12px; }
      input[type="search"] { min-width: 0; flex: 1 1 100%; } .head .fill { display: none; }
      button, select { min-height: 40px; } button.icon { width: 40px; }
    }
    @media (prefers-reduced-motion: reduce) { * { transition: none !important; animation: none !important; scroll-behavior: auto !important; } }
    @media print { header, .bar, .tools { display: none; } }

    """##
    static let script = ##"""
    'use strict';
    (() => {
    // What the page was given, and the small tools that everything below uses.
    const given = JSON.parse(document.getElementById('data').textContent);
    const manifest = given.manifest;
    const $ = (selector, root = document) => root.querySelector(selector);

    /** Makes an element: attributes, `on…` listeners, then children (texts or elements). */
    function h(tag, attributes = {}, ...children) {
      const element = ['svg', 'rect', 'circle', 'text', 'title', 'g'].includes(tag)
        ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) {
        if (value === false || value === null || value === undefined) continue;
        if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
        else if (name === 'style') Object.assign(element.style, value);
        else element.setAttribute(name, value === true ? '' : value);
      }
      element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
      return element;
    }

    let statusTimer = 0;
    function say(text) {
      const status = $('#status');
      status.textContent = text;
      status.classList.add('on');
      clearTimeout(statusTimer);
      statusTimer = setTimeout(() => status.classList.remove('on'), 1800);
    }

    /** Puts a text on the clipboard; file:// pages may have no clipboard API. */
    async function copyText(text) {
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        const area = h('textarea', { style: { position: 'fixed', opacity: '0' } });
        area.value = text;
        document.body.append(area);
        area.select();
        document.execCommand('copy');
        area.remove();
      }
      say(`Copied ${text.length > 60 ? text.slice(0, 57) + '…' : text}`);
    }
    const copyButton = (text, label = text) =>
      h('button', { class: 'copy', type: 'button', title: `Copy ${text}`, onclick: () => copyText(text) }, label);

    function bytesOf(base64) {
      const text = atob(base64);
      const bytes = new Uint8Array(text.length);
      for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
      return bytes;
    }
    function textOf(bytes) {
      let text = '';
      for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
      return btoa(text);
    }
    const pngURL = (base64) => `data:image/png;base64,${base64}`;
    const percent = (share) => `${(share * 100).toFixed(1)}%`;
    const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
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
    // A look to pixels, as a game does it with the manifest and the pages, and as the tool does it:
    // premultiplied, source-over, every division by 255 rounded to nearest.
    const by255 = (value) => (value + 127) / 255 | 0;

    /** The scales whose pages are all here. */
    const scales = manifest.targets.length === 0 ? [] : manifest.targets[0].scales.filter((scale) =>
      manifest.targets[0].pages.every((page) => page.images.some((image) => image.scale === scale && image.path in given.pictures)));
    const target = manifest.targets[0];

    function artFor(candidates, look) {
      let best = null;
      for (const art of candidates) {
        const fits = art.species === look.species && Object.entries(art.axes).every(([name, value]) => {
          const axis = manifest.axes.find((axis) => axis.name === name);
          return (look.axes[name] ?? axis?.values[0]) === value;
        });
        if (fits && (!best || Object.keys(art.axes).length > Object.keys(best.axes).length)) best = art;
      }
      return best;
    }
    const itemByID = new Map(manifest.items.map((item) => [item.id, item]));
    const speciesByID = new Map(manifest.species.map((species) => [species.id, species]));
    const baseArt = (look) => look.base
      ? artFor(itemByID.get(look.base)?.art ?? [], look) : artFor(speciesByID.get(look.species)?.art ?? [], look);

    /** The layers of a look, back to front; what has no art is left out. */
    function layersOf(look) {
      const layers = [];
      const base = baseArt(look);
      if (base) layers.push({ art: base, item: look.base ?? null, depth: 0, isBase: true });
      for (const item of manifest.items) {
        if (item.equipStyle !== 'overlay' || !look.overlays.includes(item.id)) continue;
        const art = artFor(item.art, look);
        if (art) layers.push({ art, item: item.id, depth: art.z, isBase: false });
      }
      return layers.sort((a, b) => a.depth - b.depth);
    }

    function cellOf(art, animation, frame) {
      const cells = art?.animations[animation]?.frames ?? art?.frames.map((_, index) => index) ?? [0];
      return cells[(frame % cells.length + cells.length) % cells.length];
    }

    function drawList(look, animation, frame, scale) {
      const cell = cellOf(baseArt(look), animation, frame);
      const steps = [];
      for (const layer of layersOf(look)) {
        const name = layer.art.frames[cell % layer.art.frames.length];
        const placed = target.frames[name];
        if (!placed || placed.width === 0 || placed.height === 0) continue;
        const image = target.pages[placed.page].images.find((image) => image.scale === scale);
        const origin = layer.art.origins[cell % layer.art.origins.length];
        steps.push({
          image, item: layer.item, asset: layer.art.asset, frame: name, z: layer.depth, isRotated: placed.rotated, page: placed.page,
          sx: placed.x * scale, sy: placed.y * scale, width: placed.width * scale, height: placed.height * scale,
          x: Math.floor(origin.x * scale + 0.5) + placed.trimX * scale, y: Math.floor(origin.y * scale + 0.5) + placed.trimY * scale,
        });
      }
      return steps;
    }

    /** Draws a look; premultiplied RGBA. */
    async function compose(look, animation, frame, scale) {
      const width = manifest.canvas.width * scale;
      const height = manifest.canvas.height * scale;
      const out = new Uint8ClampedArray(width * height * 4);
      for (const step of drawList(look, animation, frame, scale)) {
        const page = await pagePicture(step.image.path);
        for (let y = Math.max(0, -step.y); y < step.height && y + step.y < height; y += 1) {
          for (let x = Math.max(0, -step.x); x < step.width && x + step.x < width; x += 1) {
            // A turned picture lies on the page turned clockwise.
            const px = step.sx + (step.isRotated ? step.height - 1 - y : x);
            const py = step.sy + (step.isRotated ? x : y);
            const from = (py * page.width + px) * 4;
            const alpha = page.rgba[from + 3];
            if (alpha === 0) continue;
            const to = ((y + step.y) * width + x + step.x) * 4;
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
      const key = JSON.stringify([look.species, look.base, look.overlays, look.axes, animation, cellOf(baseArt(look), animation, frame), scale]);
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
    // The tool's own arithmetic: 32-bit floats, one rounding an operation, in the tool's order.
    const f32 = Math.fround;
    const clampUnit = (value, fallback) => Number.isNaN(value) ? fallback : Math.min(Math.max(value, 0), 1);

    /** GPUImage's chroma key filter on straight RGBA; gives new straight RGBA. */
    function keyGPUImage(picture, key, threshold, smoothing) {
      const [wr, wg, wb] = [f32(0.2989), f32(0.5866), f32(0.1145)];
      const [vr, vb] = [f32(0.7132), f32(0.5647)];
      const unit = Float32Array.from({ length: 256 }, (_, value) => f32(value / 255));
      const luma = (r, g, b) => f32(f32(f32(wr * unit[r]) + f32(wg * unit[g])) + f32(wb * unit[b]));
      const keyLuma = luma(...key);
      const keyRed = f32(vr * f32(unit[key[0]] - keyLuma));
      const keyBlue = f32(vb * f32(unit[key[2]] - keyLuma));
      const [t, s] = [clampUnit(threshold, 0.4), clampUnit(smoothing, 0.1)];
      const low = f32(t);
      const width = Math.max(f32(f32(t + s) - low), f32(1e-4));
      const { rgba } = picture;
      const out = new Uint8Array(rgba);
      for (let i = 0; i < rgba.length; i += 4) {
        const y = luma(rgba[i], rgba[i + 1], rgba[i + 2]);
        const dr = f32(f32(vr * f32(unit[rgba[i]] - y)) - keyRed);
        const db = f32(f32(vb * f32(unit[rgba[i + 2]] - y)) - keyBlue);
        const distance = f32(Math.sqrt(f32(f32(dr * dr) + f32(db * db))));
        const x = Math.min(Math.max(f32(f32(distance - low) / width), 0), 1);
        const blend = f32(f32(x * x) * f32(3 - f32(2 * x)));
        out[i + 3] = f32(Math.min(Math.max(f32(rgba[i + 3] * blend), 0), 255) + 0.5);
      }
      return { width: picture.width, height: picture.height, rgba: out };
    }

    const markedLean = 24;
    /** How much more of the key's hue each rim pixel shows than the art next to it, 0...255. */
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
      let [silhouette, marked] = [0, 0];
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
          const place = y * width + x;
          const alpha = rgba[place * 4 + 3];
          if (!near[place] || alpha === 0) continue;
          silhouette += 1;
          const own = leanAt(place);
          if (own === 0) continue;
          let inside = null;
          for (let row = Math.max(0, y - 5); row <= Math.min(height - 1, y + 5); row += 1) {
            for (let column = Math.max(0, x - 5); column <= Math.min(width - 1, x + 5); column += 1) {
              const other = row * width + column;
              if (!near[other] && rgba[other * 4 + 3] === 255) inside = Math.max(inside ?? 0, leanAt(other));
            }
          }
          if (inside === null && alpha === 255) continue;
          const lean = Math.trunc((own - (inside ?? 0)) * alpha / 255);
          if (lean <= 0) continue;
          map[place] = Math.min(255, lean);
          if (lean >= markedLean) marked += 1;
        }
      }
      return { map, silhouette, marked };
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
      finish({ width, height, rgba }, settings);
      return { width, height, rgba: order(rgba) };
    }

    /** Spill, erosion, feathering, and color under clear pixels, in this order. */
    function finish({ width, height, rgba }, { spill, erode, feather, edge }) {
      if (spill > 0) reduceSpill(width, height, rgba, f32(spill));
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
    const excessOf = (rgba, i) => rgba[i + 1] - Math.max(rgba[i], rgba[i + 2]);

    function reduceSpill(width, height, rgba, amount) {
      const source = new Uint8Array(rgba);
      const depth = depths(width, height, source);
      const wanted = Float32Array.from({ length: width * height }, (_, place) => excessOf(source, place * 4));
      for (let layer = 7; layer >= 0; layer -= 1) {
        const share = Math.min(1, f32((8 - layer) / 3));
        for (let y = 0; y < height; y += 1) {
          for (let x = 0; x < width; x += 1) {
            const place = y * width + x;
            if (depth[place] !== layer) continue;
            const i = place * 4;
            const own = lumaOf(source, i);
            let [sum, count] = [0, 0];
            for (let py = Math.max(0, y - 1); py <= Math.min(height - 1, y + 1); py += 1) {
              for (let px = Math.max(0, x - 1); px <= Math.min(width - 1, x + 1); px += 1) {
                const other = py * width + px;
                if (depth[other] <= layer || Math.abs(f32(lumaOf(source, other * 4) - own)) >= 60) continue;
                sum = f32(sum + wanted[other]);
                count += 1;
              }
            }
            if (count === 0) continue;
            const mean = f32(sum / count);
            wanted[place] = mean;
            const surplus = f32(excessOf(source, i) - mean);
            if (surplus <= 0 || surplus >= 70) continue;
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
    // What is shown is a function of the part of the address behind '#', so that a link shows the same.
    const zooms = [1, 2, 4, 8];
    const roomZoom = manifest.canvas.width * 2 <= Math.min(innerWidth - 60, 640) ? 2 : 1;
    // The picture on which the threshold decides most.
    const benchStart = given.bench.reduce((best, entry, index) => (entry.trials[0]?.states.length ?? 0) > (given.bench[best].trials[0]?.states.length ?? 0) ? index : best, 0);
    const backdrops = ['checker', 'white', 'black', 'paper', 'key'];
    const views = [];
    const state = {};

    function defaults() {
      return {
        view: given.comparedWith && !given.diagnostics ? 'changes' : 'wardrobe', species: manifest.species[0]?.id ?? '', base: '', wear: [], axes: {}, animation: '', frame: 0,
        zoom: roomZoom, close: 1, scale: scales.includes(roomZoom) ? roomZoom : scales[0] ?? 1, backdrop: 'checker', marks: false, query: '', only: '', style: '', bench: benchStart,
        mode: '', threshold: null, smoothing: null, spill: null, page: 0, theme: '',
      };
    }

    function readHash() {
      const fields = new URLSearchParams(location.hash.slice(1));
      const next = defaults();
      const text = (name, allowed) => {
        const value = fields.get(name);
        if (value !== null && (!allowed || allowed.includes(value))) next[name] = value;
      };
      const number = (name, allowed) => {
        const value = Number(fields.get(name));
        if (fields.get(name) !== null && Number.isFinite(value) && (!allowed || allowed(value))) next[name] = value;
      };
      text('view', views.map((view) => view.id));
      text('species', [...speciesByID.keys()]);
      text('base', manifest.items.filter((item) => item.equipStyle === 'replaceSprite').map((item) => item.id));
      next.wear = (fields.get('wear') ?? '').split(',').filter((id) => itemByID.get(id)?.equipStyle === 'overlay');
      for (const axis of manifest.axes) {
        const value = fields.get(`axis.${axis.name}`);
        if (axis.values.includes(value)) next.axes[axis.name] = value;
      }
      text('animation');
      number('frame', Number.isInteger);
      for (const name of ['zoom', 'close']) number(name, (value) => zooms.includes(value));
      number('scale', (value) => scales.includes(value));
      text('backdrop', backdrops);
      next.marks = fields.get('marks') === '1';
      text('query');
      text('only', [...speciesByID.keys()]);
      text('style', ['overlay', 'replaceSprite']);
      number('bench', (value) => value in given.bench);
      text('mode', ['best', 'fast', 'gpuimage']);
      for (const name of ['threshold', 'smoothing', 'spill']) number(name, (value) => value >= 0 && value <= 1);
      number('page', (value) => value in (target?.pages ?? []));
      text('theme', ['light', 'dark']);
      Object.assign(state, next);
    }

    function hashOf(values) {
      const plain = defaults();
      const fields = new URLSearchParams();
      for (const [name, value] of Object.entries(values)) {
        if (name === 'axes') for (const [axis, chosen] of Object.entries(value)) fields.set(`axis.${axis}`, chosen);
        else if (name === 'wear') { if (value.length) fields.set(name, value.join(',')); }
        else if (name === 'marks') { if (value) fields.set(name, '1'); }
        else if (name === 'view' || value !== plain[name]) fields.set(name, value);
      }
      return `#${fields.toString().replaceAll('%2C', ',')}`;
    }
    const linkTo = (changes) => hashOf({ ...state, ...changes });

    /** Changes what is shown; `isStep` makes it a place that Back returns to. */
    function go(changes, isStep = false) {
      Object.assign(state, changes);
      history[isStep ? 'pushState' : 'replaceState'](null, '', hashOf(state));
      refresh();
    }

    const currentLook = () => ({ species: state.species, base: state.base || null, overlays: state.wear, axes: state.axes });
    // Every species in every item, with search and filters.
    const stemOf = (path) => path.split('/').pop().replace(/\.[^.]+$/, '').replace(/@[0-9]+x$/, '');
    const findingsFor = (asset) => (given.diagnostics ?? []).filter((finding) =>
      [finding.path, ...finding.related].some((path) => path && (stemOf(path) === asset || path.includes(`/${asset}.imageset/`))));

    function badgeFor(findings) {
      const worst = ['error', 'warning', 'note'].find((severity) => findings.some((finding) => finding.severity === severity));
      if (!worst) return null;
      const text = findings.map((finding) => `${finding.severity}[${finding.id}]: ${finding.message}`).join('\n');
      return h('span', { class: `badge ${worst}`, title: text, role: 'img', 'aria-label': text }, `${worst === 'note' ? 'i' : '!'} ${findings.length}`);
    }

    /** Draws pictures only when they come into sight. */
    const sight = new IntersectionObserver((entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        sight.unobserve(entry.target);
        entry.target.drawNow();
      }
    }, { rootMargin: '300px' });

    function lookTile({ look, name, id, asset, note }) {
      const canvas = h('canvas', { width: manifest.canvas.width, height: manifest.canvas.height, role: 'img', 'aria-label': name });
      canvas.drawNow = async () => show(canvas, await drawnLook(look, '', 0, scales[0]));
      sight.observe(canvas);
      const changes = { view: 'room', species: look.species, base: look.base ?? '', wear: look.overlays, axes: look.axes, animation: '', frame: 0 };
      return h('article', { class: 'card tile' },
        h('button', { class: 'open', type: 'button', 'aria-label': `Open ${name} in the dressing room`, onclick: () => go(changes, true) },
          h('div', { class: `well ${state.backdrop}` }, canvas)),
        badgeFor(findingsFor(asset)),
        h('div', { class: 'text' }, h('span', { class: 'name', title: name }, name), copyButton(id), note ? h('span', { class: 'copy', title: note }, note) : null));
    }

    function wardrobeEntries() {
      const entries = [];
      for (const named of manifest.looks) {
        const look = { base: null, ...named.look };
        const worn = [look.base, ...look.overlays].filter(Boolean).map((id) => itemByID.get(id)?.name ?? id);
        entries.push({ group: 'Looks', look, name: (named.id[0].toUpperCase() + named.id.slice(1)).replaceAll(/[-_]/g, ' '), id: named.id, asset: '', note: worn.join(' + '), style: '' });
      }
      for (const species of manifest.species) {
        const plain = { species: species.id, base: null, overlays: [], axes: {} };
        const own = artFor(species.art, plain);
        if (own) entries.push({ group: species.name, look: plain, name: species.name, id: species.id, asset: own.asset, note: own.asset, style: '' });
        for (const item of manifest.items) {
          const look = item.equipStyle === 'overlay' ? { ...plain, overlays: [item.id] } : { ...plain, base: item.id };
          const art = artFor(item.art, look);
          if (art) entries.push({ group: species.name, look, name: item.name, id: item.id, asset: art.asset, note: art.asset, style: item.equipStyle });
        }
      }
      return entries;
    }

    function matches(entry) {
      if (state.only && entry.look.species !== state.only) return false;
      if (state.style && entry.style !== state.style) return false;
      const words = state.query.toLowerCase().split(/\s+/).filter(Boolean);
      const text = `${entry.group} ${entry.look.species} ${entry.name} ${entry.id} ${entry.note ?? ''}`.toLowerCase();
      return words.every((word) => text.includes(word));
    }

    /** Buttons of which one is pressed. */
    function choice(label, options, chosen, choose) {
      return h('div', { class: 'group', role: 'group', 'aria-label': label }, options.map(([value, text]) =>
        h('button', { type: 'button', 'aria-pressed': String(value === chosen), onclick: () => choose(value) }, text)));
    }
    const backdropChoice = () => h('label', { class: 'field' }, 'Backdrop', h('select', { onchange: (event) => go({ backdrop: event.target.value }) },
      backdrops.map((name) => h('option', { value: name, selected: name === state.backdrop }, name))));

    views.push({
      id: 'wardrobe', name: 'Wardrobe',
      render(root) {
        const search = h('input', { type: 'search', id: 'search', placeholder: 'Search names and files', 'aria-label': 'Search', value: state.query, oninput: () => { state.query = search.value; history.replaceState(null, '', hashOf(state)); list(); } });
        const place = h('div');
        const list = () => {
          const found = wardrobeEntries().filter(matches);
          place.replaceChildren(...[...new Set(found.map((entry) => entry.group))].flatMap((group) => {
            const own = found.filter((entry) => entry.group === group);
            return [h('div', { class: 'section' }, h('h2', {}, group), h('span', { class: 'count' }, own.length)), h('div', { class: 'grid' }, own.map(lookTile))];
          }));
          if (!found.length) place.append(h('p', { class: 'empty' }, 'Nothing here has such a name.'));
        };
        root.append(h('div', { class: 'head' }, search,
          choice('Species', [['', 'All'], ...manifest.species.map((species) => [species.id, species.name])], state.only, (only) => go({ only })),
          choice('Style', [['', 'All'], ['replaceSprite', 'Outfits'], ['overlay', 'Overlays']], state.style, (style) => go({ style })),
          h('span', { class: 'fill' }), backdropChoice()), place);
        list();
      },
    });
    // The dressing room: one pet, dressed as wished, moving.
    const player = { isPlaying: false, since: 0, first: 0, request: 0 };

    const animationOf = (look) => baseArt(look)?.animations[state.animation];
    const frameCount = (look) => animationOf(look)?.frames.length ?? baseArt(look)?.frames.length ?? 1;

    function commandFor(look) {
      const words = ['kiln preview', `--species ${look.species}`];
      if (look.base) words.push(`--base ${look.base}`);
      for (const id of look.overlays) words.push(`--overlay ${id}`);
      for (const [name, value] of Object.entries(look.axes)) words.push(`--axis ${name}=${value}`);
      if (state.animation) words.push(`--animation ${state.animation}`);
      return words.join(' ');
    }

    /** Anchors and trim boxes of what is drawn, in points. */
    function marks(look) {
      const { width, height } = manifest.canvas;
      const svg = h('svg', { viewBox: `0 0 ${width} ${height}`, class: state.marks ? 'on' : '', 'aria-hidden': 'true' },
        h('rect', { class: 'canvas', x: 0, y: 0, width, height }));
      const letters = Math.max(4, 11 / state.zoom);
      const label = (x, y, text) => h('text', { x, y, 'font-size': letters }, text);
      for (const step of drawList(look, state.animation, state.frame, 1)) {
        svg.append(h('rect', { x: step.x, y: step.y, width: step.width, height: step.height }), label(step.x + 1, step.y + letters, step.item ?? step.asset));
      }
      const cell = cellOf(baseArt(look), state.animation, state.frame);
      for (const [name, places] of Object.entries(speciesByID.get(look.species)?.anchors ?? {})) {
        const place = places[cell % places.length];
        svg.append(h('circle', { cx: place.x, cy: place.y, r: 4 / state.zoom }), label(place.x + 6 / state.zoom, place.y + 3 / state.zoom, name));
      }
      return svg;
    }

    async function drawStage() {
      const canvas = $('#stage');
      if (!canvas) return;
      const look = currentLook();
      const request = (player.request += 1);
      const data = await drawnLook(look, state.animation, state.frame, state.scale);
      if (request !== player.request || !canvas.isConnected) return;
      show(canvas, data);
      const { width, height } = manifest.canvas;
      Object.assign(canvas.style, { width: `${width * state.zoom}px`, height: `${height * state.zoom}px` });
      $('.figure svg')?.remove();
      canvas.after(marks(look));
      const count = frameCount(look);
      const frame = (state.frame % count + count) % count;
      $('#frame').textContent = `${frame + 1} / ${count}`;
      [...$('#film').children].forEach((button, index) => button.setAttribute('aria-pressed', String(index === frame)));
      canvas.setAttribute('aria-label', `${commandFor(look)}, frame ${frame + 1} of ${count}`);
    }

    /** All frames of what is played, small, to jump to. */
    function film(look) {
      return h('div', { class: 'film', id: 'film', role: 'group', 'aria-label': 'Frames' }, Array.from({ length: Math.min(frameCount(look), 64) }, (_, frame) => {
        const canvas = h('canvas', { width: manifest.canvas.width, height: manifest.canvas.height });
        canvas.drawNow = async () => show(canvas, await drawnLook(look, state.animation, frame, scales[0]));
        sight.observe(canvas);
        return h('button', { type: 'button', class: state.backdrop, 'aria-label': `Frame ${frame + 1}`, onclick: () => { play(false); go({ frame }); } }, canvas);
      }));
    }

    function play(isPlaying) {
      player.isPlaying = isPlaying;
      player.since = performance.now();
      player.first = state.frame;
      const button = $('#play');
      if (button) {
        button.textContent = isPlaying ? '❚❚' : '▶';
        button.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play');
      }
      if (isPlaying) requestAnimationFrame(tick);
    }

    function tick(now) {
      if (!player.isPlaying || state.view !== 'room') return;
      const animation = animationOf(currentLook());
      const count = frameCount(currentLook());
      const frame = player.first + Math.floor((now - player.since) / 1000 * (animation?.fps ?? 6));
      if (animation && !animation.loop && frame >= count) {
        state.frame = count - 1;
        drawStage();
        play(false);
        return;
      }
      if (frame % count !== state.frame) {
        state.frame = frame % count;
        drawStage();
      }
      requestAnimationFrame(tick);
    }

    function step(by) {
      play(false);
      const count = frameCount(currentLook());
      go({ frame: (state.frame + by + count) % count });
    }

    function dress(changes) {
      const next = { ...state, ...changes };
      const look = { species: next.species, base: next.base || null, overlays: next.wear, axes: next.axes };
      // What the new pet cannot wear falls off.
      if (look.base && !artFor(itemByID.get(look.base).art, look)) changes.base = '';
      changes.wear = next.wear.filter((id) => artFor(itemByID.get(id).art, look));
      const art = baseArt({ ...look, base: (changes.base ?? next.base) || null });
      if (state.animation && !art?.animations[state.animation]) changes.animation = '';
      go(changes);
    }

    function option(kind, name, value, text, isChecked, isPossible, choose) {
      return h('label', { class: isPossible ? '' : 'off' },
        h('input', { type: kind, name, value, checked: isChecked, disabled: !isPossible, onchange: choose }), text, value ? h('span', { class: 'id' }, value) : null);
    }

    function wardrobePanel() {
      const look = currentLook();
      const can = (item) => artFor(item.art, look) !== null;
      const outfits = manifest.items.filter((item) => item.equipStyle === 'replaceSprite');
      const overlays = manifest.items.filter((item) => item.equipStyle === 'overlay');
      const toggle = (id) => state.wear.includes(id) ? state.wear.filter((other) => other !== id) : [...state.wear, id];
      return h('div', { class: 'card panel' },
        h('fieldset', {}, h('legend', {}, 'Species'), h('div', { class: 'options' }, manifest.species.map((species) =>
          option('radio', 'species', species.id, species.name, species.id === state.species, true, () => dress({ species: species.id }))))),
        manifest.axes.map((axis) => h('label', { class: 'field' }, axis.name, h('select', { onchange: (event) => dress({ axes: { ...state.axes, [axis.name]: event.target.value } }) },
          axis.values.map((value, index) => h('option', { value, selected: (state.axes[axis.name] ?? axis.values[0]) === value }, value))))),
        h('fieldset', {}, h('legend', {}, 'Outfit (one at a time)'), h('div', { class: 'options' },
          option('radio', 'base', '', 'None', !state.base, true, () => dress({ base: '' })),
          outfits.map((item) => option('radio', 'base', item.id, item.name, item.id === state.base, can(item), () => dress({ base: item.id }))))),
        h('fieldset', {}, h('legend', {}, 'Overlays (as many as you like)'), h('div', { class: 'options' },
          overlays.map((item) => option('checkbox', 'wear', item.id, item.name, state.wear.includes(item.id), can(item), () => dress({ wear: toggle(item.id) }))))));
    }

    function layerTable(look) {
      const level = (step) => given.coverage.find((cell) => cell.species === look.species && (cell.item ?? null) === step.item && cell.asset === step.asset);
      return h('div', { class: 'card panel' }, h('h3', {}, 'What is drawn, front to back'),
        h('ol', { class: 'layers' }, drawList(look, state.animation, state.frame, scales[0]).reverse().map((step) => h('li', {},
          h('b', {}, itemByID.get(step.item)?.name ?? speciesByID.get(look.species)?.name ?? look.species), h('span', { class: 'z' }, `z ${step.z}`),
          h('div', {}, copyButton(step.frame), ' ', badgeFor(findingsFor(step.asset))),
          level(step) ? h('div', { class: 'where' }, `found as ${level(step).template}`) : null))));
    }

    views.push({
      id: 'room', name: 'Dressing room',
      render(root) {
        const look = currentLook();
        const animations = Object.keys(baseArt(look)?.animations ?? {});
        const button = (id, label, text, run) => h('button', { class: 'icon', id, type: 'button', 'aria-label': label, title: label, onclick: run }, text);
        root.append(h('div', { class: 'room' },
          h('section', { class: 'card stage', 'aria-label': 'The pet' },
            h('div', { class: `view ${state.backdrop}`, tabindex: 0, role: 'group', 'aria-label': 'Stage; shows anchors and trim boxes while the pointer is here' },
              h('div', { class: 'figure' }, h('canvas', { id: 'stage', role: 'img' }))),
            h('div', { class: 'bar' }, button('back', 'One frame back', '‹', () => step(-1)), button('play', 'Play', '▶', () => play(!player.isPlaying)),
              button('forth', 'One frame on', '›', () => step(1)), h('span', { class: 'mono', id: 'frame' }, ''),
              h('label', { class: 'field' }, 'Animation', h('select', { id: 'animation', onchange: (event) => go({ animation: event.target.value, frame: 0 }) },
                h('option', { value: '' }, 'all frames'), animations.map((name) => h('option', { value: name, selected: name === state.animation }, name)))),
              choice('Zoom', zooms.map((zoom) => [zoom, `${zoom}×`]), state.zoom, (zoom) => go({ zoom })), backdropChoice()),
            h('div', { class: 'bar' },
              scales.length > 1 ? h('label', { class: 'field' }, 'Pixels', h('select', { onchange: (event) => go({ scale: Number(event.target.value) }) },
                scales.map((scale) => h('option', { value: scale, selected: scale === state.scale }, `@${scale}x`)))) : null,
              h('label', { class: 'field' }, h('input', { type: 'checkbox', checked: state.marks, onchange: (event) => go({ marks: event.target.checked }) }), 'Anchors and trim boxes'),
              h('button', { type: 'button', onclick: () => copyText(commandFor(currentLook())) }, 'Copy command'),
              h('button', { type: 'button', onclick: () => copyText(location.href) }, 'Copy link')),
            frameCount(look) > 1 ? film(look) : h('div', { id: 'film' })),
          h('div', {}, wardrobePanel(), layerTable(look))));
        drawStage();
        if (player.isPlaying) play(true);
      },
      keys: { ' ': () => play(!player.isPlaying), ArrowLeft: () => step(-1), ArrowRight: () => step(1), m: () => go({ marks: !state.marks }) },
    });
    // Which name found each item on each species; far fallbacks are where art is missing.
    const ordinal = (number) => `${number}${{ 1: 'st', 2: 'nd', 3: 'rd' }[number] ?? 'th'}`;
    const levelName = (level) => level === null || level === undefined ? 'missing' : Math.min(level, 4);

    views.push({
      id: 'coverage', name: 'Coverage',
      isPresent: () => given.coverage.length > 0,
      count: () => given.coverage.filter((cell) => cell.level === null || cell.level === undefined).length || null,
      render(root) {
        const columns = [...new Map(given.coverage.map((cell) => [JSON.stringify([cell.species, cell.axes]), cell])).values()];
        const rows = [null, ...manifest.items.map((item) => item.id), ...new Set(given.coverage.map((cell) => cell.item ?? null).filter((id) => id && !itemByID.has(id)))];
        const cellAt = (item, column) => given.coverage.find((cell) => (cell.item ?? null) === item && cell.species === column.species && JSON.stringify(cell.axes) === JSON.stringify(column.axes))
          ?? given.coverage.find((cell) => (cell.item ?? null) === item && cell.species === column.species && Object.entries(cell.axes).every(([name, value]) => column.axes[name] === value));
        const open = (cell) => {
          const item = itemByID.get(cell.item);
          const worn = item?.equipStyle === 'overlay' ? { base: '', wear: [item.id] } : { base: item?.id ?? '', wear: [] };
          go({ view: 'room', species: cell.species, axes: cell.axes, animation: '', frame: 0, ...worn }, true);
        };
        const box = (item, column) => {
          const cell = cellAt(item, column);
          if (!cell) return h('td', {}, '');
          const isMissing = levelName(cell.level) === 'missing';
          const label = `${item ?? 'undressed'} on ${cell.species}: ${isMissing ? 'missing' : `${cell.asset}, found by the ${ordinal(cell.level + 1)} name, ${cell.template}`}`;
          return h('td', {}, h('button', { type: 'button', class: `level-${levelName(cell.level)}`, 'aria-label': label, title: label, onclick: () => open(cell) },
            isMissing ? 'missing' : `${ordinal(cell.level + 1)} name`, h('small', {}, cell.asset ?? 'no file')));
        };
        root.append(h('div', { class: 'head' }, h('p', { class: 'lead' }, 'Names are tried in order, the most particular first. Green is art made for the species; the warmer the color, the more general the fallback. Click a cell to see it worn.'),
          h('span', { class: 'fill' }), h('div', { class: 'legend' }, [0, 1, 2, 3, 4].map((level) => h('span', {}, h('i', { class: `level-${level}` }), `${level + 1}${level === 4 ? '+' : ''}`)), h('span', {}, h('i', { class: 'level-missing' }), 'missing'))),
          h('div', { class: 'card scroll', tabindex: 0, role: 'region', 'aria-label': 'Coverage matrix' }, h('table', { class: 'matrix' },
            h('thead', {}, h('tr', {}, h('td', {}), columns.map((column) => h('th', { scope: 'col' }, speciesByID.get(column.species)?.name ?? column.species, Object.values(column.axes).map((value) => ` · ${value}`))))),
            h('tbody', {}, rows.map((item) => h('tr', {}, h('th', { scope: 'row' }, item === null ? 'Undressed' : itemByID.get(item)?.name ?? item), columns.map((column) => box(item, column))))))));
      },
    });
    // The keying bench: what the settings do to a picture, in the tool's arithmetic.
    const settingNames = ['threshold', 'smoothing', 'spill'];
    const modesOf = (entry) => [...entry.trials.map((trial) => trial.mode), 'gpuimage'];
    const benchMode = (entry) => modesOf(entry).includes(state.mode) ? state.mode : entry.settings.mode;

    /** The settings in force: the catalog's, but for what was moved. */
    function benchSettings(entry) {
      const moved = Object.fromEntries(settingNames.filter((name) => state[name] !== null).map((name) => [name, state[name]]));
      return { ...entry.settings, ...moved, mode: benchMode(entry) };
    }

    async function keyed(entry, settings = benchSettings(entry)) {
      if (settings.mode !== 'gpuimage') return keyTrial(entry, settings.mode, settings);
      return keyGPUImage(await read(entry.original, decodePNG), entry.key, settings.threshold, settings.smoothing);
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
        const gray = picture.rgba[i + 3] === 0 ? 0 : 18 + (picture.rgba[i] * 0.3 + picture.rgba[i + 1] * 0.59 + picture.rgba[i + 2] * 0.11) * picture.rgba[i + 3] / 255 * 0.32;
        const heat = lean === 0 ? [gray, gray, gray] : lean < markedLean ? [255, 190, 60] : [255, Math.max(0, 90 - lean), 120 + lean / 2];
        for (let c = 0; c < 3; c += 1) data.data[i + c] = heat[c];
        data.data[i + 3] = 255;
      }
      return data;
    }

    function benchJSON(entry) {
      const { mode, threshold, smoothing, spill } = benchSettings(entry);
      const members = { key: entry.keyName, mode, threshold, smoothing };
      if (mode !== 'gpuimage') members.spill = spill;
      return `"chroma": ${JSON.stringify(members).replaceAll('":', '": ').replaceAll(',"', ', "').replace('{', '{ ').replace('}', ' }')}`;
    }

    let benchRequest = 0;
    async function drawBench(entry) {
      const request = (benchRequest += 1);
      const [original, result] = [await read(entry.original, decodePNG), await keyed(entry)];
      if (request !== benchRequest || !$('#bench-result')) return;
      const fringe = fringeOf(result, entry.screen);
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
      const settings = benchSettings(entry);
      const isIdle = settings.mode === 'gpuimage' && name === 'spill';
      const input = h('input', { type: 'range', id: name, min: 0, max: 1, step: 0.01, value: settings[name], disabled: isIdle, oninput: () => {
        state[name] = Number(input.value);
        history.replaceState(null, '', hashOf(state));
        drawBench(entry);
      } });
      return h('div', { class: 'slider' }, h('div', {}, h('label', { for: name }, name[0].toUpperCase() + name.slice(1)), h('output', { id: `${name}-value`, for: name }, '')), input);
    }

    views.push({
      id: 'bench', name: 'Keying bench',
      isPresent: () => given.bench.length > 0,
      render(root) {
        const entry = given.bench[state.bench];
        const mode = benchMode(entry);
        const panel = (id, title, well, note) => h('figure', { class: 'card' }, h('div', { class: `well ${well}`, tabindex: 0, role: 'group', 'aria-label': title }, h('canvas', { id, role: 'img', 'aria-label': `${title} of ${entry.name}` })), h('figcaption', {}, title, note));
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
            ? 'GPUImage’s filter, computed here as you move a slider, byte for byte as the tool does it. It has no spill setting.'
            : 'Byte for byte what the tool makes of these settings. The threshold decides which greens are solid: the tool keyed the picture at every hundredth of it. Smoothing and spill are computed here. Edges against the screen do not depend on threshold and smoothing.'));
        drawBench(entry);
      },
    });
    // Atlas pages with what lies where.
    views.push({
      id: 'pages', name: 'Pages',
      isPresent: () => scales.length > 0 && target.pages.length > 0,
      count: () => target?.pages.length,
      render(root) {
        const scale = scales.includes(state.scale) ? state.scale : scales[0];
        const page = target.pages[state.page];
        const image = page.images.find((candidate) => candidate.scale === scale);
        const frames = Object.entries(target.frames).filter(([, frame]) => frame.page === state.page && frame.width > 0);
        // Frames with the same picture lie at the same place.
        const places = new Map();
        for (const [name, frame] of frames) {
          const [width, height] = frame.rotated ? [frame.height, frame.width] : [frame.width, frame.height];
          const key = [frame.x, frame.y, width, height].join();
          if (!places.has(key)) places.set(key, { x: frame.x, y: frame.y, width, height, names: [] });
          places.get(key).names.push(name);
        }
        const used = [...places.values()].reduce((sum, place) => sum + place.width * place.height, 0) / (page.width * page.height);
        const query = state.query.toLowerCase();
        const isHit = (place) => query && place.names.some((name) => name.toLowerCase().includes(query));
        const svg = h('svg', { viewBox: `0 0 ${page.width} ${page.height}` }, [...places.values()].map((place) => h('rect', {
          x: place.x, y: place.y, width: place.width, height: place.height, tabindex: 0, role: 'button', class: isHit(place) ? 'hit' : '', 'aria-label': `Copy ${place.names[0]}`,
          onclick: () => copyText(place.names[0]), onkeydown: (event) => { if (event.key === 'Enter') copyText(place.names[0]); },
        }, h('title', {}, `${place.names.join('\n')}\n${place.width} × ${place.height} at ${place.x}, ${place.y}`))));
        const search = h('input', { type: 'search', id: 'search', placeholder: 'Mark frames by name', 'aria-label': 'Mark frames by name', value: state.query, oninput: () => {
          state.query = search.value;
          history.replaceState(null, '', hashOf(state));
          const text = search.value.toLowerCase();
          [...places.values()].forEach((place, index) => svg.children[index].classList.toggle('hit', Boolean(text) && place.names.some((name) => name.toLowerCase().includes(text))));
        } });
        const fit = Math.min(1, Math.max(200, root.clientWidth - 50) / page.width);
        const width = Math.round(page.width * fit * state.close);
        root.append(
          h('div', { class: 'head' }, h('label', { class: 'field' }, 'Page', h('select', { onchange: (event) => go({ page: Number(event.target.value) }) },
            target.pages.map((_, index) => h('option', { value: index, selected: index === state.page }, `${index + 1} of ${target.pages.length}`)))),
          scales.length > 1 ? h('label', { class: 'field' }, 'Pixels', h('select', { onchange: (event) => go({ scale: Number(event.target.value) }) }, scales.map((value) => h('option', { value, selected: value === scale }, `@${value}x`)))) : null,
          choice('Zoom', zooms.map((zoom) => [zoom, `${zoom}×`]), state.close, (close) => go({ close })), search, h('span', { class: 'fill' }), backdropChoice()),
          h('p', { class: 'lead' }, copyButton(image.path), ` · ${page.width * scale} × ${page.height * scale} px · ${frames.length} frames in ${places.size} places · `, h('span', { class: 'meter', 'aria-hidden': 'true' }, h('i', { style: { width: percent(used) } })), ` ${percent(used)} used`),
          h('div', { class: 'card scroll', tabindex: 0, role: 'region', 'aria-label': 'Atlas page' }, h('div', { class: `sheet ${state.backdrop}` },
            h('img', { src: pngURL(given.pictures[image.path]), width, height: Math.round(width * page.height / page.width), alt: `Atlas page ${state.page + 1}` }), svg)));
      },
    });
    // What changed since an earlier bake, and what is wrong.
    views.push({
      id: 'changes', name: 'Changes',
      isPresent: () => given.comparedWith !== '' || given.changes.length > 0,
      count: () => given.changes.length || null,
      render(root) {
        const frame = (title, base64, well) => h('figure', {}, h('div', { class: `well ${well}` }, base64 ? h('img', { src: pngURL(base64), alt: title, onload: (event) => event.target.classList.toggle('shrunk', event.target.naturalWidth > event.target.width) }) : h('span', { class: 'lead' }, 'nothing')), h('figcaption', {}, title));
        const pictures = (change) => h('div', { class: 'trio' }, frame('Old', change.old, state.backdrop), frame('New', change.new, state.backdrop),
          change.difference ? frame('Difference', change.difference, 'black') : null);
        const lines = (change) => change.summary.split('\n').filter(Boolean).map((line) => h('p', { class: 'where' }, line));
        const card = (change) => h('article', { class: 'card item' },
          h('div', {}, h('span', { class: `badge ${{ added: 'good', removed: 'error' }[change.kind] ?? 'warning'}` }, change.kind), ' ', change.id ? copyButton(change.id) : null),
          lines(change), change.old || change.new ? pictures(change) : null);
        const title = (section) => section ? section[0].toUpperCase() + section.slice(1) : 'Pictures';
        const sections = [...new Set(given.changes.map((change) => change.section))];
        root.append(h('div', { class: 'head' }, h('p', { class: 'lead' }, 'Compared with ', h('code', {}, given.comparedWith || 'an earlier bake'), given.changes.length ? '.' : ': nothing differs.'),
          h('span', { class: 'fill' }), backdropChoice()),
        ...sections.flatMap((section) => {
          const own = given.changes.filter((change) => change.section === section);
          const isDrawn = own.some((change) => change.old || change.new);
          return [h('div', { class: 'section' }, h('h2', {}, title(section)), h('span', { class: 'count' }, own.length)), h('div', { class: isDrawn ? 'list pairs' : 'list' }, own.map(card))];
        }));
      },
    });

    views.push({
      id: 'problems', name: 'Problems',
      isPresent: () => given.diagnostics !== undefined,
      count: () => given.diagnostics.length || null,
      render(root) {
        if (!given.diagnostics.length) {
          root.append(h('p', { class: 'empty' }, 'Nothing is wrong with this catalog.'));
          return;
        }
        root.append(h('div', { class: 'list' }, given.diagnostics.map((finding) => h('article', { class: 'card item' },
          h('div', {}, h('span', { class: `badge ${finding.severity}` }, finding.severity), ' ', h('code', {}, finding.id)),
          h('p', {}, finding.message), finding.help ? h('p', { class: 'lead' }, `help: ${finding.help}`) : null,
          h('p', { class: 'where' }, finding.place ? copyButton(finding.place) : null)))));
      },
    });
    // The frame around the views: navigation, keys, theme.
    function refresh() {
      if (state.theme) document.documentElement.dataset.theme = state.theme;
      else delete document.documentElement.dataset.theme;
      const present = views.filter((view) => view.isPresent?.() ?? true);
      const view = present.find((candidate) => candidate.id === state.view) ?? present[0];
      if (view.id !== 'room') player.isPlaying = false;
      $('#nav').replaceChildren(...present.map((other) => h('a', { href: linkTo({ view: other.id }), 'aria-current': other === view ? 'page' : false }, other.name, other.count?.() ? h('span', { class: 'count' }, other.count()) : null)));
      $('#nav [aria-current]').scrollIntoView({ block: 'nearest', inline: 'center' });
      const main = $('#main');
      // Redrawing must not take the keyboard's place away, nor a list's.
      const held = main.contains(document.activeElement) ? placeOf(document.activeElement) : null;
      const offsets = [...main.querySelectorAll('.film, .view, .scroll')].map((element) => [element.scrollLeft, element.scrollTop]);
      const isSame = main.dataset.view === view.id;
      main.replaceChildren();
      main.dataset.view = view.id;
      view.render(main);
      if (!isSame) return;
      [...main.querySelectorAll('.film, .view, .scroll')].forEach((element, index) => { if (offsets[index]) [element.scrollLeft, element.scrollTop] = offsets[index]; });
      if (held) main.querySelectorAll(focusable)[held.index]?.focus({ preventScroll: true });
    }

    const focusable = 'a[href], button, input, select, [tabindex="0"]';
    const placeOf = (element) => ({ index: [...$('#main').querySelectorAll(focusable)].indexOf(element) });

    function cycle(list, value, by = 1) {
      return list[(list.indexOf(value) + by + list.length) % list.length];
    }
    const themes = ['', 'light', 'dark'];
    const themeNames = { '': 'as the system', light: 'light', dark: 'dark' };

    const globalKeys = {
      '/': () => { if (!$('#search')) go({ view: 'wardrobe' }, true); $('#search').focus(); },
      b: () => go({ backdrop: cycle(backdrops, state.backdrop) }),
      ...Object.fromEntries(zooms.map((zoom) => [zoom, () => go(state.view === 'room' ? { zoom } : { close: zoom })])),
      t: () => { go({ theme: cycle(themes, state.theme) }); say(`Colors: ${themeNames[state.theme]}`); },
      '?': () => $('#help').showModal(),
    };

    document.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || $('#help').open) return;
      const element = event.target;
      const isTyping = element.matches('input[type="search"], select, textarea');
      if (isTyping) {
        if (event.key === 'Escape') element.blur();
        return;
      }
      // Sliders, options and buttons keep the keys that are theirs.
      const isControl = element.matches('input, button, rect') && (event.key === ' ' || event.key.startsWith('Arrow'));
      if (isControl && !(element.matches('button') && event.key.startsWith('Arrow'))) return;
      const run = views.find((view) => view.id === state.view)?.keys?.[event.key] ?? globalKeys[event.key];
      if (!run) return;
      event.preventDefault();
      run();
    });
    addEventListener('hashchange', () => { readHash(); refresh(); });
    addEventListener('popstate', () => { readHash(); refresh(); });

    function start() {
      $('#tools').append(
        h('button', { class: 'icon', type: 'button', title: 'Colors: system, light, dark (t)', 'aria-label': 'Change colors', onclick: globalKeys.t }, '◐'),
        h('button', { class: 'icon', type: 'button', title: 'Keys (?)', 'aria-label': 'Show keys', onclick: globalKeys['?'] }, '?'));
      const keys = [['/', 'search'], ['space', 'play or pause'], ['← →', 'one frame back or on'], ['1 2 4 8', 'zoom'], ['b', 'next backdrop'], ['m', 'anchors and trim boxes'], ['t', 'light or dark'], ['?', 'this list']];
      $('#help').append(h('h2', { id: 'help-title' }, 'Keys'), h('dl', {}, keys.flatMap(([key, text]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, text)])),
        h('p', { class: 'lead' }, 'The address in the address bar always shows what you see: copy it to show it to somebody else.'),
        h('form', { method: 'dialog' }, h('p', {}, h('button', { class: 'main' }, 'Close'))));
      readHash();
      if (state.view === 'room' && !isCalm() && !location.hash.includes('frame=') && state.animation) player.isPlaying = true;
      refresh();
    }
    start();

    // For tests and curious people: what the page computes; bytes as base64.
    window.kiln = {
      async compose(look, animation, frame, scale) {
        return textOf((await compose({ base: null, overlays: [], axes: {}, ...look }, animation ?? '', frame ?? 0, scale ?? 1)).rgba);
      },
      /** Straight, as `kiln preview -o` writes it. */
      async picture(look, animation, frame, scale) {
        return textOf(imageData(await compose({ base: null, overlays: [], axes: {}, ...look }, animation ?? '', frame ?? 0, scale ?? 1)).data);
      },
      async key(index, settings) {
        const entry = given.bench[index];
        return textOf((await keyed(entry, { ...entry.settings, ...settings })).rgba);
      },
      async fringe(index) {
        const entry = given.bench[index];
        return textOf(fringeOf(await keyed(entry), entry.screen).map);
      },
      decode: async (path) => textOf((await pagePicture(path)).rgba),
    };
    })();

    """##
}
