import CFuzzer

// Usage: KilnFuzz TARGET [libFuzzer's options and folders]
// Feeds a reader with bytes until it crashes. Scripts/fuzz builds and runs it.

let names = targets.keys.sorted().joined(separator: ", ")
guard CommandLine.arguments.count > 1, let chosen = targets[CommandLine.arguments[1]] else {
    fatalError("name a target: \(names)")
}
let read = chosen
chosenMutator = mutators[CommandLine.arguments[1]]

// libFuzzer takes the rest; it keeps the pointers.
var count = CommandLine.argc - 1
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
arguments?[0] = CommandLine.unsafeArgv[0]
_ = LLVMFuzzerRunDriver(&count, &arguments) { data, size in
    read([UInt8](UnsafeBufferPointer(start: data, count: size)))
    return 0
}
