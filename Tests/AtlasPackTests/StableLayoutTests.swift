import AtlasPack
import Raster
import Testing

@Suite struct StableLayoutTests {
    @Test func `the first bake packs and the next keeps all`() throws {
        let items = [item("a", 20, 10), item("b", 5, 30), item("c", 9, 9, group: "fox")]
        let first = try packStable(items, keeping: nil)
        #expect(first.report.description == "kept 0, moved 0, added 3, waste 41.9 %")
        let second = try packStable(items.reversed(), keeping: first.lock)
        #expect(second.report.description == "kept 3, moved 0, added 0, waste 41.9 %")
        #expect(second.lock == first.lock)
    }

    @Test func `adding one of five hundred moves none`() throws {
        var random = SplitMix64(seed: 3)
        let items = randomItems(count: 500, sides: 8...60, &random)
        let options = PackOptions(allowsRotation: true)
        let first = try packStable(Array(items.dropLast()), keeping: nil, options: options)
        let second = try packStable(items, keeping: first.lock, options: options)
        check(second.plan, holds: items, options)
        #expect(second.report.kept == 499)
        #expect(second.report.moved == 0)
        #expect(second.report.added == 1)
        #expect(second.report.waste < 0.08)
    }

    @Test func `removed sprites leave space that new ones use`() throws {
        let items = (0..<9).map { item("\($0)", 10, 10) }
        let first = try packStable(items, keeping: nil)
        let fewer = items.filter { $0.name != "4" }
        let second = try packStable(fewer, keeping: first.lock)
        #expect(second.plan.pages[0].size == first.plan.pages[0].size)
        #expect(second.report.removed == 1)
        let third = try packStable(fewer + [item("new", 9, 10)], keeping: second.lock)
        #expect(third.plan.pages[0].size == first.plan.pages[0].size)
        #expect(third.lock.sprites["new"]?.rect.origin == first.lock.sprites["4"]?.rect.origin)
    }

    @Test func `a sprite that shrinks stays and one that grows moves`() throws {
        let items = (0..<9).map { item("\($0)", 10, 10) }
        let first = try packStable(items, keeping: nil)
        var edited = items
        edited[4] = item("4", 7, 8)
        edited[0] = item("0", 12, 10)
        let second = try packStable(edited, keeping: first.lock)
        check(second.plan, holds: edited, PackOptions())
        #expect(second.report.kept == 8)
        #expect(second.report.moved == 1)
        #expect(second.lock.sprites["4"]?.rect.origin == first.lock.sprites["4"]?.rect.origin)
    }

    @Test func `waste above the limit repacks`() throws {
        let items = (0..<30).map { item("\($0)", 10 + $0, 12) }
        let first = try packStable(items, keeping: nil)
        let few = Array(items.prefix(6))
        let kept = try packStable(few, keeping: first.lock, repack: .aboveWaste(0.99))
        #expect(!kept.report.isRepacked)
        let packed = try packStable(few, keeping: first.lock, repack: .aboveWaste(0.2))
        #expect(packed.report.isRepacked)
        #expect(packed.report.waste < 0.2)
        #expect(try packStable(few, keeping: first.lock, repack: .always).plan == packed.plan)
    }

    @Test func `waste that packing cannot help moves nothing`() throws {
        // 70 of 128 columns: a square power of two is mostly empty, however it is packed.
        let options = PackOptions(powerOfTwo: true, square: true)
        let items = [item("b", 70, 20), item("c", 50, 30)]
        let first = try packStable(items, keeping: nil, options: options)
        let second = try packStable(
            items + [item("a", 60, 25)],
            keeping: first.lock,
            options: options,
            repack: .aboveWaste(0.1)
        )
        #expect(second.report.waste > 0.1)
        #expect(second.report.kept == 2)
        #expect(!second.report.isRepacked)
    }

