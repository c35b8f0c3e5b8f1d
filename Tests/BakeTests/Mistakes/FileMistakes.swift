import Raster
import TestSupport

/// Mistakes with the names of files, and with what is in them.
let fileMistakes = Mistake.list(
    """
    a file that was never drawn
    rm crown.png
    ! unresolved-item
    @ catalog.json:37
    ? crown.png

    a letter too few
    mv crown.png crwn.png
    ! unresolved-item
    @ catalog.json:37
    ? crwn.png

    two letters exchanged
    mv overlay_woolscarf.png overlay_woolsacrf.png
    ! unresolved-item
    @ catalog.json:46
    ? rename it to overlay_woolscarf.png

    a capital
    mv crown.png Crown.png
    ! unresolved-item
    @ catalog.json:37
    ? case

    capitals throughout
    mv crown.png CROWN.png
    ! unresolved-item
    @ catalog.json:37
    ? case

    the words in another order
    mv overlay_woolscarf.png woolscarf_overlay.png
    ! unresolved-item
    @ catalog.json:45
    ? woolscarf_overlay.png

    dashes for underscores
    mv overlay_woolscarf.png overlay-woolscarf.png
    ! unresolved-item
    @ catalog.json:45
    ? overlay-woolscarf.png

    a space for an underscore
    mv wings_back.png wings-back.png
    ! unresolved-item
    @ catalog.json:58
    ? wings-back.png

    camel case
    mv overlay_woolscarf.png overlayWoolscarf.png
    ! unresolved-item
    @ catalog.json:45
    ? overlayWoolscarf.png

    a copy of the file system
    mv crown.png crown-copy.png
    ! unresolved-item
    @ catalog.json:37
    ? crown

    another kind of picture
    mv crown.png crown.svg
    ! unresolved-item
    @ catalog.json:37
    ? crown.svg

    a document of a painting program
    mv crown.png crown.psd
    ! unresolved-item
    @ catalog.json:37
    ? crown.psd

    a document of another painting program
    mv crown.png crown.kra
    ! unresolved-item
    @ catalog.json:37
    ? crown.kra

    a density with a dash
    mv crown.png crown-2x.png
    ! unresolved-item
    @ catalog.json:37
    ? crown@2x.png

    a density with an underscore
    mv crown.png crown_2x.png
    ! unresolved-item
    @ catalog.json:37
    ? crown@2x.png

    a density without its x
    mv crown.png crown@2.png
    ! unresolved-item
    @ catalog.json:37
    ? crown@2x.png

    a density that is not a whole number
    mv crown.png crown@1.5x.png
    ! unresolved-item
    @ catalog.json:37
    ? whole numbers from @1x to @8x

    an image with a dash before its density
    mv meadow.png meadow-2x.png
    ! unresolved-image
    @ catalog.json:63
    ? rename art/meadow-2x.png to meadow@2x.png

    an image of too high a density
    mv meadow.png meadow@9x.png
    ! unresolved-image
    @ catalog.json:63
    ? whole numbers from @1x to @8x

    a density beyond all
    mv crown.png crown@10x.png
    ! unresolved-item
    @ catalog.json:37
    ? @8x

    the outfit of another prefix
    mv pet_robe.png outfit_robe.png
    ! unresolved-item
    @ catalog.json:32
    ? pet_robe.png

    a mood misspelled in a file
    mv dog_pet_happy.png dog_pet_hapy.png
    ! unresolved-species
    @ catalog.json:20
    ? dog_pet_hapy.png

    a mood missing
    rm dog_pet_happy.png
    ! unresolved-species
    @ catalog.json:20
    ? dog_pet_happy.png

    a file that nothing uses
    draw boots.png hat
    ! unused-asset
    @ art/boots.png
    ? item

    two files of one asset
    draw crown.jpg.png hat
    ! unused-asset
    @ art/crown.jpg.png
    ? item

    a text for a picture
    text crown.png crown
    ! unreadable-picture
    @ art/crown.png
    ? export

    a picture that Git LFS did not fetch
    text crown.png version https://git-lfs.github.com/spec/v1
    ! unreadable-picture
    @ art/crown.png
    ? git lfs pull

    an empty file
    text crown.png
    ! unreadable-picture
    @ art/crown.png
    ? export

    another kind under a picture's name
    text crown.png GIF89a......
    ! unreadable-picture
    @ art/crown.png
    ? GIF

    the image set's folder empty
    rm meadow.png
    ! unresolved-image
    @ catalog.json:63
    ? meadow.png

    a hat on blue
    draw crown.png hatOnBlue
    ! baked-background
    @ art/crown.png
    ? key

    a hat on white
    draw overlay_woolscarf.png hatOnWhite
    ! baked-background
    @ art/overlay_woolscarf.png
    ? key

    a pet on green that is not keyed
    draw dog_pet_calm.png petOnGreen
    ! baked-background
    @ art/dog_pet_calm.png
    ? key

    a pet on white
    draw dog_pet_calm.png petOnWhite
    ! baked-background
    @ art/dog_pet_calm.png
    ? transparency

    a pet before a checkerboard
    draw dog_pet_calm.png petOnChecker
    ! baked-background
    @ art/dog_pet_calm.png
    ? export

    a hat that shows nothing
    draw overlay_woolscarf.png clear
    ! empty-picture
    @ art/overlay_woolscarf.png
    ? hidden

    a second frame that shows nothing
    draw dog_pet_calm.png petWithBlankFrame
    ! empty-frame
    @ art/dog_pet_calm.png
    ? frame

    two equal frames
    draw dog_pet_calm.png petThatStands
    ! duplicate-frames
    @ art/dog_pet_calm.png
    ? frame

    a pet drawn twice as large
    draw dog_pet_calm.png petTwiceAsLarge
    ! base-size
    @ art/dog_pet_calm.png
    ? 2x

    a pet drawn half as large
    draw dog_pet_calm.png petHalfAsLarge
    ! base-size
    @ art/dog_pet_calm.png
    ? 64x64

    an outfit a bit too small
    draw pet_robe.png robeTooSmall
    ! base-size
    @ art/pet_robe.png
    ? 64x64

    frames below each other
    draw dog_pet_calm.png petFramesBelow
    ! grid-cuts-figures
    @ catalog.json:67
    ? put "dog_pet_calm": { "grid": {"columns": 1, "rows": 2} } under "sheets"

    one frame for two
    draw dog_pet_calm.png petOneFrame
    ! base-size
    @ art/dog_pet_calm.png
    ? export all frames at 128x64

    an outfit that lacks a frame
    draw pet_robe.png robeOneFrame
    ! base-size
    @ art/pet_robe.png
    ? export all frames at 128x64

    feet cut off
    draw dog_pet_calm.png petWithoutFeet
    ! clipped
    @ art/dog_pet_calm.png
    ? cut

    a pet that jumps aside
    draw dog_pet_calm.png petThatJumps
    ! place-jump
    @ art/dog_pet_calm.png
    ? frame 1

    green left in a picture that was cut before
    draw overlay_woolscarf.png scarfWithGreenCorner
    ! key-left-inside
    @ art/overlay_woolscarf.png
    ? clear

    a green rim
    draw overlay_woolscarf.png scarfWithGreenRim
    ! fringe
    @ art/overlay_woolscarf.png
    ? rim
    """
)

