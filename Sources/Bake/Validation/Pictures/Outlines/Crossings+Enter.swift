import Raster

/// Pixels are solid from here on.
private let opaque: UInt32 = 250 &<< 24

/// The minimum lean of a rim to a screen's hue.
private let leastRim: Int32 = 64

extension Crossings {
    /// Examines the outermost pixels of one crossing, from its first visible one at `start` inward
    /// by `step`, for `room` pixels.
    @inline(__always)
    mutating func enter(_ start: UnsafePointer<UInt32>, by step: Int, _ room: Int) {
        let reach = min(room, 24)
        var solid = 0
        while solid < reach, unsafe start[solid &* step] < opaque { solid &+= 1 }
        for index in 0..<min(solid, reach &- 1) {
            let outer = unsafe start[index &* step]
            // In wide glows the next pixel is similar.
            if outer < 48 &<< 24 { continue }
            var next = index &+ 1
            let last = min(reach, index &+ 7) &- 1
            let rise = outer &>> 24 &+ 16
            while next < last, unsafe start[next &* step] &>> 24 < rise { next &+= 1 }
            let inner = unsafe start[next &* step]
            if inner &>> 24 >= rise { shade(outer, before: inner) }
        }
        guard solid <= 3, room &- solid >= 8 else { return }
        if solid == 0 { hard &+= 1 } else { soft &+= 1 }
        let outer = unsafe Channels(start[solid &* step])
        if outer.green >= leastRim { greenRims &+= 1 }
        if outer.magenta >= leastRim { magentaRims &+= 1 }
    }

    /// Examines the art behind the outermost pixels, and the pixels in between.
    ///
    /// From the first visible pixel at `start` inward by `step`, for `room` pixels; `direction` is
    /// 0...3.
    mutating func follow(
        _ start: UnsafePointer<UInt32>,
        by step: Int,
        _ room: Int,
        _ direction: Int
    ) {
        var solid = 0
        while solid < min(room, 4), unsafe start[solid &* step] < opaque { solid &+= 1 }
        guard solid <= 3, room &- solid >= 8 else { return }
        let edge = unsafe start + solid &* step
        for index in 0..<8 where unsafe edge[index &* step] < opaque { return }
        let (art, outer) = unsafe (Channels(edge[7 &* step]), Channels(edge[0]))
        let rim = outer.minus(art)
        // A fifth of what is 96 away is not less.
        let isAlike = max(rim.r, rim.g, rim.b) < 19 && min(rim.r, rim.g, rim.b) > -19
        for (index, ground) in Self.grounds.enumerated() {
            let line = Channels(ground.color).minus(art)
            guard max(abs(line.r), abs(line.g), abs(line.b)) > 96 else { continue }
            asked[direction][index] &+= 1
            if isAlike || rim.dot(line) &* 5 < line.dot(line) { continue }
            if let hue = ground.hue {
                // Green art has green rims.
                let (own, behind) =
                    hue == .green ? (outer.green, art.green) : (outer.magenta, art.magenta)
                guard own >= leastRim, behind < 24 else { continue }
            }
            unsafe followRim(of: index, line, edge, by: step, art, direction)
        }
    }

    /// Follows a rim inward while it is a mixture of a ground and the art.
    private mutating func followRim(
        of ground: Int,
        _ line: Channels,
        _ edge: UnsafePointer<UInt32>,
        by step: Int,
        _ art: Channels,
        _ direction: Int
    ) {
        let length = line.dot(line)
        // The share of the ground in each pixel, in hundredths; nil off the line.
        func share(_ index: Int) -> Int32? {
            let difference = unsafe Channels(edge[index &* step]).minus(art)
            let along = difference.dot(line)
            let share = along &* 100 / length
            let off = Channels(
                r: difference.r &- line.r &* share / 100,
                g: difference.g &- line.g &* share / 100,
                b: difference.b &- line.b &* share / 100
            )
            let (far, along64) = (Int(off.dot(off)) &- 24 &* 24, Int(along))
            return far &* 16 &* Int(length) <= along64 &* along64 ? share : nil
        }
        guard let outermost = share(0), outermost >= 20 else { return }
        var last = outermost
        var isBlended = outermost < 85
        var pixel = 1
        repeat {
            guard pixel <= 6, let next = share(pixel), next <= last &+ 10 else { return }
            if (16...84).contains(next) { isBlended = true }
            last = next
            pixel &+= 1
        } while last > 15
        tallies[ground].mixed[direction] &+= 1
        tallies[ground].shares &+= Int(outermost)
        tallies[ground].squares &+= Int(outermost &* outermost)
        if isBlended { tallies[ground].blended &+= 1 }
    }

    /// Compares a soft pixel with the next one inward, to detect premultiplied colors or colors
    /// mixed with white.
    private mutating func shade(_ outer: UInt32, before inner: UInt32) {
        let (own, next) = (Channels(outer), Channels(inner))
        // 2^32 divided by the inner alpha, rounded up: exact for products of two bytes. It is at
        // least 64.
        let factor = UInt64(outer &>> 24) &* UInt64(UInt32.max / (inner &>> 24) &+ 1)
        func scaled(_ value: Int32) -> Int32 {
            Int32(truncatingIfNeeded: (UInt64(UInt32(bitPattern: value)) &* factor) &>> 32)
        }
        let black = Channels(r: scaled(next.r), g: scaled(next.g), b: scaled(next.b))
        let white = Channels(
            r: 255 &- scaled(255 &- next.r),
            g: 255 &- scaled(255 &- next.g),
            b: 255 &- scaled(255 &- next.b)
        )
        let straight = own.distance(to: next)
        // A shadow is black, whatever casts it.
        let isShadow = own.largest <= 3 && black.largest >= 8
        if !isShadow, black.distance(to: next) > 24 {
            shaded &+= 1
            let error = own.distance(to: black)
            if error <= 16, error &* 2 < straight { multiplied &+= 1 }
        }
        if white.distance(to: next) > 24 {
            paled &+= 1
            let error = own.distance(to: white)
            if error <= 16, error &* 2 < straight { whitened &+= 1 }
        }
    }
}

/// Color channels as numbers, or their differences.
private struct Channels {
    var r: Int32
    var g: Int32
    var b: Int32

    @inline(__always)
    init(r: Int32, g: Int32, b: Int32) { (self.r, self.g, self.b) = (r, g, b) }

    @inline(__always)
    init(_ pixel: UInt32) {
        r = Int32(pixel & 255)
        g = Int32(pixel &>> 8 & 255)
        b = Int32(pixel &>> 16 & 255)
    }

    @inline(__always)
    init(_ pixel: StraightPixel) { (r, g, b) = (Int32(pixel.r), Int32(pixel.g), Int32(pixel.b)) }

    var largest: Int32 { max(r, g, b) }

    @inline(__always)
    func minus(_ other: Channels) -> Channels {
        Channels(r: r &- other.r, g: g &- other.g, b: b &- other.b)
    }

    @inline(__always)
    func dot(_ other: Channels) -> Int32 { r &* other.r &+ g &* other.g &+ b &* other.b }

    /// The largest difference of a channel.
    @inline(__always)
    func distance(to other: Channels) -> Int32 {
        max(abs(r &- other.r), abs(g &- other.g), abs(b &- other.b))
    }

    /// How far the color leans to green, and to magenta.
    @inline(__always) var green: Int32 { g &- max(r, b) }
    @inline(__always) var magenta: Int32 { min(r, b) &- g }
}
