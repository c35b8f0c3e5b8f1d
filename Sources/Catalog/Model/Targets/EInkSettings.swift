import Diagnostics
public import Raster

/// What a target says about the e-paper panel that it draws for.
public struct EInkSettings: Sendable {
    /// In pixels; nil when nothing was said, which no target of kind `eink` can do without.
    public var panel: PixelSize?
    /// Nil where pixels are raw: four bytes of blue, green, red and straight alpha.
    public var inks: [Inks.Ink]? = Inks.mono.inks
    public var bitsPerPixel: Int?
    public var dithering: Dithering?
    public var paper: HexColor?
    public var header: FileHeader?
    public var cArray = false
    public var preview = true
    public var fit = PanelFit.integer
    public var position = PanelPosition.center

    /// The largest code of an ink, and the bits that codes are usually stored in.
    private var codes: (largest: Int, bits: Int) {
        guard let inks else { return (0, 32) }
        let largest = inks.map { Int($0.code) }.max() ?? 0
        return (largest, [1, 2, 4].first { largest >> $0 == 0 } ?? 8)
    }

    /// Of a pixel in the panel's memory.
    public var bits: Int { bitsPerPixel ?? codes.bits }

    /// The inks as the panel's memory has them, once there are no faults; nil where pixels are raw.
    public var storedInks: Inks? { inks.map { Inks(bits, $0) } }

    /// Rows are filled up to whole bytes.
    public func bytesPerRow(_ panel: PixelSize) -> Int { (panel.width * bits + 7) / 8 }

    /// What a file's header says; `frames` are those of the file.
    public func value(of field: FileHeader.Field, _ panel: PixelSize, frames: Int) -> Int {
        switch field {
        case .width: panel.width
        case .height: panel.height
        case .bits: bits
        case .frames: frames
        case .bytes: bytesPerRow(panel) * panel.height
        }
    }

    /// One reason why nothing can be drawn so.
    package struct Fault: Sendable {
        /// Of the settings object; nil is the object itself.
        package var member: String?
        package var message: String
        package var help: String
    }

    /// Why nothing can be drawn so; empty when it can.
    package var faults: [Fault] {
        var found: [Fault] = []
        func add(_ member: String?, _ message: String, _ help: String) {
            found.append(Fault(member: member, message: message, help: help))
        }
        guard let panel else {
            add(
                nil,
                "nothing says how large the panel is",
                "say \"eink\": {\"panel\": [width, height]}, in pixels"
            )
            return found
        }
        if !panel.isDrawable(atScale: 1) {
            let most = "expected at most \(LayerPicture.largestArea) pixels"
            add("panel", "a panel of \(panel) is too large, \(most)", "make it smaller")
        }
        if let (message, help) = faultOfBits { add("bitsPerPixel", message, help) }
        if inks == nil, ![nil, Dithering.none].contains(dithering) {
            add(
                "dithering",
                "raw pixels have all colors and are not dithered",
                "remove \"dithering\", or choose the inks of a panel"
            )
        }
        if let header, header.bytes({ value(of: $0, panel, frames: 0) }) == nil {
            add(
                "header",
                "a number does not fit into its bytes in the header",
                "give it more of them, such as u32le"
            )
        }
        return found
    }

    private var faultOfBits: (message: String, help: String)? {
        guard let bitsPerPixel else { return nil }
        if inks == nil {
            return bitsPerPixel == 32
                ? nil
                : ("raw pixels have 32 bits, found \(bitsPerPixel)", "remove \"bitsPerPixel\"")
        }
        let help = "use \(codes.bits), or remove \"bitsPerPixel\""
        if ![1, 2, 4, 8].contains(bitsPerPixel) {
            return ("pixels have 1, 2, 4 or 8 bits, found \(bitsPerPixel)", help)
        }
        guard codes.largest >> bitsPerPixel != 0 else { return nil }
        return (
            "the code \(codes.largest) of an ink does not fit into \(bitsPerPixel) bit\(bitsPerPixel == 1 ? "" : "s")",
            help
        )
    }

