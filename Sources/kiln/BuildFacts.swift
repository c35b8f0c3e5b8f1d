import CSystem
import Raster

/// What `--version` tells beside the version: which commit, and which copy of the kernels runs.
struct BuildFacts: CustomStringConvertible {
    /// Empty when nobody said it when the program was built.
    var commit: String
    var instructionSet: String

    static var current: BuildFacts {
        BuildFacts(
            commit: unsafe String(cString: kiln_commit()),
            instructionSet: KernelChoice.instructionSet
        )
    }

    var description: String { commit.isEmpty ? instructionSet : "\(commit), \(instructionSet)" }
}

extension KernelChoice {
    /// What the kernels that run here were compiled for.
    fileprivate static var instructionSet: String {
        #if arch(x86_64)
        usesWideVectors ? "AVX2" : "SSE2"
        #elseif arch(arm64)
        "NEON"
        #else
        "portable"
        #endif
    }
}
