import ChromaKeyKernelValues
import ChromaKeyKernels
import ChromaKeyKernelsWide
import Raster

extension KeyKernels {
    static var chosen: KeyKernels {
        KernelChoice.usesWideVectors
            ? ChromaKeyKernelsWide.keyKernels : ChromaKeyKernels.keyKernels
    }
}
