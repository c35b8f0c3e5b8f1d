import Bake
import Console
import Diagnostics
import FileStore

/// `kiln studio [CATALOG]`: dress pets and place overlays in a browser.
enum StudioCommand {
    static let port = Flag("port", value: "N", .integer(in: 1...65535))
        .whenAbsent("a free one")
        .help("the port to listen on")
    static let bake = Flag("bake", value: "DIR", .directory.output)
        .help("bake into this folder on every save, and notify running web games")
    static let noOpen = Flag("no-open").help("print the address without opening a browser")

    static let command = Command<Action>(
        "studio",
        summary: "dress pets and drag overlays into place in a browser",
        positionals: [Shared.catalog],
        groups: ["Serving": [port, noOpen, bake, Shared.jobs]],
        action: run
    )

    static func run(_ values: Values) async throws -> ExitStatus {
        let console = Console.standardError
        guard LoopbackServer.isBuilt else {
            console.printError(
                "kiln: error: this kiln was built without libevent\n"
                    + "  help: install libevent, and build Kiln without KILN_WITHOUT=event"
            )
            return .couldNotRun
        }
        let jobs = try values.jobs
        let studio = try Studio(try values[Shared.catalog], jobs: jobs, disk: RealDisk())
        let bakes = try values[bake].map { output in
            try values.refuseUnfitOutputs(besides: studio.session.path, bake: output)
            var request = BakeRequest(output: output, jobs: jobs)
            request.usesCache = true
            return BackgroundBakes(of: studio.session.path, request)
        }
        Interruption.notice()
        var random = SystemRandomNumberGenerator()
        let token = (0..<2).map { _ in hexadecimal(random.next() as UInt64, digits: 16) }.joined()
        let loopback = try LoopbackServer(port: UInt16(try values[port] ?? 0))
        var server = StudioServer(studio, on: loopback, token: token, bakes: bakes)
        Console.standardOutput.print("\(server.address)")
        console.print("the studio is open at this address; Ctrl-C ends it")
        if bakes != nil { console.print("games are notified of bakes at \(loopback.gameAddress)") }
        if try !values[noOpen], !LoopbackServer.openInBrowser(server.address) {
            console.print("cannot open a browser: open the address yourself")
        }
        try await server.run { Interruption.isRequested }
        let (count, areKept) = server.leftEdits()
        if count > 0 {
            let restored = "the next 'kiln studio' restores \(count == 1 ? "it" : "them")"
            console.print(
                "\(counted(count, "edit")) of \(studio.session.path) not saved"
                    + (areKept ? "; \(restored)" : "")
            )
        }
        Interruption.finish()
        return .clean
    }
}
