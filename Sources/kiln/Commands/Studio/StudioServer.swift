import Bake
import Console
import Diagnostics
import FileStore

/// Lets in the pages that have the studio's token, and does what they ask for.
///
/// Other programs on this machine and pages of other sites can send requests too. They are refused:
/// without the token, for another `Host` (a name that was made to lead here), and for another
/// `Origin`.
struct StudioServer {
    private typealias Request = LoopbackServer.Request
    private typealias Answer = LoopbackServer.Answer

    private let server: LoopbackServer
    private let token: String
    private var studio: Studio
    /// The search for problems of the pictures that a page shows, and what it found.
    private var search: Task<Void, Never>?
    private let problems = Mailbox<JSONOutput>()
    /// The bake of the pages that a page shows, and what it made.
    private var paging: Task<Void, Never>?
    private let pages = Mailbox<StudioPages>()
    /// Nil if nothing is baked.
    private var bakes: BackgroundBakes?
    private var work = SideWork()
    private var upload: Upload?

    init(_ studio: Studio, on server: LoopbackServer, token: String, bakes: BackgroundBakes?) {
        self.bakes = bakes
        self.studio = studio
        self.server = server
        self.token = token
    }

    /// With the token, for the user alone.
    var address: String { "http://127.0.0.1:\(server.port)/?token=\(token)" }

    /// The number of edits that are not saved, and whether the next studio has them.
    mutating func leftEdits() -> (count: Int, areKept: Bool) {
        (studio.session.hasEdits ? studio.session.unsavedCount : 0, studio.keepDraft())
    }

    /// Answers requests, and looks at files that changed, until Ctrl-C.
    mutating func run(isInterrupted: @escaping @Sendable () -> Bool) async throws {
        let clock = ContinuousClock()
        var lastPush = clock.now
        var watched: (paths: [String], revision: Int) = ([], -1)
        var watcher: FileWatcher?
        while !isInterrupted() {
            if studio.session.revision != watched.revision {
                let paths = studio.session.loaded?.watchedPaths ?? [studio.session.path]
                if watcher == nil || paths != watched.paths {
                    watcher = try? FileWatcher(paths, isInterrupted: isInterrupted)
                    bakes?.ask()
                }
                watched = (paths, studio.session.revision)
            }
            for (request, result) in work.finished() {
                send(result.answer, to: request)
                if !result.changed.isEmpty, studio.noticeChanges(result.changed) {
                    pushRevision()
                }
            }
            if let request = server.nextRequest(hurry: work.isBusy) {
                try await answer(request)
                continue
            }
            // On a machine with one core the work waits for this.
            if work.isBusy { await Task.yield() }
            if let note = bakes?.goOn() {
                Console.standardError.print(note.line)
                let line = JSONOutput.string(note.line.text).compact
                server.push("event: baked\ndata: \(line)\n\n", to: .pages)
                if note.isBaked { server.announceBake() }
            }
            if case .changed(let files)? = try? watcher?.next(timeout: .zero) {
                bakes?.ask()
                if studio.noticeChanges(files) {
                    pushRevision()
                    lastPush = clock.now
                }
            }
            if let news = problems.take() {
                server.push("event: problems\ndata: \(news.compact)\n\n", to: .pages)
            }
            if let pages = pages.take() {
                studio.show(pages)
                server.push("event: pages\ndata: 1\n\n", to: .pages)
            }
            if clock.now - lastPush > .seconds(5) {
                server.keepAlive()
                lastPush = clock.now
            }
        }
        search?.cancel()
        paging?.cancel()
        await bakes?.end()
        await work.stop()
    }

    private mutating func answer(_ request: Request) async throws {
        if bakes != nil, server.admitGame(request) { return }
        let (path, query) = request.target.split(at: "?")
        if let refusal = refusal(of: request, path == "/" ? query : nil) {
            send(refusal, to: request)
        } else if request.isGet, path == "/events" {
            server.stream(.pages, to: request, headers: Self.headers)
        } else if request.isPost, let action = path.rest(after: "/api/").flatMap(Studio.Action.init)
        {
            try await answer(action, request)
        } else if request.isPost, path == "/trial" {
            try begin(request)
        } else if request.isPost, path == "/upload" {
            receive(request, query ?? "")
        } else {
            send(file(path, query, request), to: request)
        }
    }

    private func send(_ answer: Answer, to request: Request) {
        var answer = answer
        answer.headers += Self.headers
        server.send(answer, to: request)
    }

    // MARK: - Who may ask

    /// Nil for a request of a page that has the token.
    private func refusal(of request: Request, _ query: String?) -> Answer? {
        guard let host = request.header("Host"), server.isNamed(by: request) else {
            return .refusal(403, "this host name does not belong to the studio")
        }
        let origin = request.header("Origin")
        guard origin == nil || origin == "http://\(host)", origin != nil || !request.isPost else {
            return .refusal(403, "requests of other pages are refused")
        }
        let cookies = (request.header("Cookie") ?? "").split(separator: ";").map {
            $0.drop { $0 == " " }
        }
        let tokens =
            cookies.compactMap { String($0).rest(after: "\(cookie)=") }
            + [request.header("X-Kiln-Token"), query?.rest(after: "token=")].compactMap(\.self)
        guard tokens.contains(where: isToken) else {
            return .refusal(403, "open the address that 'kiln studio' printed")
        }
        return nil
    }

    /// Cookies do not know ports.
    private var cookie: String { "kiln-studio-\(server.port)" }