    @Test(arguments: 0..<6)
    func `fifty random edits keep every promise`(_ number: UInt64) throws {
        let seed = 70 + number
        var random = SplitMix64(seed: seed)
        let options = PackOptions(
            maximumSize: PixelSize(width: 400, height: 300)!,
            powerOfTwo: number == 1,
            multipleOf: number == 2 ? 4 : 1,
            alignment: number >= 4 ? 6 : 1,
            padding: .random(in: 0...3, using: &random),
            border: Int(number % 2),
            extrude: Int(number % 3),
            allowsRotation: number % 2 == 0,
            aspectLimit: number == 3 ? 2 : nil,
            effort: .fast
        )
        var items = randomItems(count: 80, sides: 4...60, &random)
        var lock: LayoutLock?
        for edit in 0..<50 {
            let before = items
            switch Int.random(in: 0..<4, using: &random) {
            case 0: items.remove(at: .random(in: items.indices, using: &random))
            case 1:
                let index = Int.random(in: items.indices, using: &random)
                items[index].size = randomItems(count: 1, sides: 4...60, &random)[0].size
            default:
                let new = randomItems(count: 1, sides: 4...60, &random)[0]
                items.append(PackItem(name: "new\(edit)", size: new.size))
            }
            let stable = try packStable(items, keeping: lock, options: options)
            var faults = faults(of: stable.plan, items, options)
            faults.removeAll { $0.hasSuffix(": empty") }
            #expect(faults == [], "seed \(seed), edit \(edit)")
            // Only the edited sprite may lie elsewhere.
            if let lock {
                let unchanged = Set(before).intersection(items).map(\.name)
                for name in unchanged {
                    #expect(stable.lock.sprites[name] == lock.sprites[name], "seed \(seed)")
                }
            }
            lock = try LayoutLock(parsing: stable.lock.text)
            #expect(lock == stable.lock)
            let shuffled = items.shuffled(using: &random)
            #expect(try packStable(shuffled, keeping: lock, options: options).lock == stable.lock)
        }
    }

    @Test func `a layout for other options is kept as far as it goes`() throws {
        var random = SplitMix64(seed: 5)
        let items = randomItems(count: 60, sides: 4...40, &random)
        let lock = try packStable(items, keeping: nil, options: PackOptions(allowsRotation: true))
            .lock
        for options in [
            PackOptions(maximumSize: PixelSize(width: 90, height: 120)!),
            PackOptions(powerOfTwo: true, padding: 4), PackOptions(border: 2, extrude: 1),
            PackOptions(square: true),
        ] {
            let stable = try packStable(items, keeping: lock, options: options)
            check(stable.plan, holds: items, options)
        }
    }

    @Test func `overlaps after a merge move one sprite`() throws {
        let lock = try LayoutLock(
            parsing: """
                kiln-layout 1
                page 0 40x40
                sprite "b" page 0 at 0,0 size 10x10
                sprite "a" page 0 at 5,5 size 10x10
                """
        )
        let items = [item("a", 10, 10), item("b", 10, 10)]
        let stable = try packStable(items, keeping: lock)
        check(stable.plan, holds: items, PackOptions())
        #expect(stable.report.kept == 1)
        #expect(stable.report.moved == 1)
    }

    @Test func `the text is sorted and survives odd names`() throws {
        let names = ["a\"b", "a\\", "line\nbreak", "tab\t", "blank ", "é", "雪", "z"]
        let items = names.map { item($0, 8, 8, group: $0 == "z" ? "g \"1\"" : nil) }
        let lock = try packStable(items, keeping: nil).lock
        #expect(try LayoutLock(parsing: lock.text) == lock)
        let windows = lock.text.split(separator: "\n").joined(separator: "\r\n") + "\r\n\r\n"
        #expect(try LayoutLock(parsing: windows) == lock)
        let sprites = lock.text.split(separator: "\n").filter { $0.hasPrefix("sprite") }
        #expect(sprites.count == names.count)
        #expect(lock.text.contains("page 1 8x8 group \"g \\\"1\\\"\"\n"))
    }

