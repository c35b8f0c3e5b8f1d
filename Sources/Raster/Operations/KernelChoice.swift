import CSystem

package enum KernelChoice {
    /// Whether to run the copy compiled for wide vectors; detected once.
    ///
    /// Task-local, so that a test can compare the copies. Never set it to true.
    @TaskLocal package static var usesWideVectors = kiln_machine_has_wide_vectors()

    /// Whether to run reference forms instead of kernels.
    ///
    /// Task-local, for tests only.
    @TaskLocal package static var usesReference = false
}
