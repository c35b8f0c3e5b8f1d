import Console
import Foundation
import Testing

/// A command line up to the cursor, and what a shell offers there.
struct Offer: CustomTestStringConvertible, Sendable {
    let line: String
    let expected: [String]

    init(_ line: String, _ expected: String...) {
        self.line = line
        self.expected = expected
    }

    var testDescription: String { line }
}

/// What all three shells offer, in a folder that holds `art dir/` and `pic.png`.
private let offers = [
    Offer("kiln pa", "pack"),
    Offer("kiln ", "completions", "help", "init", "key", "pack", "resolve"),
    Offer("kiln help re", "resolve"),
    Offer("kiln pack --pa", "--padding"),
    Offer("kiln pack in -o out --no", "--no-trim"),
    Offer("kiln pack --color a", "always", "auto"),
    Offer("kiln pack --format t", "texturepacker-hash"),
    Offer("kiln pack -f t", "texturepacker-hash"),
    Offer("kiln pack --padding "),
    Offer("kiln init "),
    Offer("kiln init --h", "--help"),
    Offer("kiln completions ", "bash", "fish", "zsh"),
    Offer("kiln key --key a", "auto"),
    Offer("kiln key p", "pic.png"),
    Offer("kiln _"),
    Offer("kiln resolve d", "dog"),
    Offer("kiln resolve dog h", "hat"),
    Offer("kiln resolve pic.png dog c", "crown"),
    Offer("kiln resolve p", "penguin", "pic.png"),
    Offer("kiln resolve --axis m", "mood=happy", "mood=sleepy"),
    Offer("kiln resolve -a a", "any"),
]

@Suite struct CompletionTests {
    @Test(
        .enabled(if: ShellProcess.path("bash") != nil, "bash is absent"),
        arguments: offers + [
            // bash splits at the equals sign, and readline puts what is chosen behind it.
            Offer("kiln pack --color=n", "never"),
            Offer("kiln pack --color=", "always", "auto", "never"),
            Offer("kiln pack -o a", "art dir"),
            Offer("kiln pack -o p"),
            Offer("kiln pack ", "art dir"),
            Offer("kiln key a", "art dir"),
            // Of "mood=happy" bash sees the last part alone.
            Offer("kiln resolve --axis mood=h", "happy"),
            Offer("kiln resolve --axis mood=", "happy", "sleepy"),
            Offer("kiln resolve --axis=mood=s", "sleepy"),
            Offer("kiln resolve --axis=mood=", "happy", "sleepy"),
            Offer("./kiln resolve d", "dog"),
            Offer("~/kiln resolve d", "dog"),
            Offer("./none resolve d"),
        ]
    )
    func `bash offers what fits`(offer: Offer) throws {
        let driver = """
            source ./script
            line=$1
            COMP_WORDS=(${line//=/ = })
            [[ $line == *[\\ =] ]] && COMP_WORDS+=('')
            [[ $line == *= ]] && unset "COMP_WORDS[${#COMP_WORDS[@]}-1]"
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _kiln kiln
            for word in "${COMPREPLY[@]}"; do printf '%s\\n' "$word"; done
            """
        let output = try ShellProcess.run(
            "bash",
            ["--norc", "-c", driver, "driver", offer.line],
            script: sample.completions(for: .bash)
        )
        #expect(output.sorted() == offer.expected)
    }

    @Test(
        .enabled(if: ShellProcess.path("fish") != nil, "fish is absent"),
        arguments: offers + [
            Offer("kiln pack --color=n", "--color=never"),
            Offer("kiln pack -o a", "art dir/"),
            Offer("kiln key a", "art dir/"),
            Offer("kiln help pack "),
            Offer("kiln pack pack --pa", "--padding"),
            Offer("kiln resolve --axis mood=s", "mood=sleepy"),
            Offer("kiln resolve --axis=mood=s", "--axis=mood=sleepy"),
        ]
    )
    func `fish offers what fits`(offer: Offer) throws {
        let output = try ShellProcess.run(
            "fish",
            ["--no-config", "-c", "source ./script; complete -C $argv[1]", offer.line],
            script: sample.completions(for: .fish)
        )
        let words = output.map { String($0.prefix { $0 != "\t" }) }
        #expect(words.sorted() == offer.expected)
    }

    @Test(.enabled(if: ShellProcess.path("fish") != nil, "fish is absent"))
    func `fish shows the summaries`() throws {
        let output = try ShellProcess.run(
            "fish",
            ["--no-config", "-c", "source ./script; complete -C 'kiln k'"],
            script: sample.completions(for: .fish)
        )
        #expect(output == ["key\tcut pictures out of their green: it's quick [no catalog]"])
    }

