import CSystem

/// Which copy of the kernels is run.
package enum KernelChoice {
    /// True when the copy compiled for wide vectors is called; asked of the machine once.
    ///
    /// Local to a task, so that a test may compare the copies. Never set it to true.
    @TaskLocal package static var usesWideVectors = kiln_machine_has_wide_vectors()

    /// True when modules that keep reference forms beside their kernels run those.
    ///
    /// Local to a task, for tests alone.
    @TaskLocal package static var usesReference = false
}
