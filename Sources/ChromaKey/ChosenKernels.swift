import ChromaKeyKernelValues
import ChromaKeyKernels
import ChromaKeyKernelsWide
import Raster

extension KeyKernels {
    /// The copy of the kernels that this machine runs.
    static var chosen: KeyKernels {
        KernelChoice.usesWideVectors
            ? ChromaKeyKernelsWide.keyKernels : ChromaKeyKernels.keyKernels
    }
}
