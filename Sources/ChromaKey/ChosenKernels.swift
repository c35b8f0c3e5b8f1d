import KernelTypes
import Kernels
import KernelsWide
import Raster

var chosenKernels: KeyKernels {
    unsafe KernelChoice.usesWideVectors ? KernelsWide.keyKernels : Kernels.keyKernels
}
