// swift-tools-version: 6.2
import PackageDescription

// Every target: Swift 6 language mode, no warnings; and strict memory safety in all that ships.
// Builds of a game suppress our warnings, and SwiftPM's build system `swiftbuild` cannot do both.
let isOwnBuild =
    Context.environment["KILN_TOOL"] != nil || Context.environment["KILN_ROOMS"] != nil
let testSettings: [SwiftSetting] =
    [.swiftLanguageMode(.v6)] + (isOwnBuild ? [.treatAllWarnings(as: .error)] : []) + [
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
let settings: [SwiftSetting] = testSettings + [.strictMemorySafety()]

// Platforms for which this package brings the command ready made. Empty but in releases, whose
// commits `Scripts/tag-release` makes: a package that depends on a version may not use unsafe flags.
let readyMade: [String] = []
#if os(Linux) && arch(x86_64)
let host = "linux-x86_64"
#elseif os(Linux) && arch(arm64)
let host = "linux-arm64"
#elseif os(macOS) && arch(arm64)
let host = "macos-arm64"
#else
let host = "other"
#endif
// Plugins run the ready-made command, of a release or of `make artifactbundle` with KILN_BUNDLE=1,
// instead of one that they build.
let usesBundle = readyMade.contains(host) || Context.environment["KILN_BUNDLE"] != nil
let allowsUnsafeFlags = readyMade.isEmpty || Context.environment["KILN_TOOL"] != nil

// The pixel kernels are compiled twice from one folder: once for the baseline instruction set and
// once with wider vectors, chosen at run time (see Sources/Kernels/NOTES.md).
#if arch(x86_64)
let wideFlags: [SwiftSetting] =
    allowsUnsafeFlags ? [.unsafeFlags(["-Xcc", "-march=x86-64-v3"])] : []
#else
let wideFlags: [SwiftSetting] = []
#endif

// The commit as `git describe` prints it; nothing else gets into the C compiler's words.
let commit = Context.environment["KILN_COMMIT"].flatMap { word in
    let digits = word.hasSuffix("-dirty") ? word.dropLast(6) : word[...]
    return (7...40).contains(digits.count) && digits.allSatisfy(\.isHexDigit) ? word : nil
}

// Libraries that a build may do without: KILN_WITHOUT='webp gif lcms' leaves those out, and the
// command then says of such a file that it was built so. Never asked of the disk: SwiftPM remembers
// what a manifest says by its text and the environment.
let without = Set(
    (Context.environment["KILN_WITHOUT"] ?? "").split(whereSeparator: { " ,".contains($0) })
        .map { $0.lowercased() }
)
let optional: [(word: String, target: Target)] = [
    (
        "webp",
        .systemLibrary(
            name: "CWebP",
            pkgConfig: "libwebpdemux",
            providers: [.apt(["libwebp-dev"]), .brew(["webp"])]
        )
    ),
    (
        "gif",
        .systemLibrary(
            name: "CGIF",
            pkgConfig: "libgif",
            providers: [.apt(["libgif-dev"]), .brew(["giflib"])]
        )
    ),
    (
        "lcms",
        .systemLibrary(
            name: "CLCMS",
            pkgConfig: "lcms2",
            providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]
        )
    ),
]
let chosen = optional.filter { !without.contains($0.word) }

// A module and its tests; `testing` is what the tests need beside it.
func module(
    _ name: String,
    _ dependencies: [Target.Dependency] = [],
    exclude: [String] = [],
    resources: [Resource] = [],
    testing: [Target.Dependency] = []
) -> [Target] {
    [
        .target(
            name: name,
            dependencies: dependencies,
            exclude: exclude,
            resources: resources.isEmpty ? nil : resources,
            swiftSettings: settings
        ),
        tests(name, [.init(stringLiteral: name)] + dependencies + testing),
    ]
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name + "Tests",
        dependencies: dependencies + ["TestSupport"],
        swiftSettings: testSettings
    )
}

