import Foundation
import ImageCodec
import KilnManifest
import Raster
import TestSupport
import Testing

/// Examples/web in a browser.
@Suite(.enabled(if: Browser.isPresent, "\(Browser.absence)"))
struct WebPlayerBrowserTests {
    /// A moment of a look.
    private struct Moment {
        var look: Look
        var animation: String?
        var frame: Int
        var scale: Int

        var call: String {
            get throws {
                let json = String(decoding: try JSONEncoder().encode(look), as: UTF8.self)
                let name = animation.map { "'\($0)'" } ?? "null"
                return "player.picture(\(json), \(name), \(frame), \(scale))"
            }
        }
    }

    private func bytes(_ value: Any?) throws -> [UInt8] {
        let text = try #require(value as? String)
        return [UInt8](try #require(Data(base64Encoded: text)))
    }

    private func expectSame(_ shown: [UInt8], _ picture: StraightImage, _ call: String) {
        let expected = Browser.multiplied(picture.pixels.flatMap { [$0.r, $0.g, $0.b, $0.a] })
        let found = Browser.multiplied(shown)
        let differing = zip(found, expected).count { $0 != $1 }
        #expect(found.count == expected.count && differing == 0, "\(call): \(differing) bytes")
        #expect(expected.contains { $0 > 0 }, "\(call) shows nothing")
    }

    private func expectAsPreviewed(
        _ moments: [Moment],
        of game: WebGame,
        query: String = ""
    ) throws {
        let outcome = try game.drive(at: query, try moments.map { ["evaluate": try $0.call] })
        try #require(outcome.results.count == moments.count)
        for (moment, result) in zip(moments, outcome.results) {
            let picture = try game.preview(
                moment.look,
                animation: moment.animation,
                frame: moment.frame,
                scale: moment.scale
            )
            expectSame(try bytes(result), picture, try moment.call)
        }
        #expect(outcome.messages.isEmpty)
    }

    @Test func `the sample game's looks are those that preview draws, pixel for pixel`() throws {
        let game = try WebGame()
        var moments = try game.manifest.looks.enumerated().flatMap { index, named in
            [1, 2].map {
                Moment(look: named.look, animation: "idle", frame: index % 4, scale: $0)
            }
        }
        for scale in [1, 2] {
            moments.append(
                Moment(
                    look: Look(species: "penguin", overlays: ["glasses", "scarf", "sparkles"]),
                    animation: "wave",
                    frame: 2,
                    scale: scale
                )
            )
            moments.append(Moment(look: Look(species: "dog"), frame: 5, scale: scale))
        }
        try expectAsPreviewed(moments, of: game)
    }

    @Test(arguments: ["", "?target=multiplied", "?target=turned"])
    func `layers, anchors, turned frames and stand-ins are drawn as preview draws them`(
        query: String
    ) throws {
        let game = try WebGame(nasty: 20)
        let looks = [
            Look(species: "fox", overlays: ["halo", "cape", "hat"]),
            Look(species: "fox", overlays: ["crown", "hat"], axes: ["mood": "happy"]),
            Look(species: "fox", base: "robe", overlays: ["cape"], axes: ["mood": "joyful"]),
            Look(species: "eel", overlays: ["cape", "crown", "halo"], axes: ["mood": "joyful"]),
            Look(species: "eel", base: "coat", overlays: ["hat", "cape"]),
        ]
        var moments: [Moment] = []
        for (index, look) in looks.enumerated() {
            let animations = try game.manifest.animations(of: look).sorted { $0.key < $1.key }
            for (place, animation) in animations.enumerated() {
                moments.append(
                    Moment(
                        look: look,
                        animation: animation.key,
                        frame: (index + place) % animation.value.frames.count,
                        scale: place % 2 + 1
                    )
                )
            }
            moments.append(Moment(look: look, frame: index % 4, scale: 1))
            moments.append(Moment(look: look, frame: 3 - index % 4, scale: 2))
        }
        let target = try #require(try game.manifest.targets.first)
        #expect(target.pages.count > 3 && target.frames.values.contains(where: \.rotated))
        let turned = try #require(try game.manifest.targets.first { $0.id == "turned" })
        #expect(turned.frames.values.contains { $0.counterclockwise == true })
        try expectAsPreviewed(moments, of: game, query: query)
    }

    @Test func `images are their frames, untrimmed`() throws {
        let game = try WebGame(nasty: 21)
        let file = game.folder.url.appending(path: "source/art/room.png")
        let sheet = try decodeImage([UInt8](Data(contentsOf: file))).image
        let outcome = try game.drive([
            ["evaluate": "player.image('room', 'blink', 0, 2)"],
            ["evaluate": "player.image('room', null, 2, 2)"],
        ])
        for (result, x) in zip(outcome.results, [90, 0]) {
            let cell = sheet.cropped(
                to: try #require(PixelRect(x: x, y: 0, width: 90, height: 60))
            )
            expectSame(try bytes(result), cell, "the room's cell at \(x)")
        }
        #expect(outcome.results.count == 2)
    }

    @Test func `steps of animations follow the time as the Swift reader's do`() throws {
        let game = try WebGame(nasty: 22)
        let species = try game.manifest.species
        var steps: [[String: Any]] = []
        var expected: [Int] = []
        for pet in species {
            for (name, animation) in pet.art[0].animations.sorted(by: { $0.key < $1.key }) {
                // Between the moments at which steps begin, where no rounding decides.
                for tick in stride(from: -25, to: 2500, by: 61) {
                    let seconds = Double(tick) / 1000 + 0.000_3
                    let find = "player.game.manifest.species.find((one) => one.id === '\(pet.id)')"
                    let call = "player.frameAt(\(find).art[0].animations['\(name)'], \(seconds))"
                    steps.append(["evaluate": call])
                    expected.append(animation.frame(at: seconds))
                }
            }
        }
        let outcome = try game.drive(steps)
        #expect(outcome.results as? [Int] == expected)
        #expect(Set(expected).count > 4)
    }

    @Test func `pets are dressed as the Swift reader dresses them`() throws {
        let game = try WebGame(nasty: 23)
        let manifest = try game.manifest
        var random = SeededRandom(seed: 23)
        let ids = manifest.items.map(\.id)
        for _ in 0..<6 {
            var look = Look(species: "fox")
            var expected: [Look] = []
            var calls: [String] = []
            for _ in 0..<12 {
                if Int.random(in: 0..<5, using: &random) == 0 {
                    look.species = look.species == "fox" ? "eel" : "fox"
                    look = try manifest.wearable(look).look
                    calls.append("look = game.wearable({ ...look, species: '\(look.species)' });")
                } else if let id = ids.randomElement(using: &random) {
                    if (try? look.toggle(id, in: manifest)) == nil { continue }
                    calls.append("look = game.toggle(look, '\(id)');")
                }
                calls.append("all.push(look);")
                expected.append(look)
            }
            let script = """
                () => { const all = []; const { game } = player; let look = game.look('fox');
                \(calls.joined(separator: "\n"))
                return JSON.stringify(all); }
                """
            let outcome = try game.drive([["evaluate": script]])
            let text = try #require(outcome.results.first as? String, "\(outcome.messages)")
            #expect(try JSONDecoder().decode([Look].self, from: Data(text.utf8)) == expected)
        }
    }

    @Test func `a save is fitted to what there is`() throws {
        let game = try WebGame(nasty: 24)
        let save = Look(
            species: "fox",
            base: "hat",
            overlays: ["crown", "gone", "halo", "coat", "crown", "hat"],
            axes: ["mood": "furious", "hue": "red"]
        )
        let json = String(decoding: try JSONEncoder().encode(save), as: UTF8.self)
        let outcome = try game.drive([
            ["evaluate": "JSON.stringify(player.game.wearable(\(json)))"],
            [
                "evaluate": """
                () => { try { player.game.drawList(\(json)); } catch (error) { return error.message; } }
                """
            ],
        ])
        let text = try #require(outcome.results.first as? String)
        let fitting = try JSONDecoder().decode(Look.self, from: Data(text.utf8))
        #expect(try fitting == game.manifest.wearable(save).look)
        #expect(fitting == Look(species: "fox", overlays: ["halo", "hat"]))
        #expect(outcome.results.last as? String == #"there is no item "gone""#)
    }
}
