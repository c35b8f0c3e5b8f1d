import Diagnostics
import KilnManifest

private let extrasText = "What the catalog says for the game alone; Kiln does not look into it."
private let bleedText =
    "Room around the canvas into which layers reach, in points; composites show it too. Absent when there is none."
private let axesText =
    "The axis values that this art is for; axes that are not named do not matter."
private let placeholderText =
    "Whether it only stands in for a picture that no one has drawn yet; absent, false."

/// What the schema says about each member of the manifest beyond its type.
///
/// Games do not need it, so it is not part of `KilnManifest`.
let manifestTexts: [ObjectText] = [
    ObjectText(
        Manifest.self,
        "Everything that a bake emitted. Lengths are points (pixels at scale 1), origin top-left, y down; ids are stable from bake to bake."
    ) {
        MemberText("format", "Says that the file is a Kiln manifest.", .constant("kiln-manifest"))
        MemberText("version", "The version of this format.", .constant(1))
        MemberText("generator", "The program that wrote the manifest.")
        MemberText(
            "digest",
            "SHA-256 of this file with these 64 digits as zeros: shows that no one changed it since a bake wrote it.",
            .pattern("^[0-9a-f]{64}$")
        )
        MemberText("name", "The catalog's name.")
        MemberText("canvas", "The size of a composed pet.")
        MemberText("axes", "In the order of the catalog.")
        MemberText("species", "In the order of the catalog.")
        MemberText("items", "In the order of the catalog, which breaks ties of z.")
        MemberText("looks", "In the order of the catalog.")
        MemberText("targets", "In the order of the catalog.")
        MemberText("files", "Every other file of the bake, sorted by path.")
        MemberText("images", "Pictures that belong to no species, in the order of the catalog.")
        MemberText(
            "palettes",
            "Colors with names, in the order of the catalog; absent when it names none."
        )
        MemberText("slots", "Places for items of one kind, in the order of the catalog.")
        MemberText("extras", extrasText)
        MemberText(
            "retired",
            "What earlier bakes had and this one lacks on purpose: ids by kind, or of any kind; * and ? are wildcards. Parts of a thing are called thing/part, as dog/head. Absent when nothing is retired.",
            .names([
                "species", "items", "looks", "images", "slots", "targets", "axes", "anchors",
                "animations", "wearing", "styles", "any",
            ])
        )
    },
    ObjectText(Manifest.Generator.self, "The program that wrote the manifest.") {
        MemberText("name", "Always kiln.")
        MemberText("version", "As kiln --version prints it.")
    },
    ObjectText(Manifest.Canvas.self, "The size of a composed pet.") {
        MemberText("width", "In points.", .minimum(1))
        MemberText("height", "In points.", .minimum(1))
        MemberText("bleed", bleedText)
    },
    ObjectText(Manifest.Bleed.self, bleedText) {
        MemberText("top", "Above the canvas.", .minimum(0))
        MemberText("right", "Right of the canvas.", .minimum(0))
        MemberText("bottom", "Below the canvas.", .minimum(0))
        MemberText("left", "Left of the canvas.", .minimum(0))
    },
    ObjectText(Manifest.Point.self, "A place or a vector.") {
        MemberText("x", "To the right.")
        MemberText("y", "Downward.")
    },
    ObjectText(Manifest.Axis.self, "A named choice that art may depend on, such as a mood.") {
        MemberText("name", "The name that looks use.")
        MemberText("values", "Every value of the axis.", .count(1))
        MemberText("default", "The value of a look that names none; absent, the first value.")
        MemberText("unknown", "The value for raw values that match no other; absent, the default.")
        MemberText(
            "kind",
            "locale: a value is looked up as BCP 47 does, pt-BR as pt.",
            .constant("locale")
        )
        MemberText("details", "More about single values, by value.")
        MemberText("extras", extrasText)
    },
    ObjectText(
        Manifest.AxisValue.self,
        "A value of an axis, where there is more to tell than its id."
    ) {
        MemberText("name", "A name for people.")
        MemberText("raw", "What the game stores for it; unique in the axis.")
        MemberText(
            "range",
            "The numbers that the value represents, from the first up to but not including the second; the range of the last value includes both.",
            .count(2, atMost: 2)
        )
        MemberText("fallback", "Values whose art is used where this one has none, in order.")
        MemberText("extras", extrasText)
    },
    ObjectText(Manifest.Species.self, "A pet kind.") {
        MemberText("id", "Never changes; saves keep it.")
        MemberText("name", "For people.")
        MemberText(
            "anchors",
            "Places on the pet in points of the canvas: one for all frames, or one a frame of the sheet.",
            each: .count(1)
        )
        MemberText(
            "art",
            "The undressed pet, once for every value of the axes that its file name depends on."
        )
        MemberText("extras", extrasText)
    },
    ObjectText(Manifest.Item.self, "Something a pet wears.") {
        MemberText("id", "Never changes; saves keep it.")
        MemberText("name", "For people.")
        MemberText(
            "equipStyle",
            "replaceSprite takes the place of the pet's own sprite and of other outfits; overlay is drawn over the pet, and overlays add up."
        )
        MemberText(
            "art",
            "Per species (and axis values) what is drawn; a species without art cannot wear the item."
        )
        MemberText("slot", "The id of the slot that it takes.")
        MemberText("extras", extrasText)
    },
    ObjectText(
        Manifest.Art.self,
        "The frames that show a species, or an item on a species. Of arts of one species, part and sheet the one is drawn that fits the look: the lowest level first, then values before their fallbacks, earlier axes before later ones."
    ) {
        MemberText("species", "The species' id.")
        MemberText("axes", axesText)
        MemberText("level", "Which naming template found it; absent, 0.", .minimum(0))
        MemberText(
            "part",
            "Which layer of a thing of several it is; all are drawn, each at its z. Absent where there is one.",
            .minimum(0)
        )
        MemberText(
            "sheet",
            "The value of <animation> in the file's name; what is drawn together has one value, or none. Absent where one file shows all animations."
        )
        MemberText("asset", "The asset that naming resolved to.")
        MemberText("frames", "Names of frames, in the order of the sheet's cells.", .count(1))
        MemberText(
            "origins",
            "Where the top-left corner of a frame's untrimmed picture lies on the canvas: one place for all frames of the base, or one for each. At scale N the corner lies at pixel floor(N * place + 1/2).",
            .count(1)
        )
        MemberText(
            "z",
            "Layer order: the base is 0, negative is behind it; ties go by the order of items."
        )
        MemberText("animations", "Animations by name; none for an overlay, which follows its base.")
        MemberText(
            "placeholder",
            "Whether it only stands in for art that no one has drawn yet; absent, false."
        )
    },
    ObjectText(Manifest.Animation.self, "Frames shown one after another.") {
        MemberText(
            "frames",
            "Indexes into the art's frames, in the order of play.",
            .count(1),
            each: .minimum(0)
        )
        MemberText("fps", "Frames a second; the mean, where frames have durations.", .moreThan(0))
        MemberText("loop", "Whether it begins again at its end.")
        MemberText(
            "durations",
            "How long each of frames is shown, in milliseconds; without it each is shown for 1 / fps seconds.",
            .count(1),
            each: .minimum(1)
        )
    },
    ObjectText(Look.self, "A dressed pet.") {
        MemberText("species", "The species' id.")
        MemberText("base", "The outfit worn in place of the pet's own sprite.")
        MemberText("overlays", "Ids of overlays.")
        MemberText("axes", "Chosen axis values; an axis that is not named has its first value.")
    },
    ObjectText(Manifest.NamedLook.self, "A look that the catalog names.") {
        MemberText("id", "Its name.")
        MemberText("look", "Who wears what.")
        MemberText(
            "background",
            "The id of an image that Kiln's own pictures of the look show behind it, filling the canvas and its bleed."
        )
        MemberText("extras", extrasText)
    },
    ObjectText(
        Manifest.Image.self,
        "A picture that belongs to no species, such as a room or a shop's icon."
    ) {
        MemberText("id", "The name that the game uses.")
        MemberText("name", "For people.")
        MemberText(
            "frames",
            "Names of frames, in the order of the sheet's cells; targets that take the image hold them.",
            .count(1)
        )
        MemberText("width", "Of the untrimmed picture, in points.", .minimum(1))
        MemberText("height", "Of the untrimmed picture, in points.", .minimum(1))
        MemberText("animations", "Animations by name; absent when there are none.")
        MemberText(
            "art",
            "What it shows for values of axes, each picture once; what else the image says is of the axes' default values. Absent for an image that follows no axes.",
            .count(1)
        )
        MemberText("extras", extrasText)
        MemberText("placeholder", placeholderText)
    },
    ObjectText(
        Manifest.ImageArt.self,
        "What an image shows for values of axes. Of arts of one image the one is drawn that fits the values: the lowest level first, then values before their fallbacks, earlier axes before later ones."
    ) {
        MemberText("axes", axesText)
        MemberText("level", "Which naming template found it, from 0; without it 0.", .minimum(0))
        MemberText("asset", "The asset that naming resolved to.")
        MemberText("frames", "Names of frames, in the order of the sheet's cells.", .count(1))
        MemberText("width", "Of the untrimmed picture, in points.", .minimum(1))
        MemberText("height", "Of the untrimmed picture, in points.", .minimum(1))
        MemberText("animations", "Animations by name; absent when there are none.")
        MemberText("placeholder", placeholderText)
    },
    ObjectText(Manifest.Slot.self, "A place on a pet for items of one kind, such as its head.") {
        MemberText("id", "The name that items use.")
        MemberText("name", "For people.")
        MemberText(
            "max",
            "How many of its items are worn at once; one more takes the oldest off.",
            .minimum(1)
        )
        MemberText("extras", extrasText)
    },
    ObjectText(Manifest.Palette.self, "Colors with a name.") {
        MemberText("name", "The palette's name in the catalog.")
        MemberText("colors", "As #RRGGBB.", each: .pattern("^#[0-9A-F]{6}$"))
        MemberText(
            "roles",
            "The purpose of each color; absent when only their order distinguishes them."
        )
    },
    ObjectText(Manifest.Target.self, "One output: atlas pages and the frames on them.") {
        MemberText("id", "The folder's name in the output.")
        MemberText("kind", "atlas, composites, images, xcassets or eink.")
        MemberText(
            "scales",
            "Pixels per point of its pages, ascending.",
            .count(1),
            each: .minimum(1),
            .maximum(64)
        )
        MemberText("pages", "In the order that frames count them.")
        MemberText("frames", "By name.")
        MemberText("bundles", "What a game loads together; absent where the catalog has none.")
        MemberText(
            "pictures",
            "The files of a target without pages: of kind images or xcassets, or of sprites that Xcode packs; of kind eink, what the panel will look like."
        )
        MemberText("panel", "The e-paper panel of a target of kind eink, and the files for it.")
    },
    ObjectText(Manifest.Bundle.self, "Pages that a game loads together, such as those of its shop.")
    {
        MemberText("id", "As the catalog names it.")
        MemberText(
            "pages",
            "Indexes into the target's pages, ascending; some may hold other art too."
        )
    },
    ObjectText(Manifest.Page.self, "One atlas image, at every scale of the target.") {
        MemberText(
            "width",
            "In points; at scale N the image is N times as large in pixels.",
            .minimum(1)
        )
        MemberText("height", "In points.", .minimum(1))
        MemberText("images", "One for each scale of the target.", .count(1))
    },
    ObjectText(Manifest.PageImage.self, "A page at one scale.") {
        MemberText("scale", "Pixels per point.", .minimum(1))
        MemberText("path", "The picture or the raw words, relative to the manifest; / separates.")
        MemberText(
            "pixels",
            "For raw words of 16 bits instead of a picture: how they are made up.",
            .oneOf(["rgba4444", "rgb565"])
        )
        MemberText(
            "encodings",
            "The files with this image, of which a game loads one; path is the first. Absent for a PNG alone.",
            .count(1)
        )
        MemberText("sides", "PNGs with the same layout, by the suffix of their sprites' names.")
        MemberText("premultiplied", "Whether colors in the image are multiplied by alpha.")
    },
    ObjectText(Manifest.PageEncoding.self, "One of the files with a page's image.") {
        MemberText("path", "Relative to the manifest; / separates.")
        MemberText("type", "The media type, such as image/webp.")
    },
    ObjectText(Manifest.Frame.self, "One picture on a page; all lengths are points.") {
        MemberText("page", "Index into the target's pages.", .minimum(0))
        MemberText("x", "The left edge on the page.", .minimum(0))
        MemberText("y", "The top edge on the page.", .minimum(0))
        MemberText(
            "width",
            "The width of the trimmed picture as it is seen; 0 when it is fully clear.",
            .minimum(0)
        )
        MemberText("height", "The height of the trimmed picture as it is seen.", .minimum(0))
        MemberText(
            "rotated",
            "True when the picture lies on the page turned by 90 degrees, clockwise unless counterclockwise is true; it is height wide and width high there."
        )
        MemberText(
            "counterclockwise",
            "True for a rotated picture that lies turned counterclockwise instead, on pages for libGDX alone."
        )
        MemberText("trimX", "Where the trimmed picture lay in the untrimmed one.", .minimum(0))
        MemberText("trimY", "Where the trimmed picture lay in the untrimmed one.", .minimum(0))
        MemberText("sourceWidth", "The width of the untrimmed picture.", .minimum(1))
        MemberText("sourceHeight", "The height of the untrimmed picture.", .minimum(1))
        MemberText("pivot", "Of the untrimmed picture, 0 to 1 each way from the top-left corner.")
        MemberText(
            "nineSlice",
            "Widths of the borders that do not stretch; absent for an image that is not sliced."
        )
        MemberText(
            "mesh",
            "Triangles to draw instead of the rectangle; absent where only the rectangle exists."
        )
        MemberText(
            "template",
            "True for a shape in one color, which a game may color itself; absent otherwise.",
            .constant(true)
        )
    },
    ObjectText(Manifest.NineSlice.self, "Widths of the borders that do not stretch, in points.") {
        MemberText("left", "From the left.", .minimum(0))
        MemberText("top", "From the top.", .minimum(0))
        MemberText("right", "From the right.", .minimum(0))
        MemberText("bottom", "From the bottom.", .minimum(0))
    },
    ObjectText(
        Manifest.Mesh.self,
        "Triangles that cover what a frame shows; drawn instead of its rectangle they fill fewer pixels."
    ) {
        MemberText(
            "vertices",
            "x and y of each corner in turn, in points of the untrimmed picture, y down.",
            .count(6),
            each: .minimum(0)
        )
        MemberText(
            "triangles",
            "Three indexes of corners for each triangle.",
            .count(3),
            each: .minimum(0)
        )
    },
    ObjectText(Manifest.Picture.self, "A look, an item or an image in a file of its own.") {
        MemberText("id", "Of the look, the item or the image; the name of an app icon or a frame.")
        MemberText("of", "What it shows.", .oneOf(["look", "item", "image", "appIcon", "frame"]))
        MemberText("width", "In pixels.", .minimum(1))
        MemberText("height", "In pixels.", .minimum(1))
        MemberText(
            "scale",
            "Pixels per point, or per pixel of a size that the target names.",
            .minimum(1)
        )
        MemberText("path", "The PNG, relative to the manifest; / separates.")
        MemberText("asset", "What an app asks an asset catalog for, such as items/hat.")
        MemberText(
            "appearance",
            "When the system shows it in place of the others.",
            .oneOf(["dark", "tinted"])
        )
        MemberText("axes", "Of an image that follows axes: the values that it is for.")
        MemberText(
            "rendering",
            "Whether only alpha counts (template), or never (original).",
            .oneOf(["template", "original"])
        )
    },
    ObjectText(
        Manifest.Panel.self,
        "An e-paper panel, and what a target draws for it. A file holds a header and then its frames, row by row from the top; the first pixel of a row stands in the highest bits of its first byte."
    ) {
        MemberText("width", "In pixels.", .minimum(1))
        MemberText("height", "In pixels.", .minimum(1))
        MemberText(
            "bitsPerPixel",
            "1, 2, 4 or 8: the code of an ink; or 32: bytes of blue, green, red and straight alpha.",
            .oneOf([1, 2, 4, 8, 32])
        )
        MemberText(
            "bytesPerRow",
            "Rows are filled up to whole bytes with the code of the first ink.",
            .minimum(1)
        )
        MemberText("frameBytes", "Of one frame: the rows together.", .minimum(1))
        MemberText("headerBytes", "Before the first frame.", .minimum(0))
        MemberText(
            "inks",
            "What the panel can show, the darkest first where all are grays; empty where pixels are raw."
        )
        MemberText("files", "In the order of the catalog: looks, items, images.")
    },
    ObjectText(Manifest.Ink.self, "One of a panel's colors.") {
        MemberText("name", "For people.")
        MemberText(
            "code",
            "The value of the ink in the panel's memory.",
            .minimum(0),
            .maximum(255)
        )
        MemberText("color", "How the ink looks on the panel.", .pattern("^#[0-9a-fA-F]{6}$"))
    },
    ObjectText(Manifest.PanelFile.self, "A look, an item or an image as the memory of a panel.") {
        MemberText("id", "Of the look, the item or the image.")
        MemberText("of", "What it shows.", .oneOf(["look", "item", "image"]))
        MemberText("path", "The binary file, relative to the manifest; / separates.")
        MemberText("header", "The same bytes as a C header.")
        MemberText("frames", "How many different frames the file holds.", .minimum(1))
        MemberText("area", "Where the picture lies on the panel; paper is around it.")
        MemberText("previews", "What the panel will look like, a PNG for each frame.")
        MemberText("animations", "By name.")
        MemberText("changes", "A JSON file with the same animations.")
    },
    ObjectText(Manifest.PanelArea.self, "A part of a panel, in pixels.") {
        MemberText("x", "The left edge.", .minimum(0))
        MemberText("y", "The top edge.", .minimum(0))
        MemberText("width", "The width.", .minimum(1))
        MemberText("height", "The height.", .minimum(1))
    },
    ObjectText(Manifest.PanelAnimation.self, "Which frames of a file follow on each other.") {
        MemberText(
            "frames",
            "Indexes into the file's frames, in the order of play.",
            each: .minimum(0)
        )
        MemberText(
            "durations",
            "How long each of them is shown, in milliseconds.",
            each: .minimum(0)
        )
        MemberText("loop", "Whether the first frame follows on the last one.")
        MemberText(
            "changes",
            "From each frame to the next, and from the last to the first when it loops; empty where there is one frame."
        )
    },
    ObjectText(Manifest.PanelChange.self, "What changes on a panel from one frame to another.") {
        MemberText("from", "Index into the file's frames.", .minimum(0))
        MemberText("to", "Index into the file's frames.", .minimum(0))
        MemberText("pixels", "How many pixels change.", .minimum(0))
        MemberText(
            "cleared",
            "How many of them become the lightest ink: what leaves ghosts behind.",
            .minimum(0)
        )
        MemberText(
            "rectangles",
            "Hold every pixel that changes; x and right sides are multiples of eight, but for the panel's own right side."
        )
    },
    ObjectText(Manifest.File.self, "An emitted file.") {
        MemberText("path", "Relative to the manifest; / separates.")
        MemberText("bytes", "The size in bytes.", .minimum(0))
        MemberText(
            "sha256",
            "The SHA-256 of the file, in lowercase hexadecimal.",
            .pattern("^[0-9a-f]{64}$")
        )
    },
]
