import CFuzzer

/// How the chosen target's files are changed.
nonisolated(unsafe) var chosenMutator: (([UInt8], inout MutationRandom) -> [UInt8]?)?

/// libFuzzer calls it, when it is there, in place of its own changes.
@_cdecl("LLVMFuzzerCustomMutator")
func changeInPlace(
    _ data: UnsafeMutablePointer<UInt8>,
    _ size: Int,
    _ maximum: Int,
    _ seed: UInt32
) -> Int {
    var random = MutationRandom(seed: seed)
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: size))
    guard let changed = chosenMutator?(bytes, &random), (1...maximum).contains(changed.count) else {
        return LLVMFuzzerMutate(data, size, maximum)
    }
    for (place, byte) in changed.enumerated() { data[place] = byte }
    return changed.count
}
