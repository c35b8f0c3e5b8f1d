import KernelTypes
import Kernels
import KernelsWide
import Raster

extension KeyKernels {
    static var chosen: KeyKernels {
        KernelChoice.usesWideVectors
            ? KernelsWide.keyKernels : Kernels.keyKernels
    }
}
