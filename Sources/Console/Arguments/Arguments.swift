// Arguments: from the words of a command line to typed values, help and shell completion.
//
// In: a `Program` of `Command`s, which declare their `Flag`s and `Positional`s once, and the words
// the user typed. Out: an `Invocation` (run this command with these `Values`, or show this `Help`)
// or a `UsageError`. The same declarations give `Help` and the scripts of `completions(for:)`.
// Only text is checked here: nothing touches the disk, prints, or ends the process.
//
// A command declares its options as constants, which are also the keys that read their values:
// `FmtCommand` of the module kiln is a short one. `Kiln` there is the program.
//
// The type of a declaration says what reading it gives:
//
//     Flag("json", …)                            Flag<Bool>      whether it was given
//     Flag("jobs", value:, kind, …)              Flag<Int?>      nil when absent
//     Flag("padding", value:, kind, default:, …) Flag<Int>       the default when absent
//     Flag(required: "output", value:, kind, …)  Flag<String>    absent is a usage error
//     Flag(repeating: "format", value:, kind, …) Flag<[Format]>  in the order given
//
// and likewise `Positional("DIR")`, `Positional(optional:)`, `Positional(optional:default:)` and
// `Positional(repeating:)`.
//
// What an option needs, and what excludes it, is declared at it too; `set(to:)` names some values:
//
//     Flag("fps", …).needs(gif)
//     Flag("sheet", …).excludes(grid, because: "each is a picture of its own")
//     Flag("no-trim", …).excludes(trim.set(to: "polygon"))
