import Bake
import Console
import Diagnostics

/// Bakes a catalog alongside other work, one bake after another.
struct BackgroundBakes {
    private let catalog: String
    private let request: BakeRequest
    private var isDue = false
    private var running: Task<Void, Never>?
    /// What the bake that ended last says.
    private let finished = Mailbox<BakeNote?>()

    init(of catalog: String, _ request: BakeRequest) {
        self.catalog = catalog
        self.request = request
    }

    /// Asks for a bake, also of what changed since the one that runs began.
    mutating func ask() { isDue = true }

    /// Begins the bake that is due, and returns what a finished one says; nil if nothing changed.
    mutating func goOn() -> BakeNote? {
        let outcome = finished.take()
        if outcome != nil { running = nil }
        if isDue, running == nil {
            isDue = false
            running = Task { [catalog, request, finished] in
                let note: BakeNote?
                do {
                    note = try await bakeAgain(catalog, request, [], isQuiet: false)
                } catch {
                    _ = ExitStatus.reporting(error)
                    note = .kept(request.output)
                }
                finished.put(note)
            }
        }
        return outcome ?? nil
    }

    /// Waits for the bake that runs, which stops as soon as it can.
    func end() async {
        running?.cancel()
        await running?.value
    }
}