extension MistakeGame {
    /// What is drawn in place of good art.
    static let pictures: [String: @Sendable () -> StraightImage] = [
        "hat": { disc(20, 16, "y") },
        "hatOnBlue": { over(disc(20, 16, "y"), StraightPixel(r: 20, g: 60, b: 230)) },
        "hatOnWhite": { over(disc(24, 16, "r"), StraightPixel(r: 255, g: 255, b: 255)) },
        "petOnGreen": { onScreen(pet("dog", 0)) },
        "petOnWhite": { over(pet("dog", 0), StraightPixel(r: 255, g: 255, b: 255)) },
        "petOnChecker": {
            let drawn = pet("dog", 0)
            return StraightImage(drawn.width, drawn.height) { x, y in
                guard drawn[x, y].a == 0 else { return drawn[x, y] }
                let gray: UInt8 = (x / 8 + y / 8) % 2 == 0 ? 204 : 255
                return StraightPixel(r: gray, g: gray, b: gray)
            }
        },
        "clear": { StraightImage(24, 10) { _, _ in .clear } },
        "petWithBlankFrame": {
            let drawn = pet("dog", 0)
            return StraightImage(128, 64) { x, y in x < 64 ? drawn[x, y] : .clear }
        },
        "petThatStands": {
            let drawn = pet("dog", 0)
            return StraightImage(128, 64) { x, y in drawn[x % 64, y] }
        },
        "petTwiceAsLarge": {
            let drawn = pet("dog", 0)
            return StraightImage(256, 128) { x, y in drawn[x / 2, y / 2] }
        },
        "petHalfAsLarge": {
            let drawn = pet("dog", 0)
            return StraightImage(64, 32) { x, y in drawn[x * 2, y * 2] }
        },
        "robeTooSmall": {
            let drawn = pet("robe", 1)
            return StraightImage(116, 58) { x, y in
                drawn[min(127, x / 58 * 64 + x % 58 * 64 / 58), y * 64 / 58]
            }
        },
        "petFramesBelow": {
            let drawn = pet("dog", 0)
            return StraightImage(64, 128) { x, y in drawn[x + y / 64 * 64, y % 64] }
        },
        "petOneFrame": {
            let drawn = pet("dog", 0)
            return StraightImage(64, 64) { x, y in drawn[x, y] }
        },
        "robeOneFrame": {
            let drawn = pet("robe", 1)
            return StraightImage(64, 64) { x, y in drawn[x, y] }
        },
        "petWithoutFeet": {
            let drawn = pet("dog", 0)
            return StraightImage(128, 64) { x, y in y >= 14 ? drawn[x, y - 14] : .clear }
        },
        "petThatJumps": {
            let drawn = pet("dog", 0)
            return StraightImage(128, 64) { x, y in
                if x < 64 { return x + 9 < 64 ? drawn[x + 9, y] : .clear }
                return x - 64 >= 9 ? drawn[x - 9, y] : .clear
            }
        },
        "scarfWithGreenCorner": {
            let drawn = disc(24, 10, "r")
            return StraightImage(24, 10) { x, y in
                x < 6 && y < 4 ? StraightPixel(r: 0, g: 255, b: 0) : drawn[x, y]
            }
        },
        "scarfWithGreenRim": {
            let drawn = disc(24, 10, "r")
            return StraightImage(24, 10) { x, y in
                drawn[x, y] == color("#") ? StraightPixel(r: 10, g: 240, b: 12) : drawn[x, y]
            }
        },
    ]

    private static func over(_ image: StraightImage, _ ground: StraightPixel) -> StraightImage {
        StraightImage(image.width, image.height) { x, y in
            image[x, y].a == 0 ? ground : image[x, y]
        }
    }
}
