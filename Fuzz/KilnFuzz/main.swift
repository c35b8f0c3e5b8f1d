import CFuzzer
import Foundation

// Usage: KilnFuzz TARGET [libFuzzer's options and folders]
// Feeds a reader with bytes until it crashes. Scripts/fuzz builds and runs it.

let names = targets.keys.sorted().joined(separator: ", ")
let variable = "KILN_FUZZ_TARGET"
// libFuzzer starts the program anew with its own options alone, to merge folders.
let isNamed = CommandLine.arguments.count > 1 && targets[CommandLine.arguments[1]] != nil
let name = isNamed ? CommandLine.arguments[1] : ProcessInfo.processInfo.environment[variable] ?? ""
guard let chosen = targets[name] else { fatalError("name a target: \(names)") }
setenv(variable, name, 1)
let read = chosen
chosenMutator = mutators[name]

// libFuzzer takes the rest; it keeps the pointers.
let passed = isNamed ? 1 : 0
var count = CommandLine.argc - Int32(passed)
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
    CommandLine.unsafeArgv + passed
arguments?[0] = CommandLine.unsafeArgv[0]
_ = LLVMFuzzerRunDriver(&count, &arguments) { data, size in
    read([UInt8](UnsafeBufferPointer(start: data, count: size)))
    return 0
}
