import KernelTypes
import Kernels
import KernelsWide
import Raster

extension KeyKernels {
    /// The copy of the kernels that this machine runs.
    static var chosen: KeyKernels {
        KernelChoice.usesWideVectors
            ? KernelsWide.keyKernels : Kernels.keyKernels
    }
}
