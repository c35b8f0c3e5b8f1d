internal import ChromaKeyKernelValues
internal import ChromaKeyKernels
internal import ChromaKeyKernelsWide
internal import Raster

extension KeyKernels {
    /// The copy of the kernels that this machine runs.
    static var chosen: KeyKernels {
        KernelChoice.usesWideVectors
            ? ChromaKeyKernelsWide.keyKernels : ChromaKeyKernels.keyKernels
    }
}
