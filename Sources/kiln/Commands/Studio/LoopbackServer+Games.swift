/// Tells running games that a bake is done, over server-sent events; see `watchForBakes` in
/// Examples/web/kiln.js.
extension LoopbackServer {
    private static let gamePath = "/baked"

    /// What games listen to.
    var gameAddress: String { "http://127.0.0.1:\(port)\(Self.gamePath)" }

    /// Opens a stream of events for a game; false for another request.
    ///
    /// Pages that this machine serves may ask, whatever their port. They learn that a bake is done,
    /// and nothing else.
    func admitGame(_ request: Request) -> Bool {
        guard request.isGet, request.target == Self.gamePath else { return false }
        let origin = request.header("Origin")
        guard isNamed(by: request), origin.map(isOfThisMachine) ?? true else {
            send(.refusal(403, "only games on this machine are told of bakes"), to: request)
            return true
        }
        stream(
            .games,
            to: request,
            headers: origin.map { [("Access-Control-Allow-Origin", $0)] } ?? []
        )
        return true
    }

    func announceBake() { push("event: baked\ndata: 1\n\n", to: .games) }

    private func isOfThisMachine(_ origin: String) -> Bool {
        let parts = origin.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts.count == 2 || UInt16(parts[2]) != nil else {
            return false
        }
        return parts[0] == "http" && ["//127.0.0.1", "//localhost"].contains(parts[1])
    }
}
