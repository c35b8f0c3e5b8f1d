// What `kiln bake` writes into manifest.json. `kiln schema typescript` prints this file.

/** Everything that a bake emitted. Lengths are points (pixels at scale 1), origin top-left, y down; ids are stable from bake to bake. */
export interface Manifest {
  /** Says that the file is a Kiln manifest. */
  format: "kiln-manifest";
  /** The version of this format. */
  version: 1;
  /** The program that wrote the manifest. */
  generator: Generator;
  /** SHA-256 of this file with these 64 digits as zeros: shows that no one changed it since a bake wrote it. */
  digest?: string;
  /** The catalog's name. */
  name: string;
  /** The size of a composed pet. */
  canvas: Canvas;
  /** In the order of the catalog. */
  axes: Axis[];
  /** In the order of the catalog. */
  species: Species[];
  /** In the order of the catalog, which breaks ties of z. */
  items: Item[];
  /** In the order of the catalog. */
  looks: NamedLook[];
  /** In the order of the catalog. */
  targets: Target[];
  /** Every other file of the bake, sorted by path. */
  files: File[];
  /** Pictures that belong to no species, in the order of the catalog. */
  images?: Image[];
  /** Colors with names, in the order of the catalog; absent when it names none. */
  palettes?: Palette[];
  /** Places for items of one kind, in the order of the catalog. */
  slots?: Slot[];
  /** What the catalog says for the game alone; Kiln does not look into it. */
  extras?: Record<string, unknown>;
  /** What earlier bakes had and this one lacks on purpose: ids by kind, or of any kind; * and ? are wildcards. Parts of a thing are called thing/part, as dog/head. Absent when nothing is retired. */
  retired?: Partial<Record<"species" | "items" | "looks" | "images" | "slots" | "targets" | "axes" | "anchors" | "animations" | "wearing" | "styles" | "any", string[]>>;
}

/** Frames shown one after another. */
export interface Animation {
  /** Indexes into the art's frames, in the order of play. */
  frames: number[];
  /** Frames a second; the mean, where frames have durations. */
  fps: number;
  /** Whether it begins again at its end. */
  loop: boolean;
  /** How long each of frames is shown, in milliseconds; without it each is shown for 1 / fps seconds. */
  durations?: number[];
}

/** The frames that show a species, or an item on a species. Of arts of one species, part and sheet the one is drawn that fits the look: the lowest level first, then values before their fallbacks, earlier axes before later ones. */
export interface Art {
  /** The species' id. */
  species: string;
  /** The axis values that this art is for; axes that are not named do not matter. */
  axes: Record<string, string>;
  /** Which naming template found it; absent, 0. */
  level?: number;
  /** Which layer of a thing of several it is; all are drawn, each at its z. Absent where there is one. */
  part?: number;
  /** The value of <animation> in the file's name; what is drawn together has one value, or none. Absent where one file shows all animations. */
  sheet?: string;
  /** The asset that naming resolved to. */
  asset: string;
  /** Names of frames, in the order of the sheet's cells. */
  frames: string[];
  /** Where the top-left corner of a frame's untrimmed picture lies on the canvas: one place for all frames of the base, or one for each. At scale N the corner lies at pixel floor(N * place + 1/2). */
  origins: Point[];
  /** Layer order: the base is 0, negative is behind it; ties go by the order of items. */
  z: number;
  /** Animations by name; none for an overlay, which follows its base. */
  animations: Record<string, Animation>;
  /** Whether it only stands in for art that no one has drawn yet; absent, false. */
  placeholder?: boolean;
}

/** A named choice that art may depend on, such as a mood. */
export interface Axis {
  /** The name that looks use. */
  name: string;
  /** Every value of the axis. */
  values: string[];
  /** The value of a look that names none; absent, the first value. */
  default?: string;
  /** The value for raw values that match no other; absent, the default. */
  unknown?: string;
  /** locale: a value is looked up as BCP 47 does, pt-BR as pt. */
  kind?: "locale";
  /** More about single values, by value. */
  details?: Record<string, AxisValue>;
  /** What the catalog says for the game alone; Kiln does not look into it. */
  extras?: Record<string, unknown>;
}

