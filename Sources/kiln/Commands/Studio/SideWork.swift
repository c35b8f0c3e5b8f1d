import FileStore
import Synchronization

/// A place where a task leaves its newest result, until somebody takes it.
final class Mailbox<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    func put(_ new: Value) { value.withLock { $0 = new } }

    func take() -> Value? { value.withLock { $0.take() } }
}

/// Work that takes long, alongside the requests of pages: one piece in each slot, and the newest that
/// waits for it.
struct SideWork {
    typealias Request = LoopbackServer.Request
    typealias Job = @Sendable () async throws -> Result

    struct Result {
        var answer: LoopbackServer.Answer
        /// The files that it wrote.
        var changed: [String] = []
    }

    private struct Piece {
        let request: Request
        let task: Task<Void, Never>
        let outcome: Mailbox<Result>
    }

    private var running: [Int: Piece] = [:]
    private var waiting: [Int: (request: Request, job: Job)] = [:]
    /// Of work that no other replaces.
    private var lastSlot = 1000

    var isBusy: Bool { !running.isEmpty }

    /// Begins work, once the slot's older work is done; nil is a slot of its own.
    ///
    /// - Returns: the request that waited for the slot, which will not be answered.
    mutating func begin(_ slot: Int?, _ request: Request, _ job: @escaping Job) -> Request? {
        if slot == nil { lastSlot += 1 }
        let slot = slot ?? lastSlot
        guard running[slot] != nil else {
            start(slot, request, job)
            return nil
        }
        return waiting.updateValue((request, job), forKey: slot)?.request
    }

    private mutating func start(_ slot: Int, _ request: Request, _ job: @escaping Job) {
        let outcome = Mailbox<Result>()
        let task = Task {
            let result: Result
            do {
                result = try await job()
            } catch {
                result = Result(answer: .refusal(500, "\(error)"))
            }
            outcome.put(result)
        }
        running[slot] = Piece(request: request, task: task, outcome: outcome)
    }

    /// What was done since the last time; the next work begins.
    mutating func finished() -> [(request: Request, result: Result)] {
        var done: [(request: Request, result: Result)] = []
        for (slot, piece) in running {
            guard let result = piece.outcome.take() else { continue }
            done.append((piece.request, result))
            running[slot] = nil
            if let next = waiting.removeValue(forKey: slot) {
                start(slot, next.request, next.job)
            }
        }
        return done
    }

    /// Waits for what runs.
    func stop() async {
        for piece in running.values {
            piece.task.cancel()
            await piece.task.value
        }
    }
}

/// A file that a page sends in pieces, so that no request is large.
struct Upload {
    /// What the address of a request says of its body.
    struct Piece {
        let name: String
        /// Of the whole file.
        let size: Int
        let offset: Int

        /// Nil unless the query has all of them once.
        init?(_ query: String) {
            var values: [Substring: String] = [:]
            for pair in query.split(separator: "&") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard parts.count == 2, values[parts[0]] == nil else { return nil }
                values[parts[0]] = percentDecoded(parts[1])
            }
            guard values.count == 3, let name = values["name"],
                let size = values["size"].flatMap({ Int($0) }), size > 0,
                let offset = values["at"].flatMap({ Int($0) }), (0..<size).contains(offset)
            else { return nil }
            (self.name, self.size, self.offset) = (name, size, offset)
        }
    }

    static let largestSize = 64 << 20

    let name: String
    private let size: Int
    private(set) var bytes: [UInt8] = []

    init(_ piece: Piece) { (name, size) = (piece.name, piece.size) }

    var isComplete: Bool { bytes.count == size }

    /// False if it is not the next piece of this file.
    mutating func add(_ body: [UInt8], _ piece: Piece) -> Bool {
        guard piece.name == name, piece.size == size, piece.offset == bytes.count,
            !body.isEmpty, body.count <= size - bytes.count
        else { return false }
        bytes += body
        return true
    }
}