    static var members: Members<EInkSettings> {
        Members("eink", "an e-paper panel") {
            Member(
                "panel",
                list(of: Shape<Int>.integer(1...TargetSettings.largestPage), atLeast: 2, atMost: 2)
            ) { $0.panel = PixelSize(width: $1[0], height: $1[1]) }
            .about("The panel's size [width, height] in pixels; every target of kind eink has one.")
            Member("inks", \.inks, .panelInks, default: "mono")
                .about("What the panel can show: a name, or a list of inks.")
            Member("bitsPerPixel", \.bitsPerPixel, .integer(1...32))
                .about(
                    "1, 2, 4 or 8 (32 of bgra); as few as the codes of the inks need unless said."
                )
            Member("dithering", \.dithering, .choice)
                .about(
                    "How colors are shown that no ink has; none for pixel art, else blue-noise, unless said."
                )
            Member("paper", \.paper, .color)
                .about(
                    "What is seen through clear pixels; white unless said. Of bgra: alpha stays unless said."
                )
            Member("header", \.header, .fileHeader)
                .about(
                    "Bytes before the pixels, such as \"4B 49 u16le:width u16le:height\"; none unless said."
                )
            Member("cArray", \.cArray, .bool, default: false)
                .about("Whether there is a C header next to each file.")
            Member("preview", \.preview, .bool, default: true)
                .about("Whether there are PNGs of what the panel will look like.")
            Member("fit", \.fit, .choice, default: "integer")
                .about("How pictures are brought to the panel.")
            Member("position", \.position, .choice, default: "center")
                .about("Where pictures lie that do not fill the panel.")
        }
    }
}

extension Dithering: Choice {
    static let about: KeyValuePairs<Self, String> = [
        .none: "The nearest ink.",
        .floydSteinberg: "What pixels lack is handed on; for single frames, as others flicker.",
        .bayer: "A regular pattern of 8x8 that stays put.",
        .blueNoise: "An irregular pattern that stays put.",
    ]
}

/// How pictures are brought to a panel.
public enum PanelFit: String, Choice {
    case integer
    case contain

    static let about: KeyValuePairs<Self, String> = [
        .integer: "Whole pixels, each as often as it fits: for pixel art.",
        .contain: "As large as it can be, drawn anew in that size: for smooth art.",
    ]
}

/// Where on a panel a picture is that does not fill it.
public enum PanelPosition: String, Choice {
    case center
    case top
    case bottom
    case left
    case right
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"

    static let about: KeyValuePairs<Self, String> = [
        .center: "In the middle.",
        .top: "At this side, in its middle.",
        .bottom: "At this side, in its middle.",
        .left: "At this side, in its middle.",
        .right: "At this side, in its middle.",
        .topLeft: "In this corner.",
        .topRight: "In this corner.",
        .bottomLeft: "In this corner.",
        .bottomRight: "In this corner.",
    ]

    /// Halves of the free room that are to the left and above: 0, 1 or 2.
    package var halves: (left: Int, top: Int) {
        switch self {
        case .center: (1, 1)
        case .top: (1, 0)
        case .bottom: (1, 2)
        case .left: (0, 1)
        case .right: (2, 1)
        case .topLeft: (0, 0)
        case .topRight: (2, 0)
        case .bottomLeft: (0, 2)
        case .bottomRight: (2, 2)
        }
    }
}

extension Inks.Ink {
    fileprivate static var members: Members<Inks.Ink> {
        Members("ink", "an ink") {
            Member("name", \.name, .text, need: .identity).about("For people, such as orange.")
            Member("code", Shape<Int>.integer(0...255), need: .identity) { $0.code = UInt8($1) }
                .about("What stands for it in the panel's memory.")
            Member("color", \.color, .color, need: .identity)
                .about("As it is seen on the panel: measured, where that is known.")
        }
    }
}

/// Inks that need no list.
private enum KnownInks: String, Choice {
    case mono
    case gray4
    case spectra6
    case bgra

    static let about: KeyValuePairs<Self, String> = [
        .mono: "Black and white: 1 bit a pixel, 1 is white.",
        .gray4: "Four grays: 2 bits a pixel, 0 is black, 3 is white.",
        .spectra6:
            "E Ink Spectra 6: 4 bits a pixel, black 0, white 1, yellow 2, red 3, blue 5, green 6.",
        .bgra: "Raw pixels: bytes of blue, green, red and straight alpha.",
    ]

    var inks: [Inks.Ink]? {
        switch self {
        case .mono: Inks.mono.inks
        case .gray4: Inks.gray4.inks
        case .spectra6: Inks.spectra6.inks
        case .bgra: nil
        }
    }
}

