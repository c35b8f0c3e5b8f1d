/// Mistakes in the text of the catalog, by hand: ids, references, numbers, choices.
let catalogMistakes = Mistake.list(
    #"""
    a comma too many
    - "frames": "0-1", "fps": 4 }
    + "frames": "0-1", "fps": 4, }
    ! json-syntax
    ? remove

    a comma too few
    - "name": "village",
    + "name": "village"
    ! json-syntax
    ? (no help)

    a quote too few
    - "name": "Dog",
    + "name": "Dog,
    ! json-syntax
    ? (no help)

    a comment
    - "name": "village",
    + "name": "village", // ours
    ! json-syntax
    ? comment

    single quotes
    - "name": "village"
    + "name": 'village'
    ! json-syntax
    ? double quotes

    a number without its zero
    - "threshold": 0.4
    + "threshold": .4
    ! json-syntax
    ? 0.4

    a member twice
    - "name": "Crown",
    + "name": "Crown", "name": "Krone",
    ! duplicate-member
    ? name

    a color that is named twice and nowhere defined
    - "chroma": { "key": "#00FF00", "threshold": 0.4 }
    + "colors": { "fur": "#C08040" }, "chroma": { "key": "screen", "keep": ["screen"] }
    ! unknown-color
    ? "screen"

    a version of the future
    - "catalogVersion": 1
    + "catalogVersion": 7
    ! unsupported-version
    ? 1

    no version
    - "catalogVersion": 1,
    +
    ! missing-member
    @ catalog.json:1
    ? catalogVersion

    no name
    - "name": "village",
    +
    ! missing-member
    @ catalog.json:1
    ? name

    no canvas
    - "canvas": { "width": 64, "height": 64 },
    +
    ! missing-member
    @ catalog.json:1
    ? canvas

    a canvas without a height
    - "canvas": { "width": 64, "height": 64 }
    + "canvas": { "width": 64 }
    ! missing-member
    ? height

    a canvas as a list
    - "canvas": { "width": 64, "height": 64 }
    + "canvas": [64, 64]
    ! wrong-type
    ? object

    a canvas as a word
    - "canvas": { "width": 64, "height": 64 }
    + "canvas": "64x64"
    ! wrong-type
    ? object

    a canvas of nothing
    - "width": 64, "height": 64 }
    + "width": 0, "height": 64 }
    ! value-out-of-range
    ? 1

    a canvas in words
    - "width": 64
    + "width": "64"
    ! wrong-type
    ? number

    a folder that is not there
    - "sources": ["art"]
    + "sources": ["arts"]
    ! missing-source
    ? did you mean "art"?

    a folder in another case
    - "sources": ["art"]
    + "sources": [{ "path": "Art" }]
    ! missing-source
    ? did you mean "art"?

    a folder that resembles none
    - "sources": ["art"]
    + "sources": ["pictures"]
    ! missing-source
    ? create it

    a pattern of folders
    - "sources": ["art"]
    + "sources": ["art/*"]
    ! missing-source
    ? patterns are not allowed here

    a file as a folder
    - "sources": ["art"]
    + "sources": ["art/crown.png"]
    ! missing-source
    ? found a file, expected a folder

    no sources
    - "sources": ["art"],
    +
    ! missing-source
    @ catalog.json:1
    ? the default folder assets-src does not exist

    all pictures ignored
    - "sources": ["art"],
    + "sources": ["art"], "ignore": ["*.png"],
    ! missing-source
    ? correct "ignore"

    a needed picture ignored
    - "sources": ["art"],
    + "sources": ["art"], "ignore": ["crow*.png"],
    ! unresolved-item
    @ catalog.json:37
    ? crown.png is there, but "ignore" leaves it out

    sources without any
    - "sources": ["art"]
    + "sources": []
    ! value-out-of-range
    ? (no help)

    sources as one word
    - "sources": ["art"]
    + "sources": "art"
    ! wrong-type
    ? array

    sources as a number
    - "sources": ["art"]
    + "sources": [42]
    ! wrong-type
    ? string

    sources out of the game
    - "sources": ["art"]
    + "sources": ["../art"]
    ! unsafe-path
    ? ..

    sources from the root
    - "sources": ["art"]
    + "sources": ["/art"]
    ! unsafe-path
    ? /

    a key that is no color
    - "#00FF00"
    + "green"
    ! bad-value
    ? #

    a key with a digit too few
    - "#00FF00"
    + "#00FF0"
    ! bad-value
    ? #

    a threshold in percent
    - "threshold": 0.4
    + "threshold": 40
    ! value-out-of-range
    ? 1

    a threshold below nothing
    - "threshold": 0.4
    + "threshold": -0.4
    ! value-out-of-range
    ? 0

    a threshold in words
    - "threshold": 0.4
    + "threshold": "0.4"
    ! wrong-type
    ? number

    an unknown mode of keying
    - "threshold": 0.4
    + "mode": "bset"
    ! bad-value
    ? best

    a smoothing too large
    - "threshold": 0.4
    + "smoothing": 3
    ! value-out-of-range
    ? 1

    an axis without values
    - "mood": ["calm", "happy"]
    + "mood": []
    ! value-out-of-range
    ? 1

    an axis value twice
    - "mood": ["calm", "happy"]
    + "mood": ["calm", "happy", "calm"]
    ! duplicate-id
    ? calm

    an axis value that is no text
    - "mood": ["calm", "happy"]
    + "mood": ["calm", "happy", 3]
    ! wrong-type
    ? string

    an axis value without art
    - "mood": ["calm", "happy"]
    + "mood": ["calm", "happy", "sad"]
    ! axis-without-art
    ? sad

    an axis value misspelled
    - "mood": ["calm", "happy"]
    + "mood": ["calm", "hapy"]
    ! axis-without-art
    ? happy

    a raw value in quotes
    - "mood": ["calm", "happy"]
    + "mood": [{ "id": "calm", "raw": 0 }, { "id": "happy", "raw": "1" }]
    ! uneven-raw
    ? "1"

    an axis misspelled
    - "mood": ["calm", "happy"]
    + "mod": ["calm", "happy"]
    ! naming-template
    @ catalog.json:16
    ? mod

    a slot with room for nobody
    - "max": 1
    + "max": 0
    ! value-out-of-range
    ? 1

    a slot misspelled where it is made
    - "head": { "max": 1 }
    + "haed": { "max": 1 }
    ! unknown-reference
    @ catalog.json:40
    ? haed

    a slot misspelled where it is used
    - "slot": "head"
    + "slot": "hed"
    ! unknown-reference
    ? head

    a slot that nothing uses
    - "head": { "max": 1 }
    + "head": { "max": 1 }, "tail": { "max": 1 }
    ! no-effect
    ? tail

    a fit without a size
    - "anchor": "neck", "rotation": 90
    + "anchor": "neck", "rotation": 90, "fit": "cover"
    ! no-effect
    ? size

    a depth of an outfit
    - "equipStyle": "replaceSprite"
    + "equipStyle": "replaceSprite", "z": 3
    ! no-effect
    ? outfit

    an axis that no file follows
    - "mood": ["calm", "happy"]
    + "mood": ["calm", "happy"], "season": ["summer", "winter"]
    ! no-effect
    ? season

    a value that falls back to itself
    - "mood": ["calm", "happy"]
    + "mood": { "values": ["calm", { "id": "happy", "fallback": ["happy"] }] }
    ! no-effect
    ? itself

    an axis that is called as what names have already
    - "mood": ["calm", "happy"]
    + "mood": ["calm", "happy"], "species": ["young"]
    ! no-effect
    ? species

    a placeholder misspelled
    - "base": ["<species>_pet_<asset>"
    + "base": ["<specis>_pet_<asset>"
    ! naming-template
    ? <species>

    a placeholder that is not closed
    - "overlay": ["<species>_overlay_<asset>"
    + "overlay": ["<species_overlay_<asset>"
    ! bad-value
    ? >

    an axis misspelled in a name
    - "<species>_pet_<mood>"
    + "<species>_pet_<mod>"
    ! naming-template
    ? <mood>

    no names at all
    - ["<species>_pet_<mood>"]
    + []
    ! value-out-of-range
    ? 1

    names that fit no file
    - "base": ["<species>_pet_<asset>", "pet_<asset>"]
    + "base": ["<species>_suit_<asset>"]
    ! unresolved-item
    @ catalog.json:32
    ? pet_robe

    no species
    - "id": "dog",
    +
    ! missing-member
    @ catalog.json:19
    ? id

    a species misspelled
    - "id": "dog",
    + "id": "dgo",
    ! unresolved-species
    ? dog

    a species in capitals
    - "id": "dog",
    + "id": "Dog",
    ! unresolved-species
    ? Dog_pet_calm

    a species twice
    - "id": "cat",
    + "id": "dog",
    ! duplicate-id
    ? dog

    a species with a slash
    - "id": "dog",
    + "id": "dog/big",
    ! unsafe-id
    ? /

    an anchor misspelled on one species
    - "anchors": { "head": [32, 18]
    + "anchors": { "haed": [32, 18]
    ! unknown-reference
    ? head

    an anchor with one number
    - "head": [32, 16]
    + "head": [32]
    ! value-out-of-range
    ? 2

    an anchor with three numbers
    - "head": [32, 16]
    + "head": [32, 16, 1]
    ! value-out-of-range
    ? 2

    an anchor as an object
    - "head": [32, 16]
    + "head": { "x": 32, "y": 16 }
    ! wrong-type
    ? array

    an anchor in pixels of twice the density
    - "head": [32, 16], "neck": [32, 36] }\n    },
    + "head": [32, 16], "neck": [64, 72] }\n    },
    ! anchor-outside-canvas
    ? 2

    an anchor in words
    - "head": [32, 16]
    + "head": ["32", 16]
    ! wrong-type
    ? number

    anchors of another number than frames
    - "head": [32, 16]
    + "head": [[32, 16], [32, 18], [32, 20]]
    ! anchor-frame-count
    ? 2

    anchors missing on one species
    - "anchors": { "head": [32, 18], "neck": [32, 36] }
    + "anchors": { "neck": [32, 36] }
    ! unknown-reference
    ? head

    an item misspelled
    - "id": "robe",
    + "id": "roeb",
    ! unresolved-item
    ? robe

    an item twice
    - "id": "crown",
    + "id": "robe",
    ! duplicate-id
    ? robe

    an item without an id
    - "id": "crown",
    +
    ! missing-member
    @ catalog.json:36
    ? id

    an item without a style
    - "equipStyle": "replaceSprite"
    + "z": 0
    ! missing-member
    @ catalog.json:31
    ? equipStyle

    an unknown style
    - "equipStyle": "replaceSprite"
    + "equipStyle": "replaceSprites"
    ! bad-value
    ? replaceSprite

    a style of other tools
    - "equipStyle": "replaceSprite"
    + "equipStyle": "outfit"
    ! bad-value
    ? replaceSprite

    an overlay declared an outfit
    - "equipStyle": "overlay",\n      "slot": "head",
    + "equipStyle": "replaceSprite",\n      "slot": "head",
    ! unresolved-item
    ? write "equipStyle": "overlay"

    an outfit declared an overlay
    - "equipStyle": "replaceSprite"
    + "equipStyle": "overlay"
    ! unresolved-item
    ? write "equipStyle": "replaceSprite"

    an asset misspelled
    - "asset": "woolscarf"
    + "asset": "wolscarf"
    ! unresolved-item

    an asset with its ending
    - "asset": "woolscarf"
    + "asset": "overlay_woolscarf.png"
    ! unresolved-item
    ? ending

    an asset in capitals
    - "asset": "woolscarf"
    + "asset": "WoolScarf"
    ! unresolved-item
    ? case

    an asset with its folder
    - "asset": "woolscarf"
    + "asset": "art/woolscarf"
    ! unresolved-item
    ? woolscarf

    an asset of nobody
    - "asset": "woolscarf"
    + "asset": "boots"
    ! unresolved-item
    ? boots

    a wearer misspelled
    - "species": ["dog"]
    + "species": ["dgo"]
    ! unknown-reference

    a wearer in capitals
    - "species": ["dog"]
    + "species": ["Dog"]
    ! unknown-reference

    nobody wears it
    - "species": ["dog"]
    + "species": []
    ! value-out-of-range
    ? 1

    a wearer as one word
    - "species": ["dog"]
    + "species": "dog"
    ! wrong-type
    ? array

    a depth in words
    - "z": 10
    + "z": "10"
    ! wrong-type
    ? number

    a depth with a fraction
    - "z": 10
    + "z": 10.5
    ! wrong-type
    ? whole

    an anchor misspelled in a placement
    - "placement": { "anchor": "head"
    + "placement": { "anchor": "haed"
    ! unknown-reference
    ? head

    an offset with one number
    - "offset": [0, -4]
    + "offset": [0]
    ! value-out-of-range
    ? 2

    an offset in pixels far away
    - "offset": [0, -4]
    + "offset": [0, -400]
    ! placement-outside-canvas
    ? points

    a scale of nothing
    - "scale": 1
    + "scale": 0
    ! value-out-of-range
    ? 0

    a scale and a size
    - "scale": 1
    + "scale": 1, "size": [20, 16]
    ! bad-value
    ? size

    a pivot in pixels
    - "rotation": 90
    + "pivot": [12, 5]
    ! value-out-of-range
    ? 1

    a rotation in words
    - "rotation": 90
    + "rotation": "10deg"
    ! wrong-type
    ? number

    parts that are empty
    - { "asset": "wings_front", "z": 8, "placement": { "anchor": "neck" } },\n        { "asset": "wings_back", "z": -2, "placement": { "anchor": "neck" } }
    +
    ! value-out-of-range
    @ catalog.json:56
    ? 1

    a part misspelled
    - "asset": "wings_back"
    + "asset": "wings_bakc"
    ! unresolved-item

    a part without an asset
    - { "asset": "wings_back", "z": -2
    + { "z": -2
    ! missing-member
    ? asset

    a size with one number
    - "size": [64, 64]
    + "size": [64]
    ! value-out-of-range
    ? 2

    a size of nothing
    - "size": [64, 64]
    + "size": [0, 64]
    ! value-out-of-range
    ? 0

    an unknown fit
    - "fit": "cover"
    + "fit": "fill"
    ! bad-value
    ? cover

    an image with its file's ending
    - { "id": "meadow",
    + { "id": "meadow", "asset": "meadow.png",
    ! unresolved-image
    ? "asset": "meadow"

    an image with a folder
    - { "id": "meadow",
    + { "id": "meadow", "asset": "rooms/meadow",
    ! unresolved-image
    ? folders are no part of a name: write "meadow"

    a part with its file's ending
    - "asset": "wings_front"
    + "asset": "wings_front.png"
    ! unresolved-item
    ? "asset": "wings_front"

    a part with a folder
    - "asset": "wings_front"
    + "asset": "overlays/wings_front"
    ! unresolved-item
    ? folders are no part of a name: write "wings_front"

    an item called as its file
    - "name": "Robe",
    + "name": "Robe", "asset": "pet_robe",
    ! unresolved-item
    ? write "robe"

    a template in braces
    - "<species>_pet_<mood>"
    + "{species}_pet_{mood}"
    ! naming-template
    ? write "<species>_pet_<mood>"

    a template with a letter too many
    - "<species>_pet_<mood>"
    + "<species>_pets_<mood>"
    ! naming-template
    ? write "<species>_pet_<mood>"

    a template in another order
    - "<species>_pet_<mood>"
    + "<mood>_<species>_pet"
    ! naming-template
    ? write "<species>_pet_<mood>"

    a template with a folder
    - "<species>_pet_<mood>"
    + "art/<species>_pet_<mood>"
    ! naming-template
    ? folders are no part of a name: write "<species>_pet_<mood>"

    an axis in braces in an asset
    - "asset": "woolscarf"
    + "asset": "woolscarf_{mood}"
    ! naming-template
    ? write "woolscarf_<mood>"

    a fallback misspelled
    - ["calm", "happy"]
    + ["calm", "happy", { "id": "sad", "fallback": ["clam"] }]
    ! unknown-reference
    ? did you mean "calm"?

    a range with one end
    - ["calm", "happy"]
    + [{ "id": "calm", "range": [0, 5] }, { "id": "happy", "range": [5] }]
    ! value-out-of-range
    ? 2

    an image misspelled in a profile
    - "checks": {
    + "profiles": { "web": { "settings": { "images": ["medow"] } } }, "checks": {
    ! unknown-reference
    ? did you mean "meadow"?

    a template with a file's ending
    - "<species>_pet_<mood>"
    + "<species>_pet_<mood>.png"
    ! naming-template
    ? write "<species>_pet_<mood>"

    an image misspelled
    - { "id": "meadow",
    + { "id": "medow",
    ! unresolved-image
    ? meadow

    a rule that fits no file
    - "*pet_*": {
    + "*pets_*": {
    ! unused-sheet-rule
    ? pet

    columns that do not divide
    - "columns": 2, "rows": 1
    + "columns": 3, "rows": 1
    ! grid-does-not-fit
    @ catalog.json:67
    ? grid

    rows too many
    - "columns": 2, "rows": 1
    + "columns": 2, "rows": 3
    ! grid-does-not-fit
    @ catalog.json:67
    ? grid

    columns and rows exchanged
    - "columns": 2, "rows": 1
    + "columns": 1, "rows": 2
    ! grid-cuts-figures
    @ catalog.json:67
    ? grid

    no grid
    - "grid": { "columns": 2, "rows": 1 },
    +
    ! frame-out-of-range
    @ catalog.json:69
    ? grid

    a grid of no columns
    - "columns": 2
    + "columns": 0
    ! value-out-of-range
    ? 1

    a frame too many
    - "frames": "0-1"
    + "frames": "0-2"
    ! frame-out-of-range
    ? 1

    frames counted from one
    - "frames": "0-1"
    + "frames": "1-2"
    ! frame-out-of-range
    ? 0

    frames in another grammar
    - "frames": "0-1"
    + "frames": "0..1"
    ! bad-value
    ? -

    a speed of nothing
    - "fps": 4
    + "fps": 0
    ! value-out-of-range
    ? 0

    a speed in words
    - "fps": 4
    + "fps": "4"
    ! wrong-type
    ? number

    durations of another number
    - "fps": 4
    + "durations": [100]
    ! duration-count
    ? 2

    a speed and durations
    - "fps": 4
    + "fps": 4, "durations": [100, 100]
    ! bad-value
    ? durations

    an unknown filter
    - "grid": { "columns": 2, "rows": 1 },
    + "grid": { "columns": 2, "rows": 1 }, "filter": "nearset",
    ! bad-value
    ? nearest

    a look of an unknown species
    - "species": "dog",\n      "base"
    + "species": "dgo",\n      "base"
    ! unknown-reference

    a look without a species
    - "species": "dog",\n      "base"
    + "base"
    ! missing-member
    @ catalog.json:74
    ? species

    a look in an unknown outfit
    - "base": "robe"
    + "base": "rob"
    ! unknown-reference

    a look in an overlay as outfit
    - "base": "robe"
    + "base": "scarf"
    ! wrong-equip-style
    ? overlays

    a look with an outfit as overlay
    - "overlays": ["crown"]
    + "overlays": ["robe"]
    ! wrong-equip-style
    ? base

    a look with an unknown overlay
    - "overlays": ["crown"]
    + "overlays": ["crwn"]
    ! unknown-reference

    a look that wears twice
    - "overlays": ["crown"]
    + "overlays": ["crown", "crown"]
    ! worn-twice
    ? remove

    a look of a species that cannot wear it
    - "species": "dog",\n      "base": "robe",\n      "overlays": ["crown"]
    + "species": "cat",\n      "base": "robe",\n      "overlays": ["scarf"]
    ! misfit
    ? species

    a look with an unknown axis
    - "axes": { "mood": "happy" }
    + "axes": { "mod": "happy" }
    ! unknown-reference

    a look with an unknown value
    - "axes": { "mood": "happy" }
    + "axes": { "mood": "hapy" }
    ! unknown-reference

    a look before an unknown image
    - "background": "meadow"
    + "background": "medow"
    ! unknown-reference

    a look twice
    - "looks": [
    + "looks": [ { "id": "royal", "species": "cat" },
    ! duplicate-id
    @ catalog.json:75
    ? royal

    a target twice
    - "id": "shots",
    + "id": "game",
    ! duplicate-id
    ? game

    an unknown kind
    - "kind": "atlas"
    + "kind": "atlass"
    ! bad-value

    a kind of other tools
    - "kind": "atlas"
    + "kind": "spritesheet"
    ! bad-value
    ? atlas

    a scale that is no number
    - "scales": [1],\n      "maxPageSize"
    + "scales": ["1x"],\n      "maxPageSize"
    ! wrong-type
    ? number

    no scales
    - "scales": [1],\n      "maxPageSize"
    + "scales": [],\n      "maxPageSize"
    ! value-out-of-range
    ? 1

    pages too small for a frame
    - "maxPageSize": 512
    + "maxPageSize": 32
    ! does-not-fit
    @ catalog.json:84
    ? 64

    a page of no power of two where it has to be
    - "maxPageSize": 512
    + "maxPageSize": 500, "powerOfTwo": true
    ! target-settings
    ? 2

    page sides of no power of two where they have to be
    - "maxPageSize": 512
    + "maxPageSize": 512, "powerOfTwo": true, "multipleOf": 3
    ! target-settings
    ? use 4

    a cell without a height
    - "grid": { "columns": 2, "rows": 1 }
    + "cell": { "width": 64 }
    ! missing-member
    ? pixels

    a cell too small
    - "grid": { "columns": 2, "rows": 1 }
    + "cell": { "width": 32, "height": 32 }
    ! grid-cuts-figures
    ? instead of "cell"

    a tolerance without polygons
    - "padding": 2
    + "padding": 2, "polygonTolerance": 3
    ! no-effect
    ? "trim": "polygon"

    looks in an atlas
    - "kind": "atlas"
    + "kind": "atlas", "looks": ["royal"]
    ! target-settings
    ? composites

    an empty list of looks
    - "looks": ["royal"]
    + "looks": []
    ! no-effect
    ? name what it draws

    an image that fills a box of no size
    - "size": [64, 64], "fit"
    + "fit"
    ! no-effect
    ? "size"

    a placement of an image
    - "sheets": {
    + "sheets": { "meadow": { "placement": { "size": [9, 9] } },
    ! no-effect
    ? set the image's "size"

    more frames than cells
    - "columns": 2, "rows": 1
    + "columns": 2, "rows": 1, "count": 3
    ! value-out-of-range
    ? the grid has 2 cells

    a density in words
    - "sources": ["art"],
    + "sources": ["art"], "sourceDensity": "1x",
    ! wrong-type
    ? number

    a padding below nothing
    - "padding": 2
    + "padding": -2
    ! value-out-of-range
    ? 0

    an unknown format
    - "texturepacker-hash"
    + "texture-packer"
    ! bad-value
    ? texturepacker-hash

    a format twice
    - "formats": ["texturepacker-hash"]
    + "formats": ["texturepacker-hash", "texturepacker-hash"]
    ! no-effect
    ? remove one

    a scale twice
    - "scales": [1],\n      "maxPageSize"
    + "scales": [1, 1],\n      "maxPageSize"
    ! no-effect
    ? remove one

    formats as one word
    - "formats": ["texturepacker-hash"]
    + "formats": "texturepacker-hash"
    ! wrong-type
    ? array

    an unknown effort
    - "effort": "fast"
    + "effort": "quick"
    ! bad-value
    ? fast

    a target with an unknown look
    - "looks": ["royal"]
    + "looks": ["roial"]
    ! unknown-reference
    ? royal

    a bundle with an unknown item
    - "kind": "atlas"
    + "kind": "atlas", "bundles": { "shop": { "items": ["crwn"] } }
    ! unknown-reference
    ? crown

    a bundle of images that the target does not have
    - "kind": "atlas"
    + "kind": "atlas", "images": [], "bundles": { "sky": { "images": ["mea*"] } }
    ! target-settings
    ? images

    an empty bundle
    - "kind": "atlas"
    + "kind": "atlas", "bundles": { "sky": { "images": [] } }
    ! target-settings
    ? remove

    looks that none fits
    - "looks": ["royal"]
    + "looks": ["winter-*"]
    ! unknown-reference
    ? royal

    an unknown check
    - "last-fallback"
    + "last-falback"
    ! unknown-check
    ? last-fallback

    an unknown severity
    - "last-fallback": "off"
    + "last-fallback": "of"
    ! bad-value
    ? off

    a check that cannot be turned off
    - "last-fallback": "off"
    + "last-fallback": "off", "unknown-reference": "off"
    ! unknown-check
    ? unknown-reference

    a target called as the manifest
    - "id": "game",
    + "id": "manifest.json",
    ! unsafe-id
    ? manifest.json

    a side sheet that there is none of
    - "padding": 2,
    + "padding": 2, "sideSheets": ["_n"],
    ! unknown-reference
    ? _n

    an anchor of texts
    - "head": [32, 16]
    + "head": ["32", "16"]
    ! wrong-type
    ? number

    an anchor as an object without y
    - "head": [32, 16]
    + "head": { "x": 32 }
    ! wrong-type
    ? array

    frames as texts
    - "frames": "0-1"
    + "frames": ["0", "1"]
    ! wrong-type
    ? number

    a duration of nothing
    - "frames": "0-1", "fps": 4
    + "frames": "0-1", "durations": [0, 170]
    ! value-out-of-range
    ? 1

    scales with an x
    - "scales": [1],
    + "scales": ["1x", "2x"],
    ! wrong-type
    ? number

    a kind of target misspelled
    - "kind": "composites"
    + "kind": "composite"
    ! bad-value
    ? composites

    a panel as a text
    - "kind": "composites"
    + "kind": "eink", "eink": { "panel": "200x200" }
    ! wrong-type
    ? array

    a page format misspelled
    - "effort": "fast"
    + "encode": ["png", "webP"], "webp": { "quality": 90 }
    ! bad-value
    ? webp

    an unknown page format
    - "effort": "fast"
    + "encode": ["png", "jpeg"], "webp": { "quality": 90 }
    ! bad-value
    ? png

    columns as another tool calls them
    - "columns": 2, "rows": 1
    + "cols": 2, "rows": 1
    ! unknown-member
    ? columns

    a rate outside of its animation
    - "grid": { "columns": 2, "rows": 1 },
    + "grid": { "columns": 2, "rows": 1 }, "fps": 4,
    ! unknown-member
    ? animations

    an offset outside of its placement
    - "z": 10,
    + "z": 10, "offset": [0, 1],
    ! unknown-member
    ? placement

    a price outside of the extras
    - "z": 10,
    + "z": 10, "price": 20,
    ! unknown-member
    ? extras

    a mood outside of the axes
    - "background": "meadow"
    + "background": "meadow", "mood": "happy"
    ! unknown-member
    ? axes
    """#
)
