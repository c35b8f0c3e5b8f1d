// Arguments: from the words of a command line to typed values, help and shell completion.
//
// In: a `Program` of `Command`s, which declare their `Flag`s and `Positional`s once, and the words
// the user typed. Out: an `Invocation` (run this command with these `Values`, or show this `Help`)
// or a `UsageError`. The same declarations give `Help` and the scripts of `completions(for:)`.
// Only text is checked here: nothing touches the disk, prints, or ends the process.
//
// A command declares its options as constants, which are also the keys that read their values:
//
//     typealias Action = @Sendable (Values) throws -> Int32
//
//     enum Pack {
//         static let input = Positional("DIR", .directory, help: "the folder of images")
//         static let output = Flag(required: "output", short: "o", value: "DIR", .directory)
//             .help("where pages go")
//         static let padding = Flag("padding", value: "N", .integer(in: 0...64), default: 2)
//             .help("pixels between neighbors")
//         static let formats = Flag(repeating: "format", value: "F", .choice(of: Format.self))
//             .help("a descriptor to write")
//         static let noTrim = Flag("no-trim", help: "keep empty borders")
//
//         static let command = Command<Action>(
//             "pack",
//             summary: "pack a folder of images",
//             examples: [Example("kiln pack sprites -o build", "Pack every image of sprites.")],
//             positionals: [input],
//             groups: [
//                 FlagGroup("Layout", [padding, noTrim]),
//                 FlagGroup("Output", [output, formats]),
//                 Common.group,
//             ],
//             action: run
//         )
//
//         static func run(_ values: Values) throws -> Int32 {
//             let folder: String = try values[input]
//             let padding: Int = try values[padding]
//             let formats: [Format] = try values[formats]
//             …
//         }
//     }
//
// The type of a declaration says what reading it gives:
//
//     Flag("json", …)                            Flag<Bool>      whether it was given
//     Flag("trim", negation: "no-trim", …)       Flag<Bool?>     nil when neither was given
//     Flag("jobs", value:, kind, …)              Flag<Int?>      nil when absent
//     Flag("padding", value:, kind, default:, …) Flag<Int>       the default when absent
//     Flag(required: "output", value:, kind, …)  Flag<String>    absent is a usage error
//     Flag(repeating: "format", value:, kind, …) Flag<[Format]>  in the order given
//
// What an option needs, and what excludes it, is declared at it too; `set(to:)` names some values:
//
//     Flag("fps", …).needs(gif)
//     Flag("sheet", …).excludes(grid, because: "each is a picture of its own")
//     Flag("no-trim", …).excludes(trim.set(to: "polygon"))
//
// and likewise `Positional("DIR")`, `Positional(optional:)`, `Positional(optional:default:)` and
// `Positional(repeating:)`. The program is then
//
//     let kiln = Program(
//         "kiln", version: "1.0.0", summary: "bakes game sprites",
//         groups: [CommandGroup("Single steps", [Pack.command])])
//     do {
//         switch try kiln.parse(Array(CommandLine.arguments.dropFirst())) {
//         case .help(let help): print(help.rendered(width: 80, isBold: false))
//         case .version(let text): print(text)
//         case .run(let command, let values): status = try command.action(values)
//         }
//     } catch let error as UsageError {
//         …  // stderr gets `error.description`, two lines; the status is 2
//     }
