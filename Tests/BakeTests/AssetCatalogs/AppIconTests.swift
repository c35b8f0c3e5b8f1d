import Bake
import Diagnostics
import FileStore
import Foundation
import ImageCodec
import KilnManifest
import Raster
import TestSupport
import Testing

/// App icons of asset catalogs.
struct AppIconTests {
    private static let sky = StraightPixel(r: 160, g: 210, b: 250)

    private func game(
        _ icon: String,
        image: String = "",
        art: [String: StraightImage]
    ) throws -> DrawnGame {
        try DrawnGame(
            """
            "canvas": { "width": 128, "height": 128 },
            "species": [{ "id": "dog" }], "looks": [{ "id": "plain", "species": "dog" }],
            "images": [{ "id": "icon"\(image) }, { "id": "icon_dark" }, { "id": "icon_grey" }],
            "checks": { "unused-asset": "off", "mixed-densities": "off" },
            "targets": [{ "id": "ios", "kind": "xcassets", "assetCatalog": { "appIcons": [
            { "id": "AppIcon", \(icon) }] } }]
            """,
            art: [
                "dog_pet.png": .disc(128, 128), "icon_dark.png": .disc(1024, 1024),
                "icon_grey.png": .disc(1024, 1024, StraightPixel(r: 90, g: 90, b: 90)),
            ].merging(art) { _, new in new }
        )
    }

    /// Opaque, with many colors, so that it is no pixel art.
    private func painted(_ width: Int, _ height: Int) -> StraightImage {
        StraightImage(width, height) { x, y in
            StraightPixel(r: UInt8(x * 255 / width), g: UInt8(y * 255 / height), b: 90)
        }
    }

