package import FileStore
import Synchronization

/// Limits the memory of concurrent work on images: work starts when its memory is available.
///
/// Waiting work is served in order, so that small images do not starve large ones.
package final class MemoryBudget: Sendable {
    /// The budget of the current work: for commands, `--memory`.
    @TaskLocal package static var current = MemoryBudget(bytes: Machine.memoryForPictures)

    package let bytes: Int
    private let state: Mutex<State>

    private struct State {
        var free: Int
        var waiting: ArraySlice<(need: Int, turn: CheckedContinuation<Void, Never>)> = []
    }

    package init(bytes: Int) {
        self.bytes = bytes
        state = Mutex(State(free: bytes))
    }

    /// Does work while reserving `need` bytes, waiting until they are available.
    ///
    /// Work must not reserve from the same budget. Throws `failure` at once if the whole budget is
    /// smaller.
    package func holding<Result, Failure>(
        _ need: Int,
        orFailing failure: (MemoryShortage) -> Failure,
        _ work: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        guard need <= bytes else { throw failure(MemoryShortage(need: need, allowed: bytes)) }
        await take(need)
        defer { giveBack(need) }
        return try await work()
    }

    /// The same; without enough memory the file `name` cannot be encoded.
    package func encoding<Result>(
        _ name: String,
        _ need: Int,
        _ work: () async throws(DiskError) -> Result
    ) async throws(DiskError) -> Result {
        try await holding(
            need,
            orFailing: { DiskError(.encode, name, reason: $0.description) },
            work
        )
    }

    private func take(_ need: Int) async {
        await withCheckedContinuation { turn in
            let isFree = state.withLock { state in
                guard state.waiting.isEmpty, need <= state.free else {
                    state.waiting.append((need, turn))
                    return false
                }
                state.free -= need
                return true
            }
            if isFree { turn.resume() }
        }
    }

    private func giveBack(_ need: Int) {
        let served = state.withLock { state in
            state.free += need
            var served: [CheckedContinuation<Void, Never>] = []
            while let first = state.waiting.first, first.need <= state.free {
                state.free -= first.need
                served.append(first.turn)
                state.waiting.removeFirst()
            }
            return served
        }
        for turn in served { turn.resume() }
    }
}

package struct MemoryShortage: Error, Hashable, Sendable, CustomStringConvertible {
    package var need: Int
    package var allowed: Int

    package init(need: Int, allowed: Int) {
        self.need = need
        self.allowed = allowed
    }

    package var description: String {
        "needs \(text(need, .up)), \(text(allowed, .down)) allowed, see --memory"
    }

    /// Rounded so that the suggestion is sufficient.
    private func text(_ bytes: Int, _ rule: FloatingPointRoundingRule) -> String {
        let (unit, name) = bytes < 1_000_000 ? (1000.0, "kB") : (1_000_000, "MB")
        return "\(Int((Double(bytes) / unit).rounded(rule))) \(name)"
    }
}
