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
