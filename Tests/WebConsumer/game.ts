// A game in TypeScript that installed the web player from npm: Scripts/npm-package compiles and runs it.
import { Game, Painter, frameAt, type Manifest, type Step } from 'kiln-sprites';
import type { Frame, Point } from 'kiln-sprites/manifest';

// As `kiln bake --typescript` writes them.
type SpeciesId = "dog";
type ItemId = "cap" | "robe";
interface Axes {
  "mood": "calm" | "glad";
}
interface SavedLook {
  species: SpeciesId;
  base: ItemId | null;
  overlays: ItemId[];
  axes: Partial<Axes>;
}

const pivot: Point = { x: 0.5, y: 0.5 };
const frame = (x: number, trimX: number): Frame => ({
  page: 0, x, y: 0, width: 6, height: 8, rotated: false, trimX, trimY: 1, sourceWidth: 10, sourceHeight: 10, pivot,
});
const idle = { frames: [0, 1], fps: 2, loop: true };
const manifest: Manifest = {
  format: 'kiln-manifest', version: 1, generator: { name: 'kiln', version: '0' }, name: 'game',
  canvas: { width: 10, height: 10 },
  axes: [{ name: 'mood', values: ['calm', 'glad'] }],
  species: [{
    id: 'dog', name: 'Dog', anchors: { head: [{ x: 5, y: 2 }] },
    art: [{
      species: 'dog', axes: {}, asset: 'dog', frames: ['dog-0', 'dog-1'],
      origins: [{ x: 0, y: 0 }], z: 0, animations: { idle },
    }],
  }],
  items: [{
    id: 'cap', name: 'Cap', equipStyle: 'overlay',
    art: [{
      species: 'dog', axes: {}, asset: 'cap', frames: ['cap'],
      origins: [{ x: 0, y: -4 }], z: 1, animations: {},
    }],
  }],
  looks: [], files: [],
  targets: [{
    id: 'game', kind: 'atlas', scales: [1, 2],
    pages: [{ width: 32, height: 8, images: [1, 2].map((scale) => ({ scale, path: `game@${scale}x.png`, premultiplied: false })) }],
    frames: { 'dog-0': frame(0, 2), 'dog-1': frame(8, 2), cap: frame(16, 0) },
  }],
};

function expect(found: unknown, expected: unknown) {
  const [one, other] = [found, expected].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`found ${one}, expected ${other}`);
}

const game = new Game<SavedLook>(manifest);
const look = game.equip(game.look('dog'), 'cap');
const shown = frameAt(idle, 0.75);
const steps = game.drawList(look, { animation: 'idle', frame: shown, scale: game.scaleFor(2) });
expect(look, { species: 'dog', base: null, overlays: ['cap'], axes: {} });
expect(shown, 1);
expect(steps.map(({ frame, sourceX, x, y }) => [frame, sourceX, x, y]), [['dog-1', 16, 4, 2], ['cap', 32, 0, -6]]);
expect(game.anchors(look)['head'], { x: 5, y: 2 });
expect(game.wears(game.wearable(JSON.parse(JSON.stringify(look)) as SavedLook), 'cap'), true);

// What needs a browser is compiled only.
export async function draw(canvas: HTMLCanvasElement): Promise<void> {
  const loaded = await Game.load<SavedLook>('bake/manifest.json', { target: 'game' });
  const painter = new Painter(loaded, loaded.scaleFor(devicePixelRatio));
  await painter.load();
  painter.draw(canvas, loaded.drawList({ ...look, axes: { mood: 'glad' } }));
}

// A game without names from its catalog uses plain strings.
export const plain = new Game(manifest).equip({ species: 'dog', base: null, overlays: [], axes: { mood: 'glad' } }, 'cap');

// Each of these lines must be an error.
export function mistakes(step: Step) {
  // @ts-expect-error
  game.equipp(look, 'cap');
  // @ts-expect-error
  game.equip(look, 'cup');
  // @ts-expect-error
  game.look('cat');
  // @ts-expect-error
  game.drawList(look, { frames: 1 });
  // @ts-expect-error
  game.drawList({ ...look, axes: { mood: 'sad' } });
  // @ts-expect-error
  frameAt(idle, '1');
  // @ts-expect-error
  return step.untrimedX;
}
