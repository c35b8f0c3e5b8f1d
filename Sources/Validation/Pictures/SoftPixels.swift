internal import Raster

/// Where the pixels of a frame lie that are neither clear nor solid, as indexes into the image.
func softPixels(of image: StraightImage, in frame: PixelRect) -> [UInt32] {
    var found: [UInt32] = []
    found.reserveCapacity(4 * (frame.width + frame.height))
    unsafe image.withWords { words in
        guard let base = words.baseAddress else { return }
        unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: frame.width) { row in
            for y in frame.y..<frame.maxY {
                var count = 0
                var index = y &* image.width &+ frame.x
                let end = index &+ frame.width
                while index < end {
                    let next = min(index &+ 8, end)
                    // Most pixels are clear or solid, and many of them at once.
                    if next &- index == 8, unsafe areClearOrSolid(base + index) {
                        index = next
                        continue
                    }
                    // Without a branch that nobody can foresee: what does not count is written over.
                    while index < next {
                        unsafe row[count] = UInt32(truncatingIfNeeded: index)
                        let alpha = unsafe words[index] &>> 24
                        count &+= alpha &- 24 <= 232 &- 24 ? 1 : 0
                        index &+= 1
                    }
                }
                if count > 0 { unsafe found.append(contentsOf: row[..<count]) }
            }
        }
    }
    return found
}

/// Whether each of eight pixels has an alpha of 0 or 255.
@inline(__always)
private func areClearOrSolid(_ pixels: UnsafePointer<UInt32>) -> Bool {
    let bytes = unsafe UnsafeRawPointer(pixels)
    let left = unsafe bytes.loadUnaligned(as: SIMD4<UInt32>.self)
    let right = unsafe bytes.loadUnaligned(fromByteOffset: 16, as: SIMD4<UInt32>.self)
    // Alpha and 1 are 1 or 256 then: no bit between.
    let leftBits = ((left &>> 24) &+ 1) & 0xFE
    let rightBits = ((right &>> 24) &+ 1) & 0xFE
    return leftBits | rightBits == .zero
}
