import FileStore

/// Tells running games of bakes, and answers nothing else.
struct GameServer {
    private let server: LoopbackServer

    init(port: UInt16) throws { server = try LoopbackServer(port: port) }

    var address: String { server.gameAddress }

    func announceBake() { server.announceBake() }

    /// Lets games in until a file changes; false after Ctrl-C.
    func serve(until watcher: FileWatcher) throws -> Bool {
        let clock = ContinuousClock()
        var last = clock.now
        while true {
            if let request = server.nextRequest(), !server.admitGame(request) {
                server.send(.refusal(404, "there is nothing here"), to: request)
            }
            switch try watcher.next(timeout: .zero) {
            case .changed: return true
            case .interrupted: return false
            case .timedOut: break
            }
            if clock.now - last > .seconds(5) {
                server.keepAlive()
                last = clock.now
            }
        }
    }
}