let libraries: [Target] =
    chosen.map(\.target) + [
        .systemLibrary(
            name: "CPNG",
            pkgConfig: "libpng",
            providers: [.apt(["libpng-dev"]), .brew(["libpng"])]
        ),
        .systemLibrary(
            name: "CJPEG",
            pkgConfig: "libjpeg",
            providers: [.apt(["libjpeg-dev"]), .brew(["jpeg-turbo"])]
        ),
        .systemLibrary(
            name: "CDeflate",
            pkgConfig: "libdeflate",
            providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]
        ),
        .systemLibrary(
            name: "CCrypto",
            pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]
        ),
        // zlib comes with libpng, which is built on it.
        .target(
            name: "CCodec",
            dependencies: ["CPNG", "CJPEG"] + chosen.map { .byName(name: $0.target.name) },
            cSettings: chosen.map { .define("KILN_HAS_\($0.word.uppercased())") },
            linkerSettings: [.linkedLibrary("z")]
        ),
        // The rounding functions of the standard library live in libm, which nothing else names. libcurl
        // is opened when it is needed. Which commit it is, make says; a plain `swift build` does not know.
        .target(
            name: "CSystem",
            cSettings: (without.contains("curl") ? [.define("KILN_WITHOUT_CURL")] : [])
                + (commit.map { [.define("KILN_COMMIT", to: $0)] } ?? []),
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]
        ),
    ]

// What the pipeline is made of, and what is built on it.
let pipeline: [Target.Dependency] = [
    "KernelTypes", "Raster", "Diagnostics", "Catalog", "KilnManifest", "ImageCodec", "ChromaKey",
    "SheetSlicing", "AtlasPack", "AtlasBuilding", "FileStore",
]

// The kernels, once more for wider vectors, and the values that both copies share.
func kernels(_ name: String, _ flags: [SwiftSetting] = []) -> Target {
    .target(
        name: name,
        dependencies: ["KernelTypes", "CSystem"],
        exclude: ["NOTES.md"],
        swiftSettings: settings + flags
    )
}

let modules: [Target] = [
    [.target(name: "KernelTypes", swiftSettings: settings)],
    [kernels("Kernels"), kernels("KernelsWide", wideFlags)],
    module("Raster", ["KernelTypes", "Kernels", "KernelsWide", "CSystem"]),
    // The guide is a link to Documentation/diagnostics.md: `kiln explain` needs no file beside it.
    module("Diagnostics", resources: [.embedInCode("Reports/Guide/diagnostics.md")]),
    module("KilnManifest"),
    module("Catalog", ["KernelTypes", "Diagnostics", "KilnManifest"]),
    // Empty where there is no SwiftUI; `make test-consumer` checks its types against a stub.
    [.target(name: "KilnSwiftUI", dependencies: ["KilnManifest"], swiftSettings: settings)],
    module("FileStore", ["Diagnostics", "CCrypto", "CSystem"], exclude: ["NOTES.md"]),
    module(
        "ImageCodec",
        ["Raster", "CCodec", "CDeflate"],
        exclude: ["NOTES.md"],
        testing: ["FileStore", "Bake"]
    ),
    module(
        "ChromaKey",
        ["KernelTypes", "Raster", "Kernels", "KernelsWide"],
        exclude: ["NOTES.md"],
        testing: ["ImageCodec"]
    ),
    module("SheetSlicing", ["KernelTypes", "Raster"]),
    module("AtlasPack", ["Raster"], exclude: ["NOTES.md"]),
    module("Console", ["Diagnostics", "Raster", "ImageCodec"], testing: ["Bake"]),
    module(
        "AtlasBuilding",
        [
            "Raster", "Diagnostics", "Catalog", "FileStore", "KilnManifest", "ImageCodec",
            "ChromaKey", "AtlasPack", "CSystem",
        ]
    ),
    module("Bake", pipeline, resources: [.embedInCode("Preview/Gallery/Page")]),
].flatMap { $0 }

let command: [Target] =
    module("Results", pipeline + ["Bake"]) + [
        .executableTarget(
            name: "kiln",
            dependencies: pipeline + [
                "Bake", "Console", "Results", "CSystem",
            ],
            swiftSettings: settings
        ),
        tests("Kiln", pipeline + ["Bake", "kiln"]),
        // What comes out of the front doors, compared with what is recorded in Tests/Goldens.
        tests("Golden", pipeline + ["Bake"]),
        .target(
            name: "TestSupport",
            dependencies: ["Raster", "ImageCodec", "FileStore", "KilnManifest"],
            path: "Tests/TestSupport",
            swiftSettings: testSettings
        ),
    ]