    @Test(arguments: [
        ("", "line 1: found nothing, expected \"kiln-layout 1\""),
        ("layout 1", "line 1: found \"layout\", expected \"kiln-layout\""),
        ("kiln-layout 2", "line 1: found \"2\", expected \"1\""),
        (
            "kiln-layout 1\n<<<<<<< ours",
            "line 2: found \"<<<<<<<\", expected \"page\" or \"sprite\""
        ),
        ("kiln-layout 1\npage 1 8x8", "line 2: found page 1, expected page 0 before it"),
        ("kiln-layout 1\npage 0 8x8\npage 0 8x8", "line 3: page 0 is there twice"),
        (
            "kiln-layout 1\npage 0 8",
            "line 2: found \"8\", expected two numbers with \"x\" between them"
        ),
        ("kiln-layout 1\npage 0 0x8", "line 2: found size 0x8, expected sides of 1...1048576"),
        (
            "kiln-layout 1\npage 0 99999999999999999999x8",
            "line 2: found \"99999999999999999999\", expected a whole number"
        ),
        ("kiln-layout 1\npage 0 8x8 grp", "line 2: found \"grp\", expected \"group\""),
        (
            "kiln-layout 1\nsprite a page 0 at 0,0 size 1x1",
            "line 2: found \"a page 0 at 0,0 size\", expected a name in quotes"
        ),
        (
            "kiln-layout 1\nsprite \"a\" page 0 at 0,0 size 1x1",
            "line 2: sprite \"a\" is on page 0, expected one of 0 pages"
        ),
        ("kiln-layout 1\nsprite \"a page 0", "line 2: the name \"a page 0 has no closing quote"),
        (
            "kiln-layout 1\nsprite \"a\\t\" page 0",
            "line 2: a backslash in a name stands before \\, \", n or r"
        ),
        (
            "kiln-layout 1\nsprite \"a\" page 0 at -1,0 size 1x1",
            "line 2: found \"-1\", expected a whole number"
        ),
        (
            "kiln-layout 1\nsprite \"a\" page 0 at 0,0 size 1x1 rotated",
            "line 2: found \"rotated\", expected \"turned\""
        ),
        (
            "kiln-layout 1\nsprite \"a\" page 0 at",
            "line 2: found the end of the line, expected a place such as 10,20"
        ),
        (
            "kiln-layout 1\nsprite \"a\" page 0 at 9999999999,0 size 1x1",
            "line 2: sprite \"a\" lies at 9999999999,0, expected at most 2^30"
        ),
    ])
    func `a broken file says where`(_ text: String, _ message: String) {
        let error = #expect(throws: LayoutLockError.self) { try LayoutLock(parsing: text) }
        #expect(error?.text == message)
    }

    @Test func `a file has as many pages as anybody bakes, and quotes no long line`() {
        let pages = (0...4096).map { "page \($0) 8x8" }.joined(separator: "\n")
        let many = #expect(throws: LayoutLockError.self) {
            try LayoutLock(parsing: "kiln-layout 1\n" + pages)
        }
        #expect(many?.text == "line 4098: found more than 4096 pages")
        let word = String(repeating: "x", count: 100_000)
        let long = #expect(throws: LayoutLockError.self) {
            try LayoutLock(parsing: "kiln-layout 1\npage 0 8x8 group \"a\" \(word)")
        }
        #expect((long?.text.utf8.count ?? 0) < 200)
    }

    @Test func `no mutation of a layout crashes`() throws {
        var random = SplitMix64(seed: 21)
        let items = randomItems(count: 12, sides: 4...20, &random)
        let text = try packStable(items, keeping: nil).lock.text
        for _ in 0..<3_000 {
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = .random(in: 32...126, using: &random)
                case 1: bytes.remove(at: index)
                default: bytes.insert(.random(in: 48...57, using: &random), at: index)
                }
            }
            guard let lock = try? LayoutLock(parsing: String(decoding: bytes, as: UTF8.self)) else {
                continue
            }
            let stable = try packStable(items, keeping: lock)
            check(stable.plan, holds: items, PackOptions())
        }
    }
}

extension LayoutLockError {
    fileprivate var text: String { "line \(line): \(message)" }
}