/** A value of an axis, where there is more to tell than its id. */
export interface AxisValue {
  /** A name for people. */
  name?: string;
  /** What the game stores for it; unique in the axis. */
  raw?: number | string;
  /** The numbers that the value represents, from the first up to but not including the second; the range of the last value includes both. */
  range?: [number, number];
  /** Values whose art is used where this one has none, in order. */
  fallback?: string[];
  /** What the catalog says for the game alone; Kiln does not look into it. */
  extras?: Record<string, unknown>;
}

/** Room around the canvas into which layers reach, in points; composites show it too. Absent when there is none. */
export interface Bleed {
  /** Above the canvas. */
  top: number;
  /** Right of the canvas. */
  right: number;
  /** Below the canvas. */
  bottom: number;
  /** Left of the canvas. */
  left: number;
}

/** Pages that a game loads together, such as those of its shop. */
export interface Bundle {
  /** As the catalog names it. */
  id: string;
  /** Indexes into the target's pages, ascending; some may hold other art too. */
  pages: number[];
}

/** The size of a composed pet. */
export interface Canvas {
  /** In points. */
  width: number;
  /** In points. */
  height: number;
  /** Room around the canvas into which layers reach, in points; composites show it too. Absent when there is none. */
  bleed?: Bleed;
}

/** An emitted file. */
export interface File {
  /** Relative to the manifest; / separates. */
  path: string;
  /** The size in bytes. */
  bytes: number;
  /** The SHA-256 of the file, in lowercase hexadecimal. */
  sha256: string;
}

/** One picture on a page; all lengths are points. */
export interface Frame {
  /** Index into the target's pages. */
  page: number;
  /** The left edge on the page. */
  x: number;
  /** The top edge on the page. */
  y: number;
  /** The width of the trimmed picture as it is seen; 0 when it is fully clear. */
  width: number;
  /** The height of the trimmed picture as it is seen. */
  height: number;
  /** True when the picture lies on the page turned by 90 degrees, clockwise unless counterclockwise is true; it is height wide and width high there. */
  rotated: boolean;
  /** True for a rotated picture that lies turned counterclockwise instead, on pages for libGDX alone. */
  counterclockwise?: boolean;
  /** Where the trimmed picture lay in the untrimmed one. */
  trimX: number;
  /** Where the trimmed picture lay in the untrimmed one. */
  trimY: number;
  /** The width of the untrimmed picture. */
  sourceWidth: number;
  /** The height of the untrimmed picture. */
  sourceHeight: number;
  /** Of the untrimmed picture, 0 to 1 each way from the top-left corner. */
  pivot: Point;
  /** Widths of the borders that do not stretch; absent for an image that is not sliced. */
  nineSlice?: NineSlice;
  /** Triangles to draw instead of the rectangle; absent where only the rectangle exists. */
  mesh?: Mesh;
  /** True for a shape in one color, which a game may color itself; absent otherwise. */
  template?: true;
}

/** The program that wrote the manifest. */
export interface Generator {
  /** Always kiln. */
  name: string;
  /** As kiln --version prints it. */
  version: string;
}

/** A picture that belongs to no species, such as a room or a shop's icon. */
export interface Image {
  /** The name that the game uses. */
  id: string;
  /** For people. */
  name: string;
  /** Names of frames, in the order of the sheet's cells; targets that take the image hold them. */
  frames: string[];
  /** Of the untrimmed picture, in points. */
  width: number;
  /** Of the untrimmed picture, in points. */
  height: number;
  /** Animations by name; absent when there are none. */
  animations?: Record<string, Animation>;
  /** What it shows for values of axes, each picture once; what else the image says is of the axes' default values. Absent for an image that follows no axes. */
  art?: ImageArt[];
  /** What the catalog says for the game alone; Kiln does not look into it. */
  extras?: Record<string, unknown>;
  /** Whether it only stands in for a picture that no one has drawn yet; absent, false. */
  placeholder?: boolean;
}

/** What an image shows for values of axes. Of arts of one image the one is drawn that fits the values: the lowest level first, then values before their fallbacks, earlier axes before later ones. */
export interface ImageArt {
  /** The axis values that this art is for; axes that are not named do not matter. */
  axes: Record<string, string>;
  /** Which naming template found it, from 0; without it 0. */
  level?: number;
  /** The asset that naming resolved to. */
  asset: string;
  /** Names of frames, in the order of the sheet's cells. */
  frames: string[];
  /** Of the untrimmed picture, in points. */
  width: number;
  /** Of the untrimmed picture, in points. */
  height: number;
  /** Animations by name; absent when there are none. */
  animations?: Record<string, Animation>;
  /** Whether it only stands in for a picture that no one has drawn yet; absent, false. */
  placeholder?: boolean;
}

