/// Unpacks what zlib packed (RFC 1951): just enough for the PNG files of a bake.
struct Inflater {
    private let bytes: ArraySlice<UInt8>
    private var at: Int
    private var bit = 0
    private var out: [UInt8] = []

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        at = bytes.startIndex
    }

    mutating func inflate() throws -> [UInt8] {
        var isLast = false
        while !isLast {
            isLast = try bits(1) == 1
            switch try bits(2) {
            case 0: try stored()
            case 1:
                let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
                try block(Code(lengths), Code(Array(repeating: 5, count: 30)))
            case 2:
                let (literals, distances) = try codes()
                try block(literals, distances)
            default: throw PNGTrouble(reason: "a block of its data is of no known kind")
            }
        }
        return out
    }

    private mutating func bits(_ count: Int) throws -> Int {
        var value = 0
        for place in 0..<count {
            guard at < bytes.endIndex else { throw PNGTrouble(reason: "its data ends too early") }
            value |= Int(bytes[at] >> UInt8(bit) & 1) << place
            bit += 1
            if bit == 8 { (bit, at) = (0, at + 1) }
        }
        return value
    }

    private mutating func stored() throws {
        if bit > 0 { (bit, at) = (0, at + 1) }
        let count = try bits(16)
        _ = try bits(16)
        guard at + count <= bytes.endIndex else { throw PNGTrouble(reason: "a block is cut off") }
        out += bytes[at..<at + count]
        at += count
    }

    private mutating func symbol(_ code: Code) throws -> Int {
        var word = 0
        for length in 1...15 {
            word = try word << 1 | bits(1)
            if let symbol = code.symbols[length << 16 | word] { return symbol }
        }
        throw PNGTrouble(reason: "a code of its data is none")
    }

    private mutating func codes() throws -> (literals: Code, distances: Code) {
        let (literals, distances, count) = (try bits(5) + 257, try bits(5) + 1, try bits(4) + 4)
        var lengths = Array(repeating: 0, count: 19)
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        for place in order.prefix(count) { lengths[place] = try bits(3) }
        let code = Code(lengths)
        var all: [Int] = []
        while all.count < literals + distances {
            switch try symbol(code) {
            case 16: all += Array(repeating: all.last ?? 0, count: try bits(2) + 3)
            case 17: all += Array(repeating: 0, count: try bits(3) + 3)
            case 18: all += Array(repeating: 0, count: try bits(7) + 11)
            case let length: all.append(length)
            }
        }
        return (Code(Array(all[..<literals])), Code(Array(all[literals...])))
    }

    private mutating func block(_ literals: Code, _ distances: Code) throws {
        while true {
            let symbol = try symbol(literals)
            if symbol < 256 {
                out.append(UInt8(symbol))
            } else if symbol == 256 {
                return
            } else {
                let length = try extended(symbol - 257, step: 4, base: 3, last: 28)
                let distance = try extended(self.symbol(distances), step: 2, base: 1, last: nil)
                guard distance <= out.count else {
                    throw PNGTrouble(reason: "it looks back too far")
                }
                for _ in 0..<length { out.append(out[out.count - distance]) }
            }
        }
    }

    /// A length or distance: after the first codes, every `step` codes take one bit more.
    private mutating func extended(_ code: Int, step: Int, base: Int, last: Int?) throws -> Int {
        if code == last { return 258 }
        guard code >= step * 2 else { return base + code }
        let extra = code / step - 1
        return try base + ((step + code % step) << extra) + bits(extra)
    }
}

/// A canonical Huffman code.
private struct Code {
    /// By length and code word.
    var symbols: [Int: Int] = [:]

    init(_ lengths: [Int]) {
        var word = 0
        for length in 1...15 {
            for (symbol, own) in lengths.enumerated() where own == length {
                symbols[length << 16 | word] = symbol
                word += 1
            }
            word <<= 1
        }
    }
}