// A build tool plugin's command is built like the package that uses it, without optimization in
// debug builds; code for vectors is hundreds of times slower then.
let pixelModules: Set<String> = [
    "KernelTypes", "Kernels", "KernelsWide", "Raster", "ImageCodec", "ChromaKey", "SheetSlicing",
    "AtlasPack", "AtlasBuilding", "FileStore", "Bake",
]
if allowsUnsafeFlags {
    for target in modules where pixelModules.contains(target.name) {
        target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
    }
    for target in libraries where target.name == "CCodec" {
        target.cSettings?.append(.unsafeFlags(["-O2"], .when(configuration: .debug)))
    }
}

// The plugins for games, and the command that they run. Kiln's own builds do without: SwiftPM builds
// what a plugin runs once more, even for tests that have nothing to do with it.
let hasPlugins = !isOwnBuild
let plugins: [Target] =
    (usesBundle
        ? [.binaryTarget(name: "kiln-ready-made", path: "Binaries/kiln.artifactbundle")] : [])
    + [
        .plugin(
            name: "BakeSprites",
            capability: .buildTool(),
            dependencies: [usesBundle ? "kiln-ready-made" : "kiln"]
        ),
        .plugin(
            name: "BakeSpritesCommand",
            capability: .command(
                intent: .custom(verb: "bake-sprites", description: "Bake sprite catalogs"),
                permissions: [
                    .writeToPackageDirectory(reason: "writes baked atlases into the package")
                ]
            ),
            dependencies: [usesBundle ? "kiln-ready-made" : "kiln"]
        ),
    ]

// Only the packages in this repository see the modules (see Benchmarks/Package.swift).
let moduleProducts: [Product] =
    Context.environment["KILN_ROOMS"] == nil
    ? []
    : (libraries.filter { $0.name == "CSystem" } + modules).filter {
        $0.type == .regular && !["KilnManifest", "KilnSwiftUI"].contains($0.name)
    }
    .map { .library(name: $0.name, targets: [$0.name]) }

// Games link `KilnManifest`, which runs on older systems (see Tests/Consumer). The tool uses newer
// parts of the standard library; a platform belongs to the whole package, so make says which is meant.
let macOS: SupportedPlatform = isOwnBuild ? .macOS(.v26) : .macOS(.v14)

// `make test ROOMS='AtlasBuilding AtlasPack'` builds what the tests of these modules need, and nothing else.
let picked = Context.environment["KILN_TEST_ROOMS"]?.split(separator: " ").map { "\($0)Tests" }

// The targets among `all` that those named need, with them.
func needed(by names: [String], among all: [Target]) -> [Target] {
    let dependencies = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.dependencies) })
    var wanted = Set(names)
    var rest = names
    while let name = rest.popLast() {
        for case .byNameItem(let needed, _) in dependencies[name, default: []]
        where wanted.insert(needed).inserted {
            rest.append(needed)
        }
    }
    return all.filter { wanted.contains($0.name) }
}

let everything =
    libraries + modules + command + (hasPlugins ? plugins : [])
let pluginProducts: [Product] = ["BakeSprites", "BakeSpritesCommand"].map {
    .plugin(name: $0, targets: [$0])
}

let package = Package(
    name: "kiln",
    platforms: [.iOS(.v17), macOS, .watchOS(.v10), .tvOS(.v17), .visionOS(.v1)],
    products: picked != nil
        ? []
        : [
            .executable(name: "kiln", targets: ["kiln"]),
            .library(name: "KilnManifest", targets: ["KilnManifest"]),
            .library(name: "KilnSwiftUI", targets: ["KilnSwiftUI"]),
        ] + (hasPlugins ? pluginProducts : []) + moduleProducts,
    targets: picked.map { needed(by: $0, among: everything) } ?? everything
)