    /// Takes the same time for every wrong token.
    private func isToken(_ text: String) -> Bool {
        let (own, other) = (Array(token.utf8), Array(text.utf8))
        guard own.count == other.count else { return false }
        return zip(own, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static let headers: [(name: String, value: String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
                + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
    ]

    // MARK: - Answers

    private func file(_ path: String, _ query: String?, _ request: Request) -> Answer {
        if request.isGet, let name = path.rest(after: "/picture/"),
            let picture = studio.pictures.picture(named: name)
        {
            // Pictures are named by what they show.
            return Answer(
                type: "image/png",
                bytes: picture,
                headers: [("Cache-Control", "private, max-age=86400, immutable")]
            )
        }
        guard request.isGet, let file = StudioPage.files[path] else {
            return .refusal(404, "there is nothing here")
        }
        var answer = Answer.unstored(file.type, file.bytes)
        if path == "/", query != nil {
            answer.headers.append(
                ("Set-Cookie", "\(cookie)=\(token); HttpOnly; SameSite=Strict; Path=/")
            )
        }
        return answer
    }

    private mutating func answer(_ action: Studio.Action, _ request: Request) async throws {
        guard let body = json(of: request) else { return }
        let before = studio.session.revision
        let (json, shown) = try await studio.answer(action, body)
        studio.keepDraft()
        look(for: shown)
        if action == .pages { bakePages(of: body.text("target")) }
        // For other pages; this one has the answer.
        if studio.session.revision != before { pushRevision() }
        send(.unstored("application/json", Array(json.compact.utf8)), to: request)
    }

    /// The body of a request; nil if it is not JSON, which is answered.
    private func json(of request: Request) -> JSONNode? {
        guard request.header("Content-Type")?.hasPrefix("application/json") == true else {
            send(.refusal(415, "the body must be JSON"), to: request)
            return nil
        }
        let body = JSONEditor(request.body)?.root
        if body == nil { send(.refusal(400, "the body is not JSON"), to: request) }
        return body
    }

    /// Begins to key or cut a picture for a page, which is answered once it is done.
    private mutating func begin(_ request: Request) throws {
        guard let body = json(of: request) else { return }
        do {
            let trial = try studio.trial(body)
            let slot = body.number("slot").map { Int(min(max($0, 0), 3)) } ?? 0
            let older = work.begin(slot, request) {
                let bytes = try await trial.run()
                return SideWork.Result(answer: .unstored("application/octet-stream", bytes))
            }
            if let older { send(.refusal(409, "a newer request came"), to: older) }
        } catch let refusal as Diagnostic {
            let bytes = ArtTrial.refused(refusal)
            send(Answer(type: "application/octet-stream", bytes: bytes), to: request)
        }
    }

    /// Takes a piece of a file; the last one puts the file into the sources.
    private mutating func receive(_ request: Request, _ query: String) {
        func refuse(_ status: Int, _ reason: String) {
            send(.refusal(status, reason), to: request)
        }
        guard request.header("Content-Type") == "application/octet-stream" else {
            return refuse(415, "the body must be the bytes of a file")
        }
        guard let piece = Upload.Piece(query) else { return refuse(400, "which file is it?") }
        guard piece.size <= Upload.largestSize else {
            upload = nil
            return refuse(413, "the file is larger than 64 MB")
        }
        if piece.offset == 0 { upload = Upload(piece) }
        guard upload?.add(request.body, piece) == true, let received = upload else {
            upload = nil
            return refuse(409, "another file came between")
        }
        guard received.isComplete else {
            return send(Answer(bytes: []), to: request)
        }
        upload = nil
        let session = studio.session
        _ = work.begin(nil, request) {
            do {
                let file = try DroppedFile(received.bytes, named: received.name)
                let path = try file.put(into: session)
                return SideWork.Result(answer: Answer(bytes: Array(path.utf8)), changed: [path])
            } catch let refusal as Diagnostic {
                return SideWork.Result(answer: .refusal(422, refusal.message))
            }
        }
    }

    private func pushRevision() {
        server.push("event: changed\ndata: \(studio.session.revision)\n\n", to: .pages)
    }

    /// Starts to bake the pages of a target, unless they are shown already.
    private mutating func bakePages(of target: String?) {
        guard let bake = studio.pageBake(of: target) else { return }
        paging?.cancel()
        paging = Task { [pages] in
            let baked = await bake()
            if !Task.isCancelled { pages.put(baked) }
        }
    }

    /// Starts to look for problems of the pictures that a page shows now.
    private mutating func look(for shown: StudioLook?) {
        search?.cancel()
        guard let shown, let loaded = studio.session.loaded, loaded.errorsOfCatalog.isEmpty else {
            return
        }
        let (jobs, disk) = (studio.pictures.jobs, studio.session.disk)
        search = Task { [problems] in
            let news = try? await Studio.pictureProblems(
                of: shown,
                in: loaded,
                jobs: jobs,
                disk: disk
            )
            if let news, !Task.isCancelled { problems.put(news) }
        }
    }
}

extension LoopbackServer.Answer {
    /// An answer that browsers ask for again.
    fileprivate static func unstored(_ type: String, _ bytes: [UInt8]) -> LoopbackServer.Answer {
        LoopbackServer.Answer(type: type, bytes: bytes, headers: [("Cache-Control", "no-store")])
    }
}

extension String {
    /// Nil without the prefix.
    fileprivate func rest(after prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }

    /// What comes before and after the first separator.
    fileprivate func split(at separator: Character) -> (String, String?) {
        guard let place = firstIndex(of: separator) else { return (self, nil) }
        return (String(self[..<place]), String(self[index(after: place)...]))
    }
}
