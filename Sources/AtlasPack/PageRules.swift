import Raster

/// The validated options, and conversions between page pixels and bin units.
///
/// A *cell* is a sprite grown by the extruded edge on four sides and by the padding on two. A *bin*
/// is a page without its border, plus one padding on two sides: cells that tile the bin without
/// overlap are sprites on the page with all gaps. With an alignment, cells and bins are multiples of it,
/// and the last cells of a row and of a column need no padding only where nothing else fits.
struct PageRules: Sendable {
    let options: PackOptions
    let largest: BinSize

    private let border: Int
    /// Of the last cells, beyond the page.
    private let edgePadding: Int
    private let overhead: Int

    /// Generous, and small enough that no sum overflows.
    private static let gaps = 0...65_536
    private static let multiples = 1...4096

    init(_ options: PackOptions) throws(PackError) {
        for (name, value, range) in [
            ("padding", options.padding, PageRules.gaps),
            ("border", options.border, PageRules.gaps),
            ("extrude", options.extrude, PageRules.gaps),
            ("alignment", options.alignment, PageRules.multiples),
            ("multiple of", options.multipleOf, PageRules.multiples),
        ] where !range.contains(value) {
            throw .unusableOption(name: name, found: "\(value)", expected: "\(range)")
        }
        if options.powerOfTwo, options.multipleOf.nonzeroBitCount != 1 {
            throw .unusableOption(
                name: "multiple of",
                found: "\(options.multipleOf)",
                expected: "a power of two, as the page sides are"
            )
        }
        if let limit = options.aspectLimit, !(limit >= 1) {
            throw .unusableOption(name: "aspect limit", found: "\(limit)", expected: "at least 1")
        }
        self.options = options
        border = options.border.roundedUp(to: options.alignment)
        edgePadding = options.alignment == 1 ? options.padding : 0
        overhead = border + options.border - edgePadding
        var width = PageRules.floorSide(options.maximumSize.width, options)
        var height = PageRules.floorSide(options.maximumSize.height, options)
        if options.square {
            width = min(width, height)
            height = width
        }
        if let limit = options.aspectLimit {
            // The largest page satisfies the limit too, so no page has to exceed it.
            let widest = Int(min(Double(width), Double(height) * limit))
            let highest = Int(min(Double(height), Double(width) * limit))
            width = PageRules.floorSide(widest, options)
            height = PageRules.floorSide(highest, options)
        }
        largest = BinSize(
            width: (width - overhead).roundedDown(to: options.alignment),
            height: (height - overhead).roundedDown(to: options.alignment)
        )
        guard width > 0, height > 0, largest.width > leastGap, largest.height > leastGap else {
            throw .noRoom(maximumSize: options.maximumSize)
        }
    }

    /// In a cell that fills the bin, added to its sprite.
    private var leastGap: Int { edgePadding + 2 * options.extrude }

    /// Throws for duplicate names and for items that no page fits; of several errors, the first by
    /// name.
    func check(_ items: [PackItem]) throws(PackError) {
        let sorted = items.sorted { $0.name < $1.name }
        for (item, next) in zip(sorted, sorted.dropFirst()) where item.name == next.name {
            throw .duplicateName(item.name)
        }
        for item in sorted where !fits(item) {
            let allowed = PixelSize(
                width: largest.width - leastGap,
                height: largest.height - leastGap
            )
            throw .itemTooLarge(
                name: item.name,
                found: item.size,
                allowed: allowed ?? options.maximumSize
            )
        }
    }

    func fits(_ item: PackItem) -> Bool {
        kind(item).orientations.contains {
            $0.width <= largest.width && $0.height <= largest.height
        }
    }

    func kind(_ item: PackItem) -> CellKind {
        CellKind(cell(item.size), turns: options.allowsRotation && item.mayTurn)
    }

    func cell(_ size: PixelSize) -> BinSize {
        BinSize(
            width: cell(size.width, in: largest.width),
            height: cell(size.height, in: largest.height)
        )
    }

    private func cell(_ side: Int, in bin: Int) -> Int {
        let drawn = side + 2 * options.extrude
        let aligned = (drawn + options.padding).roundedUp(to: options.alignment)
        // A cell that fills the bin's width does not fill a greater height when it is turned.
        let mayFill = !options.allowsRotation || largest.width == largest.height
        return options.alignment > 1 && mayFill && drawn <= bin ? min(aligned, bin) : aligned
    }

