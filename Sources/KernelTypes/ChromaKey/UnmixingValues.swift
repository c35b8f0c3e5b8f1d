/// The numbers of unmixing that its kernel reads, for a kind of image and its noise.
///
/// `UnmixingParameters` in ChromaKey documents their sources.
package struct UnmixingLimits: Sendable {
    /// Weight of chroma against luma in the distance of colors.
    package var chromaWeight: Float = 1
    /// What a squared residual of one code value costs.
    package var perUnit: Float = 0
    /// Weight of impossible alphas.
    package var impossibleWeight: Float = 0
    /// Cost of each squared pixel of distance to the sample.
    package var distanceCost: Float = 0.15
    /// The typical variation of colors around their sample, squared code values.
    package var spread: Float = 64
    /// The uncertainty of luma and chroma from noise, code values.
    package var lumaDoubt: Float = 0
    package var chromaDoubt: Float = 0
    /// Whether only the nearest sample is tried (`fast`).
    package var takesNearest = false

    package init() {}
}

/// An image and its foreground samples.
@safe
package struct SampleField {
    /// RGBA8, `width` x `height`, packed.
    package let picture: UnsafePointer<UInt32>
    package let width: Int
    package let height: Int
    /// One bit per pixel, `stride` words a row; bits beyond the width are 0.
    package let samples: UnsafePointer<UInt64>
    package let stride: Int
    package let rings: SampleRings

    package init(
        picture: UnsafePointer<UInt32>,
        width: Int,
        height: Int,
        samples: UnsafePointer<UInt64>,
        rings: SampleRings
    ) {
        unsafe self.picture = picture
        self.width = width
        self.height = height
        unsafe self.samples = samples
        stride = (width + 63) / 64
        self.rings = rings
    }
}

/// The pixels around one, as bits of a window, by distance.
///
/// A window has 2 `radius` + 1 rows of as many bits, in `parts` words of `rowsPerPart` rows.
@safe
package struct SampleRings {
    package let radius: Int
    package let count: Int
    /// For each ring one mask for each part; nearest ring first.
    package let masks: UnsafePointer<UInt64>
    /// Each ring's squared distance.
    package let squares: UnsafePointer<Int32>
    /// For each bit of the parts, 64 a part, its column and row from the center.
    package let places: UnsafePointer<SIMD2<Int32>>
    package let rowsPerPart: Int
    package let parts: Int

    package init(
        radius: Int,
        count: Int,
        masks: UnsafePointer<UInt64>,
        squares: UnsafePointer<Int32>,
        places: UnsafePointer<SIMD2<Int32>>
    ) {
        self.radius = radius
        self.count = count
        unsafe self.masks = masks
        unsafe self.squares = squares
        unsafe self.places = places
        rowsPerPart = SampleRings.rowsPerPart(radius)
        parts = (2 * radius + rowsPerPart) / rowsPerPart
    }

    /// `radius` is at most 6.
    package static func rowsPerPart(_ radius: Int) -> Int { 64 / (2 * radius + 1) }
}

/// The planes of a batch: `KeyKernels.unmixingSize` numbers, one per pixel and plane.
public enum UnmixingPlane {
    /// The maximum number of pixels: all planes are 18 KB, within a 32 KB L1 cache; not measured.
    @inlinable public static var capacity: Int { 256 }
    /// Input: the screen behind each pixel, code values.
    @inlinable public static var screen: Int { 0 }
    @inlinable public static var pixel: Int { 3 }
    /// The state of a search, in the order of `SearchRow`.
    @inlinable public static var lanes: Int { 6 }
    /// The error of the explanation; the greatest cost if none exists.
    @inlinable public static var cost: Int { lanes + SearchRow.cost }
    /// Alpha, 0...1.
    @inlinable public static var share: Int { lanes + SearchRow.share }
    /// The sample's color, RGBA8.
    @inlinable public static var sample: Int { lanes + SearchRow.color }
    @inlinable public static var count: Int { 18 }
}

/// The state of a search: rows of one number for each of eight pixels.
public enum SearchRow {
    @inlinable public static var target: Int { 0 }
    @inlinable public static var screen: Int { 3 }
    @inlinable public static var least: Int { 6 }
    @inlinable public static var extra: Int { 7 }
    @inlinable public static var cost: Int { 8 }
    @inlinable public static var share: Int { 9 }
    @inlinable public static var color: Int { 10 }
    @inlinable public static var candidate: Int { 11 }
    /// The pixel's index in the batch, -1 for none; not in a batch's planes.
    @inlinable public static var item: Int { 12 }
    @inlinable public static var count: Int { 13 }
}
