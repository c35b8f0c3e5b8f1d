package import KernelTypes

/// The kernels compiled for this copy's instruction set.
package let keyKernels: KeyKernels = unsafe (
    classify: ClassificationKernel.vector,
    ramp: RampKernel.vector,
    means: ChromaUpsamplingKernel.meansVector,
    recover: ChromaUpsamplingKernel.recover,
    slopes: ChromaUpsamplingKernel.slopesVector,
    refine: ChromaUpsamplingKernel.refineVector,
    unmix: UnmixingKernel.vector,
    unmixingSize: UnmixingKernel.size,
    decide: TranslucencyKernel.decide,
    unmixTranslucent: TranslucencyKernel.unmix,
    surface: ScreenKernel.surface,
    classifyOverSurface: ScreenKernel.classify,
    near: ScreenKernel.near,
    classifyShadowTones: ShadowToneKernel.classify,
    apply: NetworkKernel.apply
)