/** One of a panel's colors. */
export interface Ink {
  /** For people. */
  name: string;
  /** The value of the ink in the panel's memory. */
  code: number;
  /** How the ink looks on the panel. */
  color: string;
}

/** Something a pet wears. */
export interface Item {
  /** Never changes; saves keep it. */
  id: string;
  /** For people. */
  name: string;
  /** replaceSprite takes the place of the pet's own sprite and of other outfits; overlay is drawn over the pet, and overlays add up. */
  equipStyle: "replaceSprite" | "overlay";
  /** Per species (and axis values) what is drawn; a species without art cannot wear the item. */
  art: Art[];
  /** The id of the slot that it takes. */
  slot?: string;
  /** What the catalog says for the game alone; Kiln does not look into it. */
  extras?: Record<string, unknown>;
}

/** A dressed pet. */
export interface Look {
  /** The species' id. */
  species: string;
  /** The outfit worn in place of the pet's own sprite. */
  base?: string;
  /** Ids of overlays. */
  overlays: string[];
  /** Chosen axis values; an axis that is not named has its first value. */
  axes: Record<string, string>;
}

/** Triangles that cover what a frame shows; drawn instead of its rectangle they fill fewer pixels. */
export interface Mesh {
  /** x and y of each corner in turn, in points of the untrimmed picture, y down. */
  vertices: number[];
  /** Three indexes of corners for each triangle. */
  triangles: number[];
}

/** A look that the catalog names. */
export interface NamedLook {
  /** Its name. */
  id: string;
  /** Who wears what. */
  look: Look;
  /** The id of an image that Kiln's own pictures of the look show behind it, filling the canvas and its bleed. */
  background?: string;
  /** What the catalog says for the game alone; Kiln does not look into it. */
  extras?: Record<string, unknown>;
}

/** Widths of the borders that do not stretch, in points. */
export interface NineSlice {
  /** From the left. */
  left: number;
  /** From the top. */
  top: number;
  /** From the right. */
  right: number;
  /** From the bottom. */
  bottom: number;
}

/** One atlas image, at every scale of the target. */
export interface Page {
  /** In points; at scale N the image is N times as large in pixels. */
  width: number;
  /** In points. */
  height: number;
  /** One for each scale of the target. */
  images: PageImage[];
}

/** One of the files with a page's image. */
export interface PageEncoding {
  /** Relative to the manifest; / separates. */
  path: string;
  /** The media type, such as image/webp. */
  type: string;
}

/** A page at one scale. */
export interface PageImage {
  /** Pixels per point. */
  scale: number;
  /** The picture or the raw words, relative to the manifest; / separates. */
  path: string;
  /** For raw words of 16 bits instead of a picture: how they are made up. */
  pixels?: "rgba4444" | "rgb565";
  /** The files with this image, of which a game loads one; path is the first. Absent for a PNG alone. */
  encodings?: PageEncoding[];
  /** PNGs with the same layout, by the suffix of their sprites' names. */
  sides?: Record<string, string>;
  /** Whether colors in the image are multiplied by alpha. */
  premultiplied: boolean;
}

/** Colors with a name. */
export interface Palette {
  /** The palette's name in the catalog. */
  name: string;
  /** As #RRGGBB. */
  colors: string[];
  /** The purpose of each color; absent when only their order distinguishes them. */
  roles?: string[];
}

/** An e-paper panel, and what a target draws for it. A file holds a header and then its frames, row by row from the top; the first pixel of a row stands in the highest bits of its first byte. */
export interface Panel {
  /** In pixels. */
  width: number;
  /** In pixels. */
  height: number;
  /** 1, 2, 4 or 8: the code of an ink; or 32: bytes of blue, green, red and straight alpha. */
  bitsPerPixel: 1 | 2 | 4 | 8 | 32;
  /** Rows are filled up to whole bytes with the code of the first ink. */
  bytesPerRow: number;
  /** Of one frame: the rows together. */
  frameBytes: number;
  /** Before the first frame. */
  headerBytes: number;
  /** What the panel can show, the darkest first where all are grays; empty where pixels are raw. */
  inks: Ink[];
  /** In the order of the catalog: looks, items, images. */
  files: PanelFile[];
}

