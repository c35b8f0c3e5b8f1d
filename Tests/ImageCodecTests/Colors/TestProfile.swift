import Foundation

/// ICC profiles, version 2, written by the letter of ICC.1:2001-04.
enum TestProfile {
    /// Columns of XYZ under D50, and one curve for all three.
    struct Matrix {
        var red: [Double]
        var green: [Double]
        var blue: [Double]
        /// `curv` entries: one is a power in 8.8 fixed point, more are a table.
        var curve: [Int]
    }

    /// The curve of IEC 61966-2-1 as a table.
    static let sRGBCurve: [Int] = (0..<1024).map { index in
        let value = Double(index) / 1023
        let light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        return Int((light * 65_535).rounded())
    }

    static let sRGB = rgb(
        "sRGB by hand",
        Matrix(
            red: [0.43607, 0.22249, 0.01392],
            green: [0.38515, 0.71687, 0.09708],
            blue: [0.14307, 0.06061, 0.71410],
            curve: sRGBCurve
        )
    )

    static let displayP3 = rgb(
        "Display P3",
        Matrix(
            red: [0.51512, 0.24120, -0.00105],
            green: [0.29198, 0.69225, 0.04189],
            blue: [0.15710, 0.06657, 0.78407],
            curve: sRGBCurve
        )
    )

    /// Adobe RGB (1998): a power of 563/256.
    static let adobeRGB = rgb(
        "Adobe RGB (1998)",
        Matrix(
            red: [0.60974, 0.31111, 0.01947],
            green: [0.20528, 0.62567, 0.06087],
            blue: [0.14919, 0.06322, 0.74457],
            curve: [563]
        )
    )

    static func rgb(_ name: String, _ matrix: Matrix) -> [UInt8] {
        let curve = curve(matrix.curve)
        return profile(
            "RGB ",
            pcs: "XYZ ",
            [
                ("desc", description(name)), ("wtpt", xyz(d50)), ("rXYZ", xyz(matrix.red)),
                ("gXYZ", xyz(matrix.green)), ("bXYZ", xyz(matrix.blue)), ("rTRC", curve),
                ("gTRC", curve), ("bTRC", curve),
            ]
        )
    }

    /// Light is the value to the power of `exponent`.
    static func gray(exponent: Double) -> [UInt8] {
        profile(
            "GRAY",
            pcs: "XYZ ",
            [
                ("desc", description("Gray")), ("wtpt", xyz(d50)),
                ("kTRC", curve([Int(exponent * 256)])),
            ]
        )
    }

    /// Ink that is plain light left out, but cyan that looks red: no one could guess it.
    static let inks: [UInt8] = {
        var table: [UInt8] = []
        // Two nodes for each ink, the last ink fastest; Lab in 8 bits.
        for node in 0..<16 {
            let (cyan, black) = (node & 8 != 0, node & 1 != 0)
            let lightness: UInt8 = black ? 0 : cyan ? 128 : 255
            table += [lightness, cyan && !black ? 200 : 128, cyan && !black ? 180 : 128]
        }
        let identity = (0..<256).map { UInt8($0) }
        var lut = Array("mft1".utf8) + [0, 0, 0, 0, 4, 3, 2, 0]
        for index in 0..<9 { lut += fixed(index.isMultiple(of: 4) ? 1 : 0) }
        for _ in 0..<4 { lut += identity }
        lut += table
        for _ in 0..<3 { lut += identity }
        return profile(
            "CMYK",
            pcs: "Lab ",
            [("desc", description("Odd inks")), ("wtpt", xyz(d50)), ("A2B0", lut)],
            kind: "prtr"
        )
    }()

    private static let d50 = [0.9642, 1, 0.8249]

    private static func profile(
        _ space: String,
        pcs: String,
        _ tags: [(String, [UInt8])],
        kind: String = "mntr"
    ) -> [UInt8] {
        var table = number(tags.count)
        var data: [UInt8] = []
        for (name, content) in tags {
            table += Array(name.utf8) + number(132 + 12 * tags.count + data.count)
            table += number(content.count)
            data += content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
        }
        var header = number(128 + table.count + data.count) + [0, 0, 0, 0, 2, 0x40, 0, 0]
        header += Array((kind + space + pcs).utf8) + [UInt8](repeating: 0, count: 12)
        header += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
        header += d50.flatMap(fixed)
        return header + [UInt8](repeating: 0, count: 128 - header.count) + table + data
    }

    private static func description(_ text: String) -> [UInt8] {
        Array("desc".utf8) + [0, 0, 0, 0] + number(text.utf8.count + 1) + Array(text.utf8)
            + [UInt8](repeating: 0, count: 79)
    }

    private static func xyz(_ values: [Double]) -> [UInt8] {
        Array("XYZ ".utf8) + [0, 0, 0, 0] + values.flatMap(fixed)
    }

    private static func curve(_ entries: [Int]) -> [UInt8] {
        Array("curv".utf8) + [0, 0, 0, 0] + number(entries.count)
            + entries.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    }

    /// s15Fixed16Number.
    private static func fixed(_ value: Double) -> [UInt8] {
        number(Int((value * 65_536).rounded()))
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