    @Test func `one drawing becomes the icons of phones, tablets, watches and Macs`() async throws {
        let baked = try await game(
            """
            "image": "icon", "dark": "icon_dark", "tinted": "icon_grey",
            "platforms": ["ios", "mac", "watch"]
            """,
            art: ["icon.png": painted(1024, 1024)]
        ).baked()
        let folder = try AppleFolder(baked.files, "ios/ios.xcassets")
        #expect(
            try folder.entries("AppIcon.appiconset") == [
                "universal ios 1024x1024 AppIcon.png",
                "universal ios 1024x1024 dark AppIcon-dark.png",
                "universal ios 1024x1024 tinted AppIcon-tinted.png",
                "mac 16x16 1x AppIcon-mac-16.png", "mac 16x16 2x AppIcon-mac-32.png",
                "mac 32x32 1x AppIcon-mac-32.png", "mac 32x32 2x AppIcon-mac-64.png",
                "mac 128x128 1x AppIcon-mac-128.png", "mac 128x128 2x AppIcon-mac-256.png",
                "mac 256x256 1x AppIcon-mac-256.png", "mac 256x256 2x AppIcon-mac-512.png",
                "mac 512x512 1x AppIcon-mac-512.png", "mac 512x512 2x AppIcon-mac-1024.png",
                "universal watchos 1024x1024 AppIcon.png",
            ]
        )
        let icon = try baked.picture("ios/ios.xcassets/AppIcon.appiconset/AppIcon.png")
        #expect(icon == painted(1024, 1024))
        // The store wants no alpha channel at all.
        let info = try #require(baked.files["ios/ios.xcassets/AppIcon.appiconset/AppIcon.png"])
        #expect(info[25] == 2, "PNG of color type \(info[25])")
        let small = try baked.picture("ios/ios.xcassets/AppIcon.appiconset/AppIcon-mac-16.png")
        #expect(small[8, 8].r > small[2, 8].r && small[8, 8].b == 90)
        let pictures = baked.manifest.targets.first?.pictures ?? []
        #expect(Set(pictures.map(\.of)) == ["appIcon"] && pictures.count == 10)
    }

    @Test func `a look over a color is an icon`() async throws {
        let baked = try await game(
            ##""look": "plain", "background": "#A0D2FA", "platforms": ["ios", "mac"]"##,
            art: ["dog_pet@8x.png": .disc(1024, 1024), "icon.png": painted(8, 8)]
        ).baked()
        let icon = try baked.picture("ios/ios.xcassets/AppIcon.appiconset/AppIcon.png")
        #expect(icon.isOpaque && icon[0, 0] == Self.sky)
        #expect(icon[512, 512] == StraightPixel(r: 230, g: 120, b: 60))
        // Macs show icons with the desktop around them.
        let mac = try baked.picture("ios/ios.xcassets/AppIcon.appiconset/AppIcon-mac-1024.png")
        #expect(mac[0, 0].a == 0)
    }

    @Test func `pixel art keeps its pixels`() async throws {
        let art = StraightImage(64, 64) { x, y in
            (x + y) % 2 == 0 ? Self.sky : StraightPixel(r: 20, g: 20, b: 60)
        }
        let baked = try await game(
            #""image": "icon", "platforms": ["ios", "mac"]"#,
            art: ["icon.png": art]
        ).baked()
        let icon = try baked.picture("ios/ios.xcassets/AppIcon.appiconset/AppIcon.png")
        let whole = (0..<64).allSatisfy { x in
            [0, 7, 15].allSatisfy { icon[x * 16 + $0, 33 * 16 + $0] == art[x, 33] }
        }
        #expect(whole)
        let same = try baked.picture("ios/ios.xcassets/AppIcon.appiconset/AppIcon-mac-64.png")
        #expect(same == art)
    }

    @Test(arguments: [
        (
            "icon.png", 600, 400, "",
            """
            error[app-icon]: app icon "AppIcon": image "icon" is not square, found 600x400
              help: crop it, or give the image a square "size" with "fit": "cover"
            """
        ),
        (
            "icon.png", 512, 512, "",
            """
            error[app-icon]: app icon "AppIcon": image "icon" is too small, found 512x512, expected at least 1024x1024
              help: export it larger; a picture with a "size" is drawn at 8 pixels per point at most
            """
        ),
        (
            "icon.png", 2048, 2048, #", "size": [60, 60]"#,
            """
            error[app-icon]: app icon "AppIcon": image "icon" is too small, found 480x480, expected at least 1024x1024
              help: export it larger; a picture with a "size" is drawn at 8 pixels per point at most
            """
        ),
    ])
    func `an icon of the wrong size says so, in a validation and in a bake`(
        _ file: String,
        _ width: Int,
        _ height: Int,
        _ size: String,
        _ expected: String
    ) async throws {
        let game = try game(
            #""image": "icon""#,
            image: size,
            art: [file: painted(width, height)]
        )
        expectFindings(try await game.findings(), ["game/catalog.json:6:29: " + expected])
        let outcome = try await bake(
            catalogAt: "game/catalog.json",
            BakeRequest(output: "out", jobs: 1),
            disk: game.disk
        )
        #expect(outcome.summary == nil && game.disk.files["out/manifest.json"] == nil)
        expectFindings(
            outcome.diagnostics.map(\.description),
            ["game/catalog.json:6:29: " + expected]
        )
    }

    @Test func `an icon that lets the background through needs a color, but not on a Mac`()
        async throws
    {
        let art = ["icon.png": StraightImage.disc(1024, 1024)]
        func found(_ more: String) async throws -> [String] {
            try await game(#""image": "icon"\#(more)"#, art: art).findings()
        }
        expectFindings(
            try await found(""),
            [
                """
                game/catalog.json:6:29: error[app-icon]: app icon "AppIcon": image "icon" lets the background through, which the App Store refuses
                  help: say a "background" such as "#FFFFFF", or draw it without clear pixels
                """
            ]
        )
        expectFindings(try await found(##", "background": "#FFFFFF""##), [])
        expectFindings(try await found(#", "platforms": ["mac"]"#), [])
    }

    @Test func `the report on pixel art of an odd size names sizes that work`() async throws {
        let art = StraightImage(48, 48) { x, _ in
            x < 24 ? Self.sky : StraightPixel(r: 9, g: 9, b: 9)
        }
        expectFindings(
            try await game(#""image": "icon""#, art: ["icon.png": art]).findings(),
            [
                """
                game/catalog.json:6:29: error[app-icon]: app icon "AppIcon": image "icon" is pixel art that no whole factor brings to 1024x1024, found 48x48
                  help: draw it in a size that divides 1024, such as 32x32 or 64x64
                """
            ]
        )
    }
}
