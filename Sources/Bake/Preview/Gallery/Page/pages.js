// Atlas pages with what lies where.
views.push({
  id: 'pages', name: 'Pages',
  isPresent: () => scale !== null && target.pages.length > 0,
  count: () => target.pages.length,
  render(root) {
    const page = target.pages[state.page];
    const image = pageImage(page);
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
    const named = h('output', { class: 'mono' }, 'Point at a sprite to see its name.');
    const rects = new Map([...places.values()].map((place) => [place, h('rect', {
      x: place.x, y: place.y, width: place.width, height: place.height, onclick: () => choose(place), onpointerenter: () => show(place),
    }, h('title', {}, place.names.join('\n')))]));
    const show = (place) => { named.textContent = `${place.names.join(', ')}: ${place.width} × ${place.height} at ${place.x}, ${place.y}`; };
    const choose = (place) => {
      for (const [other, rect] of rects) rect.classList.toggle('chosen', other === place);
      show(place);
    };
    const mark = (query) => {
      for (const [place, rect] of rects) rect.classList.toggle('hit', query !== '' && place.names.some((name) => name.toLowerCase().includes(query.toLowerCase())));
      list.replaceChildren(...[...places.values()].flatMap((place) => place.names.map((name) => ({ name, place })))
        .filter(({ name }) => name.toLowerCase().includes(query.toLowerCase())).sort((a, b) => (a.name < b.name ? -1 : 1))
        .map(({ name, place }) => h('button', { class: 'copy', type: 'button', title: `Copy ${name}`, onfocus: () => choose(place), onclick: () => copyText(name) }, name)));
    };
    const list = h('div', { class: 'names' });
    const search = h('input', { type: 'search', id: 'search', placeholder: 'Mark sprites by name', 'aria-label': 'Mark sprites by name', value: state.query, oninput: () => {
      state.query = search.value;
      history.replaceState(null, '', hashOf(state));
      mark(search.value);
    } });
    mark(state.query);
    const fit = Math.min(1, Math.max(200, root.clientWidth - 50) / page.width);
    const width = Math.round(page.width * fit * state.close);
    root.append(
      h('div', { class: 'head' }, pick('Page', target.pages.map((_, index) => [index, `${index + 1} of ${target.pages.length}`]), state.page, (page) => go({ page: Number(page) })),
        choice('Zoom', zooms.map((zoom) => [zoom, `${zoom}×`]), state.close, (close) => go({ close })), search, h('span', { class: 'fill' }), backdropChoice()),
      h('p', { class: 'lead' }, copyButton(image.path), ` · ${page.width * scale} × ${page.height * scale} px · ${frames.length} frames in ${places.size} places · `, h('span', { class: 'meter', 'aria-hidden': 'true' }, h('i', { style: { width: percent(used) } })), ` ${percent(used)} used`),
      h('p', { class: 'lead named' }, named),
      h('div', { class: 'card scroll', tabindex: 0, role: 'region', 'aria-label': 'Atlas page' }, h('div', { class: `sheet ${state.backdrop}` },
        h('img', { src: pngURL(given.pictures[image.path]), width, height: Math.round(width * page.height / page.width), alt: `Atlas page ${state.page + 1}` }),
        h('svg', { viewBox: `0 0 ${page.width} ${page.height}` }, [...rects.values()]))),
      h('h3', {}, 'Sprites on this page'), list);
  },
});
