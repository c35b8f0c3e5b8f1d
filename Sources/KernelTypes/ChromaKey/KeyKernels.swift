// Values shared by keying and both copies of its kernels, and the table through which keying calls
// the chosen copy. Only plain stored properties and constants: both copies would share code
// compiled here, including the wide one.

/// Masks of a row: a bit for each pixel, lowest first, 64 pixels a word.
package typealias Bits = UnsafeMutablePointer<UInt64>
package typealias Numbers = UnsafeMutablePointer<Float>

/// The kernels of keying, compiled for one instruction set.
///
/// The kernels of the same names in Kernels document them.
package typealias KeyKernels = (
    /// `ClassificationKernel`: a row's pixels, their count; masks of screen and key-hued pixels.
    classify:
        @Sendable (
            UnsafeRawPointer, Int, ClassificationLimits, _ screen: Bits, _ keyHued: Bits
        ) -> Bool,
    /// `RampKernel`: source, target and count of pixels; the mask of clear ones.
    ramp:
        @Sendable (
            UnsafeRawPointer, UnsafeMutableRawPointer, Int, RampLimits, _ clear: Bits
        ) -> Int,
    /// `ChromaUpsamplingKernel.means`: pixels, and which cells of their row.
    means:
        @Sendable (
            CellPixels, Range<Int>, _ luma: Numbers, _ blue: Numbers, _ red: Numbers
        ) -> Void,
    /// `ChromaUpsamplingKernel.recover`: cells, their means, rounds, scratch.
    recover:
        @Sendable (
            Numbers, _ means: UnsafePointer<Float>, CellGrid, Int, _ scratch: Numbers
        ) -> Void,
    /// `ChromaUpsamplingKernel.slopes`: cells, and which row of them; slopes of blue and red.
    slopes: @Sendable (CellPlanes, Int, CellGrid, _ blue: Numbers, _ red: Numbers) -> Void,
    /// `ChromaUpsamplingKernel.refine`: source, target, cells' width and columns, pixels' count.
    refine:
        @Sendable (
            UnsafePointer<UInt32>, UnsafeMutablePointer<UInt32>, CellRows, _ cellWidth: Int,
            _ columns: Int, _ width: Int
        ) -> Void,
    /// `UnmixingKernel`: places in a field; explanations that cost less than the number; a batch's
    /// memory.
    unmix:
        @Sendable (
            UnsafeBufferPointer<SIMD2<Int32>>, SampleField, UnmixingLimits, _ greatestCost: Float,
            _ planes: Numbers, _ words: UnsafeMutablePointer<UInt32>
        ) -> Void,
    /// The size of a batch's planes, in numbers.
    unmixingSize: Int,
    /// `TranslucencyKernel.decide`: a row and its components' scores, words a row, the mask of
    /// asked pixels.
    decide:
        @Sendable (
            ScreenPixels, _ component: UnsafePointer<Float>, TranslucencyLimits, Int,
            UnsafePointer<UInt64>, _ opaque: Bits, _ translucent: Bits, _ sheer: Bits
        ) -> Int,
    /// `TranslucencyKernel.unmix`: a row, its components' scores and its target, words a row, the
    /// mask of asked pixels.
    unmixTranslucent:
        @Sendable (
            ScreenPixels, _ component: UnsafePointer<Float>, UnsafeMutablePointer<UInt32>,
            TranslucencyLimits, Int, UnsafePointer<UInt64>, _ clear: Bits, _ partial: Bits
        ) -> Void,
    /// `ScreenKernel.surface`: nodes, count of pixels, and the output for the screen behind them.
    surface: @Sendable (SurfaceNodes, Int, ScreenPlanes) -> Void,
    /// `ScreenKernel.classify`: a row, its count, limits of distance and cover; both masks.
    classifyOverSurface:
        @Sendable (
            ScreenPixels, Int, _ squared: Float, _ cover: Float, _ screen: Bits, _ keyHued: Bits
        ) -> Void,
    /// `ScreenKernel.near`: a row, its count, the limit; the mask.
    near: @Sendable (ScreenPixels, Int, _ squared: Float, Bits) -> Void,
    /// `ShadowToneKernel.classify`: a row, words a row, the mask of asked pixels, whether it is negative.
    classifyShadowTones:
        @Sendable (
            ScreenPixels, Int, UnsafePointer<UInt64>, Bool, _ dark: Bits, _ faint: Bits,
            _ shades: Bits
        ) -> Void,
    /// `NetworkKernel`: a layer, its inputs pixel by pixel, how many pixels; its outputs.
    apply:
        @Sendable (
            NetworkLayer, UnsafePointer<Int16>, Int, UnsafeMutablePointer<Int32>
        ) -> Void
)