    /// The offset of a cell's sprite, from bin to page.
    private var spriteOffset: Int { border + options.extrude }

    /// The place in the bin of a cell whose sprite is at `origin` on the page.
    func area(at origin: PixelPoint, _ cell: BinSize) -> FreeSpace.Area {
        FreeSpace.Area(
            x: origin.x - spriteOffset,
            y: origin.y - spriteOffset,
            width: cell.width,
            height: cell.height
        )
    }

    /// The smallest allowed page for cells that extend to `used`.
    ///
    /// Monotonic in each side of `used`; never larger than the largest page for a bin within
    /// `largest`.
    func page(covering used: BinSize) -> BinSize {
        var width = ceilSide(used.width + overhead)
        var height = ceilSide(used.height + overhead)
        if let limit = options.aspectLimit {
            let exact = Double(max(width, height)) / limit
            // `ceil` would make this module link the C math library.
            let shortest = Int(exact) + (exact > Double(Int(exact)) ? 1 : 0)
            width = ceilSide(max(width, shortest))
            height = ceilSide(max(height, shortest))
        }
        if options.square {
            width = max(width, height)
            height = width
        }
        return BinSize(width: width, height: height)
    }

    /// A page of sprites with their names.
    func plan(
        _ page: BinSize,
        group: String?,
        _ placed: [(name: String, placement: Placement)]
    ) -> PagePlan {
        PagePlan(
            // A page that all sprites left may be empty.
            size: PixelSize(width: page.width, height: page.height) ?? .onePixel,
            group: group,
            placements: placed.sorted { $0.name < $1.name }.map(\.placement)
        )
    }

    /// The place of an item whose cell begins at `x` and `y` in the bin.
    func placement(
        of item: Int,
        _ size: PixelSize,
        x: Int,
        y: Int,
        isRotated: Bool
    ) -> Placement {
        let origin = PixelPoint(x: x + spriteOffset, y: y + spriteOffset)
        let drawn = isRotated ? size.transposed : size
        guard let rect = PixelRect(origin: origin, size: drawn) else {
            preconditionFailure("placement at \(origin)")
        }
        return Placement(item: item, rect: rect, isRotated: isRotated)
    }

    func bin(ofPage page: BinSize) -> BinSize {
        BinSize(
            width: (page.width - overhead).roundedDown(to: options.alignment),
            height: (page.height - overhead).roundedDown(to: options.alignment)
        )
    }

    func pageArea(covering used: BinSize) -> Int { page(covering: used).area }

    /// The maximum bin height for which a page of `width` has fewer than `area` pixels; 0 for none.
    func heightLimit(width: Int, areaBelow area: Int) -> Int {
        if area == Int.max { return largest.height }
        var low = 0
        var high = largest.height
        while low < high {
            let middle = (low + high + 1) / 2
            if pageArea(covering: BinSize(width: width, height: middle)) < area {
                low = middle
            } else {
                high = middle - 1
            }
        }
        return low
    }

    private static func floorSide(_ side: Int, _ options: PackOptions) -> Int {
        let multiple = side.roundedDown(to: options.multipleOf)
        guard options.powerOfTwo, multiple > 0 else { return multiple }
        return 1 << (Int.bitWidth - 1 - multiple.leadingZeroBitCount)
    }

    private func ceilSide(_ side: Int) -> Int {
        let multiple = max(side, 1).roundedUp(to: options.multipleOf)
        guard options.powerOfTwo, multiple > 1 else { return multiple }
        return 1 << (Int.bitWidth - (multiple - 1).leadingZeroBitCount)
    }
}

extension Int {
    fileprivate func roundedDown(to multiple: Int) -> Int { self - self % multiple }

    fileprivate func roundedUp(to multiple: Int) -> Int {
        (self + multiple - 1).roundedDown(to: multiple)
    }
}

/// Width and height in bin units; any value during calculations.
struct BinSize: Hashable, Sendable {
    var width: Int
    var height: Int

    static let empty = BinSize(width: 0, height: 0)

    var area: Int { width * height }
    var turned: BinSize { BinSize(width: height, height: width) }

    func covering(_ area: FreeSpace.Area) -> BinSize {
        BinSize(width: max(width, area.maxX), height: max(height, area.maxY))
    }
}
