// What is shown is a function of the part of the address behind '#', so that a link shows the same.
const zooms = [1, 2, 4, 8];
const roomZoom = area.width * 2 <= Math.min(innerWidth - 60, 640) ? 2 : 1;
const backdrops = ['checker', 'white', 'black', 'paper', 'key'];
const views = [];
const state = {};

function defaults() {
  return {
    view: given.comparedWith && !given.diagnostics ? 'changes' : 'wardrobe', species: manifest.species[0]?.id ?? '', base: '', wear: [], axes: {}, animation: '', frame: 0,
    zoom: roomZoom, close: 1, backdrop: 'checker', marks: false, query: '', only: '', style: '', page: 0, theme: '',
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
    if (fields.get(name) !== null && allowed(value)) next[name] = value;
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
  number('frame', Number.isSafeInteger);
  for (const name of ['zoom', 'close']) number(name, (value) => zooms.includes(value));
  text('backdrop', backdrops);
  next.marks = fields.get('marks') === '1';
  text('query');
  text('only', [...speciesByID.keys()]);
  text('style', ['overlay', 'replaceSprite']);
  number('page', (value) => value in target.pages);
  text('theme', ['light', 'dark']);
  // What an edited link lets a pet wear that it has no art for stays in the wardrobe.
  const look = lookOf(next);
  next.wear = next.wear.filter((id) => game.canWear(look, id));
  if (next.base && !game.canWear(look, next.base)) next.base = '';
  if (!animationsOf(lookOf(next))[next.animation]) next.animation = '';
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

const lookOf = (values) => ({ species: values.species, base: values.base || null, overlays: values.wear, axes: values.axes });
const currentLook = () => lookOf(state);
/** What the dressing room shows when it is opened with a look. */
const roomWith = (look) => ({ view: 'room', species: look.species, base: look.base ?? '', wear: look.overlays, axes: look.axes, animation: '', frame: 0 });
