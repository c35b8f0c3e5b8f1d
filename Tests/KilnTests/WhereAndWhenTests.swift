import Foundation
import ImageCodec
import TestSupport
import Testing

/// Commands that find their catalog, and bakes that follow every save.
struct WhereAndWhenTests {
    private let game: DressedGame

    init() throws {
        game = try DressedGame()
    }

    private func run(
        _ arguments: String...,
        in folder: String = "",
        environment: [String: String] = [:]
    ) throws -> BuiltCommand {
        try BuiltCommand(
            arguments,
            in: folder.isEmpty ? game.folder.url : game.folder.url.appending(path: folder),
            environment: environment
        )
    }

    @Test func `the nearest catalog above is used`() throws {
        let here = try run("resolve", "dog", "hat")
        let below = try run("resolve", "dog", "hat", in: "art")
        #expect(here.status == 0)
        #expect(below.status == 0, "\(below.errors)")
        #expect(
            here.output.split(separator: "\n").count == below.output.split(separator: "\n").count
        )
        let found = try run("validate", in: "art")
        #expect(found.status == 0, "\(found.output)")
        #expect(try run("bake", "-o", "../out", in: "art").status == 0)
        let manifest = game.folder.url.appending(path: "out/manifest.json").path
        #expect(FileManager.default.fileExists(atPath: manifest))
    }

    @Test func `without a catalog the error says what to do`() throws {
        let empty = try TemporaryFolder()
        let run = try BuiltCommand(["bake", "-o", "out"], in: empty.url)
        #expect(run.status == 2)
        #expect(run.errors.contains("catalog.json"), "\(run.errors)")
        #expect(run.errors.contains("make one with 'kiln init'"), "\(run.errors)")
    }

    @Test func `-C goes into a folder first, and the environment names a catalog`() throws {
        let elsewhere = try TemporaryFolder()
        let folder = game.folder.url.path
        let inside = try BuiltCommand(
            ["-C", folder, "-C", "art", "bake", "-o", "../out"],
            in: elsewhere.url
        )
        #expect(inside.status == 0, "\(inside.errors)")
        #expect(FileManager.default.fileExists(atPath: folder + "/out/manifest.json"))
        let named = try BuiltCommand(
            ["resolve", "dog", "hat"],
            in: elsewhere.url,
            environment: ["KILN_CATALOG": folder]
        )
        #expect(named.status == 0, "\(named.errors)")
        let nowhere = try BuiltCommand(["-C", "nowhere", "resolve", "dog"], in: elsewhere.url)
        #expect(nowhere.status == 2)
        #expect(nowhere.errors.contains("cannot read nowhere"), "\(nowhere.errors)")
        #expect(try BuiltCommand(["-C"], in: elsewhere.url).status == 2)
    }

    @Test func `a bake that watches follows saves, and outlives broken files`() throws {
        for (name, color) in [("other", "b"), ("third", "w")] as [(String, Character)] {
            try game.write(Data(encodePNG(DressedGame.pet(color))), "\(name).png")
        }
        let script = #"""
            until_said() {
                tries=0
                until [ "$(grep -c "$1" log)" -ge "$2" ]; do
                    tries=$((tries + 1)); [ $tries -lt 300 ] || { echo "never said: $1"; kill $pid; exit 9; }
                    sleep 0.1
                done
            }
            "$0" "$@" >log 2>errors & pid=$!
            until_said '^baked in [0-9]* ms, wrote [0-9]* files to out$' 1
            cp other.png art/dog.png
            until_said '^baked in ' 2
            cp catalog.json kept.json
            printf '{ "catalogVersion"' >catalog.json
            until_said '^not baked: out stays as it is$' 1
            [ -f out/manifest.json ] || echo 'the last bake is gone'
            cp kept.json catalog.json
            cp other.png art/dog_pet_robe.png
            until_said '^baked in ' 3
            printf x >>out/game/game-0@1x.png
            cp third.png art/dog.png
            until_said '^not baked: out stays as it is$' 2
            rm out/game/game-0@1x.png
            cp third.png art/dog_pet_robe.png
            until_said '^baked in ' 4
            kill -INT $pid
            wait $pid
            """#
        let run = try BuiltCommand(
            ["bake", "-o", "out", "--watch"],
            in: game.folder.url,
            script: script
        )
        // It ends by the signal, as shells expect.
        #expect(run.status == 130, "\(run.output) \(run.errors)")
        #expect(run.output == "")
        let log = try String(
            contentsOf: game.folder.url.appending(path: "log"),
            encoding: .utf8
        )
        #expect(log.split(separator: "\n").count == 6, "\(log)")
        #expect(try game.run("bake", "-o", "out", "--check").status == 0)
    }

    @Test func `watching prints one line a bake, and so refuses reports`() throws {
        let run = try run("bake", "-o", "out", "--watch", "--json")
        #expect(run.status == 2)
        #expect(run.errors.contains("it prints one line per bake"), "\(run.errors)")
    }
}
