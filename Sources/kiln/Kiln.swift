import AtlasBuilding
import Bake
import CCommand
import Catalog
import Console
import Diagnostics
import FileStore
import Raster

/// What a command does with its values; the result is the exit status.
typealias Action = @Sendable (Values) async throws -> ExitStatus

@main
enum Kiln {
    static let program: Program<Action> = Program(
        Generator.name,
        version: Generator.version,
        summary: "bake game sprites into atlases",
        texts: embeddedText("help.md").replacing(
            "@@ENDINGS@@",
            with: AtlasFormat.fileEndings.joined(separator: ", ")
        ),
        groups: [
            "With a catalog": [
                InitCommand.command, ImportCommand.command, BakeCommand.command,
                PreviewCommand.command, StudioCommand.command, ValidateCommand.command,
                AddCommand.command, RenameCommand.command, RemoveCommand.command,
                FmtCommand.command, ResolveCommand.command, DiffCommand.command,
                CacheCommand.command,
            ].map(colored),
            "With loose pictures": [
                KeyCommand.command, SliceCommand.command, PackCommand.command,
                VerifyCommand.command, InspectCommand.command,
            ].map(colored),
            "About Kiln": [
                ExplainCommand.command, SchemaCommand.command, CompletionsCommand.command,
                ManCommand.command,
            ].map(colored),
        ],
        hidden: [IDsCommand.command]
    )

    /// A command with the option that all have.
    private static func colored(_ command: Command<Action>) -> Command<Action> {
        command.adding([Shared.color], to: "Messages")
    }

    static func main() {
        prepareStandardStreams()
        refuseFewFiles()
        Machine.prepare()
        Task.detached {
            let status = await run(arguments)
            OutputFailure.endUnlessComplete()
            exit(with: status)
        }
        Interruption.waitForSignals()
    }

    /// The words behind the program's name; paths among them may be no UTF-8.
    private static var arguments: [String] {
        let words = unsafe CommandLine.unsafeArgv
        return (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            unsafe words[index].map { unsafe pathText(cString: $0) }
        }
    }

    private static func run(_ arguments: [String]) async -> ExitStatus {
        do {
            // Before the program: its defaults look for a catalog.
            let (folders, words) = try leadingFolders(of: arguments, program: Generator.name)
            for folder in folders { try RealDisk().enter(folder) }
            switch try program.parse(words) {
            case .help(let help):
                let console = Console.standardOutput
                let text = help.rendered(width: console.width, isBold: console.isColored)
                console.print(Document(own: text))
                return .clean
            case .version(let text):
                Console.standardOutput.print(Document(own: "\(text) (\(buildFacts))"))
                return .clean
            case .run(let command, let values):
                // Not every command has these options.
                let color = try values.declares(Shared.color) ? values[Shared.color] : .auto
                let memory = try values.declares(Shared.memory) ? values[Shared.memory] : nil
                return try await Console.$color.withValue(color) {
                    try values.refuseSharedFiles()
                    guard let memory else { return try await command.action(values) }
                    return try await MemoryBudget.$current.withValue(MemoryBudget(bytes: memory)) {
                        try await command.action(values)
                    }
                }
            }
        } catch {
            return .reporting(error)
        }
    }

    /// What `--version` prints after the version: which commit, unless the build did not say it, and
    /// which copy of the kernels runs.
    private static var buildFacts: String {
        let commit = unsafe String(cString: kiln_commit())
        let instructionSet = KernelChoice.instructionSet
        return commit.isEmpty ? instructionSet : "\(commit), \(instructionSet)"
    }
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