/** Which frames of a file follow on each other. */
export interface PanelAnimation {
  /** Indexes into the file's frames, in the order of play. */
  frames: number[];
  /** How long each of them is shown, in milliseconds. */
  durations: number[];
  /** Whether the first frame follows on the last one. */
  loop: boolean;
  /** From each frame to the next, and from the last to the first when it loops; empty where there is one frame. */
  changes: PanelChange[];
}

/** A part of a panel, in pixels. */
export interface PanelArea {
  /** The left edge. */
  x: number;
  /** The top edge. */
  y: number;
  /** The width. */
  width: number;
  /** The height. */
  height: number;
}

/** What changes on a panel from one frame to another. */
export interface PanelChange {
  /** Index into the file's frames. */
  from: number;
  /** Index into the file's frames. */
  to: number;
  /** How many pixels change. */
  pixels: number;
  /** How many of them become the lightest ink: what leaves ghosts behind. */
  cleared: number;
  /** Hold every pixel that changes; x and right sides are multiples of eight, but for the panel's own right side. */
  rectangles: PanelArea[];
}

/** A look, an item or an image as the memory of a panel. */
export interface PanelFile {
  /** Of the look, the item or the image. */
  id: string;
  /** What it shows. */
  of: "look" | "item" | "image";
  /** The binary file, relative to the manifest; / separates. */
  path: string;
  /** The same bytes as a C header. */
  header?: string;
  /** How many different frames the file holds. */
  frames: number;
  /** Where the picture lies on the panel; paper is around it. */
  area: PanelArea;
  /** What the panel will look like, a PNG for each frame. */
  previews?: string[];
  /** By name. */
  animations?: Record<string, PanelAnimation>;
  /** A JSON file with the same animations. */
  changes?: string;
}

/** A look, an item or an image in a file of its own. */
export interface Picture {
  /** Of the look, the item or the image; the name of an app icon or a frame. */
  id: string;
  /** What it shows. */
  of: "look" | "item" | "image" | "appIcon" | "frame";
  /** In pixels. */
  width: number;
  /** In pixels. */
  height: number;
  /** Pixels per point, or per pixel of a size that the target names. */
  scale: number;
  /** The PNG, relative to the manifest; / separates. */
  path: string;
  /** What an app asks an asset catalog for, such as items/hat. */
  asset?: string;
  /** When the system shows it in place of the others. */
  appearance?: "dark" | "tinted";
  /** Of an image that follows axes: the values that it is for. */
  axes?: Record<string, string>;
  /** Whether only alpha counts (template), or never (original). */
  rendering?: "template" | "original";
}

/** A place or a vector. */
export interface Point {
  /** To the right. */
  x: number;
  /** Downward. */
  y: number;
}

/** A place on a pet for items of one kind, such as its head. */
export interface Slot {
  /** The name that items use. */
  id: string;
  /** For people. */
  name: string;
  /** How many of its items are worn at once; one more takes the oldest off. */
  max: number;
  /** What the catalog says for the game alone; Kiln does not look into it. */
  extras?: Record<string, unknown>;
}

/** A pet kind. */
export interface Species {
  /** Never changes; saves keep it. */
  id: string;
  /** For people. */
  name: string;
  /** Places on the pet in points of the canvas: one for all frames, or one a frame of the sheet. */
  anchors: Record<string, Point[]>;
  /** The undressed pet, once for every value of the axes that its file name depends on. */
  art: Art[];
  /** What the catalog says for the game alone; Kiln does not look into it. */
  extras?: Record<string, unknown>;
}

/** One output: atlas pages and the frames on them. */
export interface Target {
  /** The folder's name in the output. */
  id: string;
  /** atlas, composites, images, xcassets or eink. */
  kind: string;
  /** Pixels per point of its pages, ascending. */
  scales: number[];
  /** In the order that frames count them. */
  pages: Page[];
  /** By name. */
  frames: Record<string, Frame>;
  /** What a game loads together; absent where the catalog has none. */
  bundles?: Bundle[];
  /** The files of a target without pages: of kind images or xcassets, or of sprites that Xcode packs; of kind eink, what the panel will look like. */
  pictures?: Picture[];
  /** The e-paper panel of a target of kind eink, and the files for it. */
  panel?: Panel;
}
