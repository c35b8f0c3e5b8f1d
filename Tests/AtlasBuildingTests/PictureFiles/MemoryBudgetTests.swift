import AtlasBuilding
import Diagnostics
import Synchronization
import Testing

/// How much is held, and the most that was.
private final class Gauge: Sendable {
    private let state = Mutex((held: 0, most: 0))

    var most: Int { state.withLock { $0.most } }

    func change(by amount: Int) {
        state.withLock { state in
            state.held += amount
            state.most = max(state.most, state.held)
        }
    }
}

extension MemoryBudget {
    fileprivate func holding<Result>(
        _ need: Int,
        _ work: () -> Result
    ) async throws(MemoryShortage) -> Result {
        try await holding(
            need,
            orFailing: { $0 },
            { () throws(MemoryShortage) in work() }
        )
    }
}

struct MemoryBudgetTests {
    @Test func `what is held at once never passes the budget`() async throws {
        let budget = MemoryBudget(bytes: 100)
        let gauge = Gauge()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<400 {
                let need = [70, 30, 1, 100, 45][number % 5]
                group.addTask {
                    try await budget.holding(need) {
                        gauge.change(by: need)
                        gauge.change(by: -need)
                        return number
                    }
                }
            }
            var seen: Set<Int> = []
            for try await number in group { seen.insert(number) }
            #expect(seen.count == 400)
        }
        #expect((1...100).contains(gauge.most))
        // Everything was given back.
        #expect(try await budget.holding(100) { true })
    }

    @Test func `more than the whole budget is refused with both numbers`() async throws {
        await #expect(throws: MemoryShortage(need: 101, allowed: 100)) {
            try await MemoryBudget(bytes: 100).holding(101) {}
        }
        let shortage = MemoryShortage(need: 899_000_001, allowed: 512_900_000)
        #expect("\(shortage)" == "needs 900 MB, 512 MB allowed, see --memory")
        #expect(
            "\(MemoryShortage(need: 1_000_000, allowed: 999_999))"
                == "needs 1 MB, 999 kB allowed, see --memory"
        )
    }

    @Test(arguments: [
        // None, one of version 2 that is narrower than the one around it, or the other way round.
        ([:], 8000),
        (["/proc/self/cgroup": "0::/\n"], 8000),
        (
            [
                "/proc/self/cgroup": "0::/user/kiln\n",
                "/sys/fs/cgroup/user/kiln/memory.max": "3000\n",
                "/sys/fs/cgroup/user/memory.max": "max\n",
            ], 3000
        ),
        (
            [
                "/proc/self/cgroup": "0::/user/kiln\n",
                "/sys/fs/cgroup/user/kiln/memory.max": "max\n",
                "/sys/fs/cgroup/user/memory.max": "2000\n",
            ], 2000
        ),
        // A container that sees its own group as the root.
        (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/memory.max": "1000\n"], 1000),
        // Version 1, whose group lies elsewhere in a container; no limit is a very large one.
        (
            [
                "/proc/self/cgroup": "5:cpu,cpuacct:/a\n4:memory:/docker/ab:c\n0::/\n",
                "/sys/fs/cgroup/memory/memory.limit_in_bytes": "4000\n",
            ], 4000
        ),
        (
            [
                "/proc/self/cgroup": "4:hugetlb,memory:/docker/ab\n",
                "/sys/fs/cgroup/memory/docker/ab/memory.limit_in_bytes": "500\n",
                "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
            ], 500
        ),
        // What is none of ours, or no number.
        (
            [
                "/proc/self/cgroup": "4:cpu:/x\nnonsense\n0::/y\n",
                "/sys/fs/cgroup/cpu/x/memory.limit_in_bytes": "1\n",
                "/sys/fs/cgroup/y/memory.max": "many\n",
            ], 8000
        ),
    ])
    func `the least that a control group allows counts`(files: [String: String], expected: Int) {
        #expect(Machine.availableMemory(physical: 8000) { files[$0] } == expected)
    }

    @Test(arguments: [
        (7168, "unlimited", 6144), (Int.max, "4096", 0), (7168, "12288", 6144),
        (7168, "3072", 2048),
    ])
    func `limits of the process count, less what it has mapped`(
        addresses: Int,
        data: String,
        expected: Int
    ) {
        let addresses = addresses == .max ? "unlimited" : "\(addresses)"
        let files = [
            "/proc/self/limits": "Limit  Soft Limit  Hard Limit  Units\n"
                + "Max data size  \(data)  unlimited  bytes\n"
                + "Max address space  \(addresses)  unlimited  bytes\n",
            "/proc/self/status": "Name:\tkiln\nVmSize:\t       1 kB\nVmData:\t "
                + (data == "4096" ? "9 kB\n" : "1 kB\n"),
        ]
        #expect(Machine.memoryWithinLimits { files[$0] } == expected)
        #expect(Machine.memoryWithinLimits { _ in nil } == .max)
    }
}