extension Shape<[Inks.Ink]?> {
    static var panelInks: Shape {
        let known = Shape<KnownInks>.choice.then { .some($0.inks) }
        return known.or(custom) { $0.kind == "an array" }
    }

    /// No two inks of a list have one code.
    private static var custom: Shape {
        let ink = Inks.Ink.members.object(Inks.Ink("", code: 0, RGB(0, 0, 0)))
        return list(of: ink, atLeast: 2, atMost: 256).then { inks, node, name, reader in
            var seen: [UInt8: Inks.Ink] = [:]
            for ink in inks {
                guard let other = seen.updateValue(ink, forKey: ink.code) else { continue }
                throw Refusal(
                    .badValue,
                    "the inks \"\(other.name)\" and \"\(ink.name)\" have one code, "
                        + "found \(ink.code)",
                    help: "give each the code that the panel's driver knows it by"
                )
            }
            var colors: [RGB: Inks.Ink] = [:]
            for ink in inks {
                guard let other = colors.updateValue(ink, forKey: ink.color) else { continue }
                reader.report(
                    .noEffect,
                    at: node.range,
                    "the inks \"\(other.name)\" and \"\(ink.name)\" have one color, so one of "
                        + "them is never drawn",
                    help: "correct the color of one, or remove it"
                )
            }
            return .some(inks)
        }
    }
}

/// Bytes that some firmware wants before the pixels: `"4B 49 u16le:width u16le:height"`.
public struct FileHeader: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case byte(UInt8)
        case number(Field, bytes: Int, isBigEndian: Bool)
    }

    /// What a header can tell.
    public enum Field: String, CaseIterable, Sendable {
        case width
        case height
        /// Bits of a pixel.
        case bits
        /// The number of frames.
        case frames
        /// Bytes of a frame.
        case bytes
    }

    private let parts: [Part]

    /// - Parameter text: words with blanks between them: bytes of two hexadecimal digits, and numbers as
    ///   `u8:`, `u16le:`, `u16be:`, `u32le:` or `u32be:` with a field behind.
    /// - Throws: `FileHeaderError` that names the word.
    public init(_ text: String) throws(FileHeaderError) {
        var parts: [Part] = []
        for word in text.split(separator: " ") {
            if word.utf8.count == 2, let byte = UInt8(word, radix: 16) {
                parts.append(.byte(byte))
                continue
            }
            let halves = word.split(separator: ":", omittingEmptySubsequences: false)
            let kinds: [Substring: (Int, Bool)] = [
                "u8": (1, false), "u16le": (2, false), "u16be": (2, true), "u32le": (4, false),
                "u32be": (4, true),
            ]
            guard halves.count == 2, let (bytes, isBigEndian) = kinds[halves[0]],
                let field = Field(rawValue: String(halves[1]))
            else { throw FileHeaderError(word: String(word)) }
            parts.append(.number(field, bytes: bytes, isBigEndian: isBigEndian))
        }
        self.parts = parts
    }

    /// The header of a file; nil when the value of a field does not fit into its bytes.
    public func bytes(_ value: (Field) -> Int) -> [UInt8]? {
        var result: [UInt8] = []
        for part in parts {
            switch part {
            case .byte(let byte): result.append(byte)
            case .number(let field, let count, let isBigEndian):
                let number = value(field)
                guard number >= 0, number >> (8 * count) == 0 else { return nil }
                let bytes = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
                result += isBigEndian ? bytes.reversed() : bytes
            }
        }
        return result
    }
}

/// A word of a header that says nothing.
public struct FileHeaderError: Error, Hashable, Sendable {
    public var word: String

    public init(word: String) {
        self.word = word
    }
}

extension Shape<FileHeader> {
    static let fileHeader = Shape<String>.limited(1024)
        .then { text, _, _, _ in
            do throws(FileHeaderError) {
                return try FileHeader(text)
            } catch {
                throw Refusal.badValue(
                    expected: "bytes such as 4B and numbers such as u16le:width, but \""
                        + "\(shortened(error.word, to: 40))\" is neither",
                    help: "numbers are u8, u16le, u16be, u32le or u32be of width, height, bits, "
                        + "frames or bytes"
                )
            }
        }
}