    /// Types each line and a tab into an interactive zsh and reads the line that results.
    @Test(.enabled(if: ShellProcess.path("zsh") != nil, "zsh is absent"))
    func `zsh completes the line`() throws {
        let lines = [
            ("kiln pa", "kiln pack "),
            ("kiln help re", "kiln help resolve "),
            ("kiln pack --pa", "kiln pack --padding="),
            ("kiln pack in -o out --no", "kiln pack in -o out --no-trim "),
            ("kiln pack --no-trim --no", "kiln pack --no-trim --no"),
            ("kiln pack --color n", "kiln pack --color never "),
            ("kiln pack --color=n", "kiln pack --color=never "),
            ("kiln pack -ft", "kiln pack -ftexturepacker-hash "),
            ("kiln pack --format kiln --form", "kiln pack --format kiln --format="),
            ("kiln pack -qo a", "kiln pack -qo art\\ dir/"),
            ("kiln pack p", "kiln pack p"),
            ("kiln key a.png p", "kiln key a.png pic.png "),
            ("kiln key --key a", "kiln key --key auto "),
            ("kiln completions f", "kiln completions fish "),
            ("kiln resolve d", "kiln resolve dog "),
            ("kiln resolve pi", "kiln resolve pic.png "),
            ("kiln resolve dog h", "kiln resolve dog hat "),
            ("kiln resolve pic.png dog c", "kiln resolve pic.png dog crown "),
            ("kiln resolve --axis mood=h", "kiln resolve --axis mood=happy "),
            ("kiln resolve --axis=mood=s", "kiln resolve --axis=mood=sleepy "),
            ("kiln resolve --axis a", "kiln resolve --axis any "),
            ("kiln _", "kiln _"),
            // Nothing but options is left.
            ("kiln init ", "kiln init -"),
        ]
        // The widget at control-X shows the line; the inner zsh reads it from ./.zshrc.
        let setup = """
            PS1= PS2= RPS1= TERM=dumb
            autoload -Uz compinit && compinit -D -u
            source ./script
            unsetopt beep list_beep auto_menu
            show() { print -r -- "<<$BUFFER>>"; BUFFER= }
            zle -N show
            bindkey -e
            bindkey '^X' show
            print -r -- '<<ready>>'
            """
        let driver = """
            zmodload zsh/zpty
            zmodload zsh/zselect
            # Ends a dialog that hangs. Test runners may start us with SIGTERM blocked.
            { zselect -t 6000; kill -9 $$ } >/dev/null 2>&1 &!
            guard=$!
            export ZDOTDIR=$PWD
            zpty inner zsh -d -i
            read_line() {
                local text
                zpty -r inner text '*>>*'
                text=${text##*<<}
                print -r -- "${text%%>>*}"
            }
            read_line
            for line; do
                zpty -w -n inner "$line"$'\\t\\x18'
                read_line
            done
            zpty -d inner
            kill -9 $guard
            """
        let output = try ShellProcess.run(
            "zsh",
            ["-f", "-c", driver, "driver"] + lines.map(\.0),
            script: sample.completions(for: .zsh),
            files: [".zshrc": setup]
        )
        #expect(output == ["ready"] + lines.map(\.1))
    }
}

/// Runs a shell in a fresh folder with something to complete.
private enum ShellProcess {
    static func path(_ name: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
    }

    /// Answers as the program does when a script asks it; it knows one catalog, `pic.png`.
    private static let program = """
        #!/bin/sh
        case "$*" in
        "__ids species -- resolve"*) echo dog; echo penguin ;;
        "__ids items -- resolve pic.png "*) echo crown ;;
        "__ids items -- resolve"*) echo hat ;;
        "__ids axes -- resolve"*) echo mood=happy; echo mood=sleepy ;;
        esac
        """

    /// The lines that the shell prints; the script under test is the file `script`.
    static func run(
        _ name: String,
        _ arguments: [String],
        script: String,
        files: [String: String] = [:]
    ) throws -> [String] {
        let manager = FileManager.default
        let folder = manager.temporaryDirectory.appending(path: "kiln-\(UUID().uuidString)")
        try manager.createDirectory(
            at: folder.appending(path: "art dir"),
            withIntermediateDirectories: true
        )
        defer { try? manager.removeItem(at: folder) }
        for (name, text) in files.merging(
            ["script": script, "pic.png": "", "kiln": program],
            uniquingKeysWith: { $1 }
        ) {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
        try manager.setAttributes(
            [.posixPermissions: 0o755],
            ofItemAtPath: folder.appending(path: "kiln").path
        )
        let process = Process()
        process.executableURL = URL(filePath: try #require(path(name)))
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let search = ProcessInfo.processInfo.environment["PATH"] ?? ""
        process.environment = [
            "HOME": folder.path, "PATH": "\(folder.path):\(search)", "LC_ALL": "C.UTF-8",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
