import Raster

// The reference form: line by line and pixel by pixel, with all grounds treated alike.

extension Crossings {
    mutating func crossOneByOne(
        _ words: UnsafePointer<UInt32>,
        _ width: Int,
        _ frame: FrameLines
    ) {
        let origin = unsafe words + (frame.corner.y * width + frame.corner.x)
        for y in frame.lines(of: frame.rows) {
            let first = unsafe origin + (y * width + frame.columns.lowerBound)
            unsafe crossLine(first, by: 1, frame.columns.count, 0)
        }
        for x in frame.lines(of: frame.columns) {
            let first = unsafe origin + (frame.rows.lowerBound * width + x)
            unsafe crossLine(first, by: width, frame.rows.count, 2)
        }
    }

    private mutating func crossLine(
        _ first: UnsafePointer<UInt32>,
        by step: Int,
        _ count: Int,
        _ direction: Int
    ) {
        var wasClear = true
        for index in 0...count {
            let isClear = unsafe index == count || first[index * step] >> 24 < 8
            if isClear == wasClear { continue }
            wasClear = isClear
            if isClear {
                let last = unsafe first + (index - 1) * step
                unsafe enterOneByOne(last, by: -step, index, direction + 1)
            } else {
                let start = unsafe first + index * step
                unsafe enterOneByOne(start, by: step, count - index, direction)
            }
        }
    }

    private mutating func enterOneByOne(
        _ start: UnsafePointer<UInt32>,
        by step: Int,
        _ room: Int,
        _ direction: Int
    ) {
        func pixel(_ index: Int) -> StraightPixel {
            unsafe unsafeBitCast(start[index * step], to: StraightPixel.self)
        }
        var solid = 0
        let reach = min(room, 24)
        while solid < reach, pixel(solid).a < 250 { solid += 1 }
        for index in 0..<min(solid, reach - 1) {
            let alpha = Int(pixel(index).a)
            if alpha < 48 { continue }
            var next = index + 1
            let last = min(reach, index + 7) - 1
            while next < last, Int(pixel(next).a) < alpha + 16 { next += 1 }
            if Int(pixel(next).a) >= alpha + 16 { shadeOneByOne(pixel(index), pixel(next)) }
        }
        guard solid <= 3, room - solid >= 8 else { return }
        if solid == 0 { hard += 1 } else { soft += 1 }
        for index in 0..<8 where pixel(solid + index).a < 250 { return }
        let art = color(pixel(solid + 7))
        let rim = color(pixel(solid)) &- art
        let isAlike = rim.max() < 19 && rim.min() > -19
        for (index, ground) in Crossings.grounds.enumerated() {
            let line = color(ground.color) &- art
            guard line.max() > 96 || line.min() < -96 else { continue }
            asked[direction][index] += 1
            if isAlike || dot(rim, line) <= 0 { continue }
            let length = dot(line, line)
            func share(_ index: Int) -> Int32? {
                let difference = color(pixel(solid + index)) &- art
                let along = dot(difference, line)
                let share = Int32(along * 100 / length)
                let off = difference &- (line &* share) / 100
                return dot(off, off) <= 24 * 24 + along * along / length / 16 ? share : nil
            }
            guard let outermost = share(0), outermost >= 20 else { continue }
            if let hue = ground.hue {
                let lean = hue.excess(pixel(solid))
                guard lean >= 64, hue.excess(pixel(solid + 7)) < 24 else { continue }
            }
            var last = outermost
            var isBlended = outermost < 85
            var ends = false
            for step in 1...6 {
                guard let next = share(step), next <= last + 10 else { break }
                if (16...84).contains(next) { isBlended = true }
                last = next
                if next <= 15 {
                    ends = true
                    break
                }
            }
            guard ends else { continue }
            tallies[index].mixed[direction] += 1
            tallies[index].shares += Int(outermost)
            tallies[index].squares += Int(outermost * outermost)
            if isBlended { tallies[index].blended += 1 }
        }
    }

    private mutating func shadeOneByOne(_ outer: StraightPixel, _ inner: StraightPixel) {
        let (a, b) = (Int32(outer.a), Int32(inner.a))
        let (own, next) = (color(outer), color(inner))
        let white = SIMD4<Int32>(255, 255, 255, 0)
        let asBlack = next &* a / b
        let asWhite = white &- (white &- next) &* a / b
        func far(_ one: SIMD4<Int32>, _ two: SIMD4<Int32>) -> Int32 {
            let difference = one &- two
            return max(difference.max(), -difference.min())
        }
        let straight = far(own, next)
        let isShadow = own.max() <= 3 && asBlack.max() >= 8
        if !isShadow, far(asBlack, next) > 24 {
            shaded += 1
            let error = far(own, asBlack)
            if error <= 16, error * 2 < straight { multiplied += 1 }
        }
        if far(asWhite, next) > 24 {
            paled += 1
            let error = far(own, asWhite)
            if error <= 16, error * 2 < straight { whitened += 1 }
        }
    }
}

private func color(_ pixel: StraightPixel) -> SIMD4<Int32> {
    SIMD4(Int32(pixel.r), Int32(pixel.g), Int32(pixel.b), 0)
}

private func dot(_ one: SIMD4<Int32>, _ two: SIMD4<Int32>) -> Int {
    Int((one &* two).wrappedSum())
}
