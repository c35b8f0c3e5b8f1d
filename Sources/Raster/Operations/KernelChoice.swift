internal import CMachine

/// Which copy of the kernels this machine runs; asked once.
package enum KernelChoice {
    /// True when the copy compiled for wide vectors may be called.
    package static let usesWideVectors = kiln_machine_has_wide_vectors()
}
