// Values shared by keying and both copies of its kernels, and the table through which keying calls
// the chosen copy. Only plain stored properties and constants: both copies would share code
// compiled here, including the wide one.

/// The kernels of keying, compiled for one instruction set.
///
/// The kernels of the same names in Kernels document them.
@safe
package struct KeyKernels: Sendable {
    package typealias Bits = UnsafeMutablePointer<UInt64>
    package typealias Numbers = UnsafeMutablePointer<Float>

    /// `ClassificationKernel`: a row's pixels, their count; masks of screen and key-hued pixels.
    package typealias Classify =
        @Sendable (UnsafeRawPointer, Int, ClassificationLimits, _ screen: Bits, _ keyHued: Bits)
        -> Bool
    /// `ChromaRampKernel`: source, target and count of pixels; the mask of clear ones.
    package typealias ChromaRamp =
        @Sendable (
            UnsafeRawPointer, UnsafeMutableRawPointer, Int, ChromaRampLimits, _ clear: Bits
        ) -> Int
    /// `DistanceRampKernel`: as `ChromaRamp`.
    package typealias DistanceRamp =
        @Sendable (
            UnsafeRawPointer, UnsafeMutableRawPointer, Int, DistanceRampLimits, _ clear: Bits
        ) -> Int
    /// `ChromaUpsamplingKernel.means`: pixels, and which cells of their row.
    package typealias Means = @Sendable (CellPixels, Range<Int>, MutableCellPlanes) -> Void
    /// `ChromaUpsamplingKernel.recover`: cells, their means, rounds, scratch.
    package typealias Recover =
        @Sendable (Numbers, _ means: UnsafePointer<Float>, CellGrid, Int, _ scratch: Numbers) ->
        Void
    /// `ChromaUpsamplingKernel.slopes`: cells, and which row of them; slopes of blue and red.
    package typealias Slopes =
        @Sendable (CellPlanes, Int, CellGrid, _ blue: Numbers, _ red: Numbers) -> Void
    /// `ChromaUpsamplingKernel.refine`: source, target, cells' width and columns, pixels' count.
    package typealias Refine =
        @Sendable (
            UnsafePointer<UInt32>, UnsafeMutablePointer<UInt32>, CellRows, _ cellWidth: Int,
            _ columns: Int, _ width: Int
        ) -> Void
    /// `UnmixingKernel`: places in a field; explanations that cost less than the number.
    package typealias Unmix =
        @Sendable (
            UnsafeBufferPointer<SIMD2<Int32>>, SampleField, UnmixingLimits, _ greatestCost: Float,
            UnmixingMemory
        ) -> Void
    /// `TranslucencyKernel.decide`: a row, words a row, the mask of asked pixels.
    package typealias Decide =
        @Sendable (
            TranslucencyRow, TranslucencyLimits, Int, UnsafePointer<UInt64>, TranslucencyAnswers
        ) -> Int
    /// `TranslucencyKernel.unmix`: a row and its target, words a row, the mask of asked pixels.
    package typealias UnmixTranslucent =
        @Sendable (
            TranslucencyRow, UnsafeMutablePointer<UInt32>, TranslucencyLimits, Int,
            UnsafePointer<UInt64>, MatteBits
        ) -> Void
    /// `ScreenKernel.surface`: nodes, count of pixels, and the output for the screen behind them.
    package typealias Surface = @Sendable (SurfaceNodes, Int, ScreenPlanes) -> Void
    /// `ScreenKernel.classify`: a row, its count, limits of distance and cover; both masks.
    package typealias ClassifyOverSurface =
        @Sendable (
            ScreenPixels, Int, _ squared: Float, _ cover: Float, _ screen: Bits, _ keyHued: Bits
        ) -> Void
    /// `ScreenKernel.near`: a row, its count, the limit; the mask.
    package typealias Near = @Sendable (ScreenPixels, Int, _ squared: Float, Bits) -> Void

    /// `ShadowToneKernel`: a row, words a row, the mask of asked pixels, whether it is negative.
    package typealias TellShadowTones =
        @Sendable (ScreenPixels, Int, UnsafePointer<UInt64>, Bool, ShadowToneBits) -> Void

    /// `NetworkKernel`: a layer, its inputs pixel by pixel, how many pixels; its outputs.
    package typealias Apply =
        @Sendable (NetworkLayer, UnsafePointer<Int16>, Int, UnsafeMutablePointer<Int32>) -> Void

    package let classify: Classify
    package let chromaRamp: ChromaRamp
    package let distanceRamp: DistanceRamp
    package let means: Means
    package let recover: Recover
    package let slopes: Slopes
    package let refine: Refine
    package let unmix: Unmix
    /// The size of a batch's memory, in numbers.
    package let unmixingSize: Int
    package let decide: Decide
    package let unmixTranslucent: UnmixTranslucent
    package let surface: Surface
    package let classifyOverSurface: ClassifyOverSurface
    package let near: Near
    package let tellShadowTones: TellShadowTones
    package let apply: Apply

    package init(
        classify: @escaping Classify,
        chromaRamp: @escaping ChromaRamp,
        distanceRamp: @escaping DistanceRamp,
        means: @escaping Means,
        recover: @escaping Recover,
        slopes: @escaping Slopes,
        refine: @escaping Refine,
        unmix: @escaping Unmix,
        unmixingSize: Int,
        decide: @escaping Decide,
        unmixTranslucent: @escaping UnmixTranslucent,
        surface: @escaping Surface,
        classifyOverSurface: @escaping ClassifyOverSurface,
        near: @escaping Near,
        tellShadowTones: @escaping TellShadowTones,
        apply: @escaping Apply
    ) {
        unsafe self.classify = classify
        unsafe self.chromaRamp = chromaRamp
        unsafe self.distanceRamp = distanceRamp
        self.means = means
        unsafe self.recover = recover
        unsafe self.slopes = slopes
        unsafe self.refine = refine
        unsafe self.unmix = unmix
        self.unmixingSize = unmixingSize
        unsafe self.decide = decide
        unsafe self.unmixTranslucent = unmixTranslucent
        self.surface = surface
        unsafe self.classifyOverSurface = classifyOverSurface
        unsafe self.near = near
        unsafe self.tellShadowTones = tellShadowTones
        unsafe self.apply = apply
    }
}
