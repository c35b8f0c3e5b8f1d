import Raster
import TestSupport
import Testing

/// Whose wish counts where several say how grave a check is.
struct CheckPolicyTests {
    /// A dog with overlays that are empty, each a finding of its own, and art that no one uses.
    private func findings(
        checks: String = "{}",
        cap: String = "{}",
        hat: String = "{}",
        sheet: String = "{}",
        hatAsset: String = "hat"
    ) async throws -> [String] {
        let game = try DrawnGame(
            """
            "canvas": { "width": 8, "height": 8 }, "checks": \(checks),
            "species": [ { "id": "dog" } ],
            "items": [
              { "id": "cap", "equipStyle": "overlay", "key": false, "checks": \(cap) },
              { "id": "hat", "asset": "\(hatAsset)", "equipStyle": "overlay", "key": false,
                "checks": \(hat) }
            ],
            "sheets": { "*hat": { "checks": \(sheet) } }
            """,
            art: [
                "dog_pet.png": .disc(8, 8),
                "old/overlay_cap.png": StraightImage(8, 8) { _, _ in .clear },
                "new/overlay_hat.png": StraightImage(8, 8) { _, _ in .clear },
                "old/spare.png": .disc(8, 8),
            ]
        )
        return try await game.findings().compactMap { text in
            let line = text.split(separator: "\n")[0]
            guard line.contains("[empty-picture]") || line.contains("[unused-asset]") else {
                return line.contains("unused-sheet-rule") ? nil : String(line)
            }
            return line.split(separator: "]: ")[0].replacing("game/art/", with: "") + "]"
        }
    }

    private static let all = [
        "new/overlay_hat.png: error[empty-picture]", "old/overlay_cap.png: error[empty-picture]",
        "old/spare.png: warning[unused-asset]",
    ]

    @Test func `without rules all are reported`() async throws {
        expectFindings(try await findings(), Self.all)
    }

    @Test func `a path picks files, and an id comes before a pattern`() async throws {
        expectFindings(
            try await findings(
                checks: #"{ "*": { "severity": "off", "paths": ["old/*"], "reason": "old" } }"#
            ),
            [Self.all[0]]
        )
        expectFindings(
            try await findings(
                checks: #"{ "empty-*": "off", "*": "note", "empty-picture": "warning" }"#
            ),
            Self.all.map {
                $0.replacing("error[", with: "warning[").replacing(
                    "warning[unused",
                    with: "note[unused"
                )
            }
        )
        expectFindings(
            try await findings(
                checks: """
                    { "empty-picture": [ { "severity": "note", "paths": ["overlay_hat.png"] },
                      { "severity": "off", "paths": ["art/new/*", "old/*"] }, { "severity": "error" } ] }
                    """
            ),
            ["new/overlay_hat.png: note[empty-picture]", Self.all[2]]
        )
    }

    @Test func `an item's wish comes before that of its sheet, and that before the catalog's`()
        async throws
    {
        let off = #"{ "empty-picture": "off" }"#
        let note = #"{ "empty-picture": "note" }"#
        let warning = #"{ "empty-picture": "warning" }"#
        func reported(_ severity: String) -> String {
            "new/overlay_hat.png: \(severity)[empty-picture]"
        }
        expectFindings(try await findings(hat: off), [Self.all[1], Self.all[2]])
        expectFindings(
            try await findings(checks: off, hat: note, sheet: warning),
            [reported("note"), Self.all[2]]
        )
        expectFindings(
            try await findings(checks: off, sheet: warning),
            [reported("warning"), Self.all[2]]
        )
    }

    @Test func `art of several items is excused only when all of them want it`() async throws {
        let off = #"{ "empty-picture": "off" }"#
        let note = #"{ "empty-picture": "note" }"#
        let cap = "old/overlay_cap.png: "
        func shared(cap: String, hat: String) async throws -> [String] {
            try await findings(cap: cap, hat: hat, hatAsset: "cap").filter { $0.hasPrefix("old/o") }
        }
        expectFindings(try await shared(cap: off, hat: "{}"), [cap + "error[empty-picture]"])
        expectFindings(try await shared(cap: off, hat: note), [cap + "note[empty-picture]"])
        expectFindings(try await shared(cap: off, hat: off), [])
    }

    @Test func `an item's rules hold for what the catalog says of it`() async throws {
        let game = try DrawnGame(
            """
            "canvas": { "width": 8, "height": 8 },
            "species": [ { "id": "dog", "anchors": { "head": [4, 1] } } ],
            "items": [
              { "id": "hat", "equipStyle": "overlay", "key": false,
                "checks": { "placement-outside-canvas": "off" },
                "placement": { "anchor": "head", "offset": [0, -4] } },
              { "id": "cap", "equipStyle": "overlay", "key": false,
                "placement": { "anchor": "head", "offset": [0, -4] } }
            ]
            """,
            art: [
                "dog_pet.png": .disc(8, 8), "hat.png": .disc(2, 2), "cap.png": .disc(2, 2),
            ]
        )
        let found = try await game.findings().filter { $0.contains("[placement-outside-canvas]") }
        #expect(found.count == 1 && found[0].contains("\"cap\""))
    }

    @Test func `more findings than are kept do not hide those of other files`() async throws {
        var art = ["dog_pet.png": StraightImage.disc(8, 8), "z.png": .disc(8, 8)]
        for number in 100..<250 { art["old/a\(number).png"] = .disc(8, 8) }
        let game = try DrawnGame(
            """
            "canvas": { "width": 8, "height": 8 }, "species": [ { "id": "dog" } ],
            "checks": { "unused-asset": { "severity": "off", "paths": ["old/*"] } }
            """,
            art: art
        )
        let found = try await game.findings()
        #expect(found.count == 1 && found[0].hasPrefix("game/art/z.png: warning[unused-asset]"))
    }
}
