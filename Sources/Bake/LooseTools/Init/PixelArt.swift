import Raster

/// A cat that sits, in letters; each stands for a color.
private let cat = """
    ................................
    ................................
    ................................
    ................................
    .......##............##.........
    ......#ff#..........#ff#........
    ......#fff#........#fff#........
    .....#fefff########bfbef#.......
    .....#feeffsffssfsfbbbef#.......
    .....#feeefsffssfsfbebef#.......
    .....#feeeffffssffffeeef#.......
    .....#eeffffffffffffffee#.......
    ....#fffffffffffffffffffd#......
    ....#fffffffffffffffffffd#......
    ....#fffffffffffffffffffd#......
    ....#ffffw#ffffffffw#fffd#......
    ....#ffff##ffffffff##fffd#......
    ....#ffff##ffffffff##ffdd#......
    ....#ffffffffcnncffffffdd#......
    ....#fffppfc#c##c#cfppddd#......
    ....#ffffffcc#cc#ccffdddd#......
    .....#fffffccccccccfdddd##......
    ......#dfffccccccccdddd#s#......
    .......#dddffccccddddd##ff#.....
    .......####dddddddd#####ff#.....
    .......#fff########fff#ff#......
    ........#cf#cccccc#cf#ddf#......
    ........###cccccccc###dd#.......
    .......#cccccc##cccccc##........
    ........######..######..........
    ................................
    ................................
    """

/// What is other when it sleeps: rows from the top.
private let asleep: [Int: String] = [
    3: ".............................zzz",
    4: ".......##............##........z",
    5: "......#ff#..........#ff#......z.",
    6: "......#fff#........#fff#.....zzz",
    8: ".....#feeffsffssfsfbbbef#..ZZZ..",
    9: ".....#feeefsffssfsfbebef#...Z...",
    10: ".....#feeeffffssffffeeef#..ZZZ..",
    15: "....#fffffffffffffffffffd#......",
    16: "....#fff#ffffffffffff#ffd#......",
    17: "....#fff###ffffffff###fdd#......",
    19: "....#ffffffccc##cccfffddd#......",
    20: "....#ffffffcccttcccffdddd#......",
]

private let catColors: [Character: UInt32] = [
    "#": 0x3A2A2E, "z": 0x6C8FC7, "Z": 0x9AB4DE, "s": 0xB8612B,
    "n": 0xD9647A, "d": 0xDC8238, "t": 0xE0626C, "b": 0xE5607C,
    "p": 0xF2899A, "f": 0xF5A954, "e": 0xF7B7A6, "c": 0xFFEBCB,
    "w": 0xFFFFFF,
]

/// Two frames of a cat: it breathes, so that its head comes down by a pixel.
func pixelCat(isAsleep: Bool) -> StraightImage {
    var rows = cat.split(separator: "\n").map(String.init)
    if isAsleep { for (row, text) in asleep { rows[row] = text } }
    let forehead = 12
    let breathing = [rows[0]] + rows[..<forehead] + rows[(forehead + 1)...]
    var sheet = StraightImage(size: PixelSize(width: 64, height: 32) ?? .onePixel)
    for (cell, rows) in [rows, Array(breathing)].enumerated() {
        for (y, row) in rows.enumerated() {
            for (x, letter) in row.enumerated() {
                if let color = catColors[letter] { sheet[cell * 32 + x, y] = pixel(color) }
            }
        }
    }
    return sheet
}

/// A room of 64 x 48 pixels, by day or by night.
func pixelScene(isNight: Bool) -> StraightImage {
    var scene = StraightImage(size: PixelSize(width: 64, height: 48) ?? .onePixel)
    let (wall, floor, line): (UInt32, UInt32, UInt32) =
        isNight ? (0x4A4A78, 0x6B5B84, 0x2E2A4A) : (0xFFF1D6, 0xE0BC90, 0x4A3B32)
    scene.fill(0, 0, 64, 37, wall)
    scene.fill(0, 37, 64, 11, floor)
    scene.fill(0, 36, 64, 1, line)
    // The window, with the sun or the moon.
    scene.fill(5, 6, 20, 18, line)
    scene.fill(6, 7, 18, 16, isNight ? 0x23224A : 0xBFE3F5)
    scene.disc(17, 13, 4, isNight ? 0xFBE9A9 : 0xFFCF5C)
    if isNight {
        scene.disc(15, 12, 3, 0x23224A)
        for (x, y) in [(9, 10), (12, 19), (21, 20)] { scene.fill(x, y, 1, 1, 0xFFFFFF) }
    } else {
        scene.fill(6, 19, 18, 4, 0x9BCF8C)
    }
    scene.fill(14, 7, 1, 16, line)
    scene.fill(3, 4, 24, 2, line)
    // A picture, and the rug that the cat sits on.
    scene.fill(43, 9, 12, 10, line)
    scene.fill(44, 10, 10, 8, isNight ? 0x8A83AE : 0xFFFDF6)
    for (x, y, width) in [(46, 12, 2), (50, 12, 2), (46, 13, 6), (47, 14, 4), (48, 15, 2)] {
        scene.fill(x, y, width, 1, isNight ? 0xB05A78 : 0xF26B5E)
    }
    for (row, inset) in [6, 3, 1, 0, 1, 3, 6].enumerated() {
        scene.fill(14 + inset, 40 + row, 36 - inset * 2, 1, isNight ? 0x8F6FA8 : 0xF29A76)
    }
    return scene
}

/// A hat in pixels, a pixel away from its edges.
func pixelHat(_ width: Int, _ height: Int) -> StraightImage {
    var hat = StraightImage(size: PixelSize(width: width, height: height) ?? .onePixel)
    let (felt, band): (UInt32, UInt32) = (0xD64858, 0x7A2434)
    let brim = max(1, height / 6)
    let inset = max(2, width / 4)
    hat.fill(inset, 1, width - 2 * inset, height - brim - 2, felt)
    hat.fill(inset, height - 2 * brim - 1, width - 2 * inset, brim, band)
    hat.fill(1, height - brim - 1, width - 2, brim, felt)
    return hat
}

extension StraightImage {
    fileprivate mutating func fill(
        _ x: Int,
        _ y: Int,
        _ width: Int,
        _ height: Int,
        _ color: UInt32
    ) {
        let rect = PixelRect(x: x, y: y, width: width, height: height)
        if let rect { fill(rect, with: pixel(color)) }
    }

    fileprivate mutating func disc(_ x: Int, _ y: Int, _ radius: Int, _ color: UInt32) {
        for dy in -radius...radius {
            for dx in -radius...radius where dx * dx + dy * dy <= radius * radius + radius / 2 {
                self[x + dx, y + dy] = pixel(color)
            }
        }
    }
}

private func pixel(_ color: UInt32) -> StraightPixel {
    StraightPixel(
        r: UInt8(truncatingIfNeeded: color >> 16),
        g: UInt8(truncatingIfNeeded: color >> 8),
        b: UInt8(truncatingIfNeeded: color)
    )
}
