package import KernelTypes

/// The kernels compiled for this copy's instruction set.
package let keyKernels: KeyKernels = (
    classify: { unsafe ClassificationKernel.vector($0, count: $1, $2, screen: $3, keyHued: $4) },
    chromaRamp: { unsafe ChromaRampKernel.vector($0, $1, count: $2, $3, clear: $4) },
    distanceRamp: { unsafe DistanceRampKernel.vector($0, $1, count: $2, $3, clear: $4) },
    means: {
        unsafe ChromaUpsamplingKernel.meansVector($0, cells: $1, luma: $2, blue: $3, red: $4)
    },
    recover: {
        unsafe ChromaUpsamplingKernel.recover($0, means: $1, $2, rounds: $3, scratch: $4)
    },
    slopes: { unsafe ChromaUpsamplingKernel.slopesVector($0, $1, $2, blue: $3, red: $4) },
    refine: {
        unsafe ChromaUpsamplingKernel.refineVector(
            $0,
            $1,
            $2,
            cellWidth: $3,
            columns: $4,
            width: $5
        )
    },
    unmix: { unsafe UnmixingKernel.vector($0, in: $1, $2, below: $3, $4, words: $5) },
    unmixingSize: UnmixingKernel.size,
    decide: {
        unsafe TranslucencyKernel.decide(
            $0,
            $1,
            $2,
            count: $3,
            asked: $4,
            opaque: $5,
            translucent: $6,
            sheer: $7
        )
    },
    unmixTranslucent: {
        unsafe TranslucencyKernel.unmix(
            $0,
            $1,
            to: $2,
            $3,
            count: $4,
            asked: $5,
            clear: $6,
            partial: $7
        )
    },
    surface: { ScreenKernel.surface($0, count: $1, to: $2) },
    classifyOverSurface: {
        unsafe ScreenKernel.classify(
            $0,
            count: $1,
            squared: $2,
            cover: $3,
            screen: $4,
            keyHued: $5
        )
    },
    near: { unsafe ScreenKernel.near($0, count: $1, squared: $2, to: $3) },
    tellShadowTones: {
        unsafe ShadowToneKernel.tell(
            $0,
            count: $1,
            asked: $2,
            isNegative: $3,
            dark: $4,
            faint: $5,
            shades: $6
        )
    },
    apply: { unsafe NetworkKernel.apply($0, to: $1, pixels: $2, outputs: $3) }
)
