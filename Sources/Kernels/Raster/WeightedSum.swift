/// One pass of a separable filter over premultiplied RGBA8.
///
/// Target pixel `i` is the sum over `k` in `0..<taps` of `weights[i * taps + k]` times source pixel
/// `starts[i] + k`, both in steps of `stride` bytes, divided by 2^14, rounded to nearest and
/// clamped to 0...255. The weights of a target must sum to 2^14, and their magnitudes to less than
/// 2^16, so that a 32-bit sum cannot overflow.
package enum WeightedSum {
    @inline(__always)
    private static func rounded(_ sum: Int32) -> UInt8 {
        UInt8(truncatingIfNeeded: max(0, min(255, (sum &+ 8192) &>> 14)))
    }

    /// A row of `count` target pixels from a row of source pixels.
    package static func rowReference(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int,
        starts: UnsafePointer<Int32>,
        weights: UnsafePointer<Int32>,
        taps: Int
    ) {
        for index in 0..<count {
            for channel in 0..<4 {
                var sum: Int32 = 0
                for tap in 0..<taps {
                    let place = unsafe (Int(starts[index]) + tap) * 4 + channel
                    let value = unsafe source.load(fromByteOffset: place, as: UInt8.self)
                    sum &+= unsafe Int32(value) &* weights[index * taps + tap]
                }
                let byte = rounded(sum)
                unsafe target.storeBytes(
                    of: byte,
                    toByteOffset: index * 4 + channel,
                    as: UInt8.self
                )
            }
        }
    }

    package static func rowVector(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int,
        starts: UnsafePointer<Int32>,
        weights: UnsafePointer<Int32>,
        taps: Int
    ) {
        for index in 0..<count {
            var sum = SIMD4<Int32>(repeating: 8192)
            let first = unsafe source + Int(starts[index]) &* 4
            let own = unsafe weights + index &* taps
            for tap in 0..<taps {
                let pixel = unsafe first.loadUnaligned(
                    fromByteOffset: tap &* 4,
                    as: SIMD4<UInt8>.self
                )
                sum &+= unsafe SIMD4<Int32>(truncatingIfNeeded: pixel) &* own[tap]
            }
            unsafe target.storeBytes(
                of: SIMD4<UInt8>(truncatingIfNeeded: (sum &>> 14).limitedToByte),
                toByteOffset: index &* 4,
                as: SIMD4<UInt8>.self
            )
        }
    }

    /// A row of `byteCount` target bytes from `taps` source rows that are `stride` bytes apart.
    package static func columnReference(
        _ source: UnsafeRawPointer,
        strideInBytes stride: Int,
        _ target: UnsafeMutableRawPointer,
        byteCount: Int,
        weights: UnsafePointer<Int32>,
        taps: Int
    ) {
        for index in 0..<byteCount {
            var sum: Int32 = 0
            for tap in 0..<taps {
                let value = unsafe source.load(fromByteOffset: tap * stride + index, as: UInt8.self)
                sum &+= unsafe Int32(value) &* weights[tap]
            }
            unsafe target.storeBytes(of: rounded(sum), toByteOffset: index, as: UInt8.self)
        }
    }

    package static func columnVector(
        _ source: UnsafeRawPointer,
        strideInBytes stride: Int,
        _ target: UnsafeMutableRawPointer,
        byteCount: Int,
        weights: UnsafePointer<Int32>,
        taps: Int
    ) {
        typealias Bytes = SIMD16<UInt8>
        typealias Sums = SIMD16<Int32>
        var index = 0
        while index &+ 16 <= byteCount {
            var sum = Sums(repeating: 8192)
            for tap in 0..<taps {
                let bytes = unsafe source.loadUnaligned(
                    fromByteOffset: tap &* stride &+ index,
                    as: Bytes.self
                )
                sum &+= unsafe Sums(truncatingIfNeeded: bytes) &* weights[tap]
            }
            unsafe target.storeBytes(
                of: Bytes(truncatingIfNeeded: (sum &>> 14).limitedToByte),
                toByteOffset: index,
                as: Bytes.self
            )
            index &+= 16
        }
        unsafe columnReference(
            source + index,
            strideInBytes: stride,
            target + index,
            byteCount: byteCount &- index,
            weights: weights,
            taps: taps
        )
    }
}
