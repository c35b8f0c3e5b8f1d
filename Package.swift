// swift-tools-version: 6.2
import PackageDescription

// Warnings are errors in Kiln's own builds only: a game's build suppresses ours.
let isOwnBuild = Context.environment["KILN_TOOL"] != nil
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
// Plugins run the ready-made command of a release, or of `make artifactbundle` with KILN_BUNDLE=1.
let usesBundle = readyMade.contains(host) || Context.environment["KILN_BUNDLE"] != nil
let allowsUnsafeFlags = readyMade.isEmpty || Context.environment["KILN_TOOL"] != nil

// Kernels are compiled a second time for wider vectors, chosen at run time (Sources/Kernels/NOTES.md).
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

func words(_ variable: String) -> [String] {
    (Context.environment[variable] ?? "").lowercased()
        .split { " ,".contains($0) }.map(String.init)
}

// C libraries: the word of KILN_WITHOUT that leaves one out, and its names for pkg-config, Debian and Homebrew. The disk
// is never asked: SwiftPM remembers a manifest by its text and the environment.
let without = words("KILN_WITHOUT")
let linked = [
    ("", "libpng", "libpng-dev", "libpng"),
    ("", "libjpeg", "libjpeg-dev", "jpeg-turbo"),
    ("", "libdeflate", "libdeflate-dev", "libdeflate"),
    ("", "libcrypto", "libssl-dev", "openssl@3"),
    ("webp", "libwebpdemux", "libwebp-dev", "webp"),
    ("avif", "libavif", "libavif-dev", "libavif"),
    ("gif", "libgif", "libgif-dev", "giflib"),
    ("lcms", "lcms2", "liblcms2-dev", "little-cms2"),
    ("event", "libevent", "libevent-dev", "libevent"),
].filter { word, _, _, _ in !without.contains(word) }
// libavif is opened at run time. On Linux its headers are where every compiler looks, and SwiftPM warns of a flag in
// the file.
#if os(Linux)
let asked = linked.map(\.1).filter { $0 != "libavif" }
#else
let asked = linked.map(\.1)
#endif
// The optional libraries, as C knows them.
func has(_ words: String...) -> [CSetting] {
    words.filter { !without.contains($0) }.map { .define("KILN_HAS_\($0.uppercased())") }
}

// A module and its tests; `testing` is what the tests need as well.
func module(
    _ name: String,
    _ dependencies: [Target.Dependency] = [],
    exclude: [String] = [],
    testing: [Target.Dependency] = []
) -> [Target] {
    [
        .target(
            name: name,
            dependencies: dependencies,
            exclude: exclude,
            swiftSettings: settings
        ),
        tests(name, [.init(stringLiteral: name)] + dependencies + testing),
    ]
}

// Tests compile in half the time if they are not optimized, as what they call is. Those of pixels look at many.
let pixelTests: Set<String> = [
    "Raster", "ImageCodec", "ChromaKey", "SheetSlicing", "AtlasPack", "Golden",
]
let quick: [SwiftSetting] =
    allowsUnsafeFlags ? [.unsafeFlags(["-Onone"], .when(configuration: .release))] : []

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name + "Tests",
        dependencies: dependencies + ["TestSupport"],
        swiftSettings: testSettings + (pixelTests.contains(name) ? [] : quick)
    )
}

let libraries: [Target] = [
    .systemLibrary(
        name: "CLibraries",
        pkgConfig: asked.joined(separator: " "),
        providers: [.apt(linked.map(\.2)), .brew(linked.map(\.3))]
    ),
    // zlib comes with libpng, which is built on it.
    .target(
        name: "CCodec",
        dependencies: ["CLibraries"],
        cSettings: has("webp", "avif", "gif", "lcms"),
        // astcenc and zstd are opened at run time, and left out where their headers are not.
        cxxSettings: without.contains("ktx2") ? [] : [.define("KILN_HAS_KTX2")],
        linkerSettings: [.linkedLibrary("z")]
    ),
    // What changes more often than the code that needs it: embedded files, and the commit, which
    // make sets. Swift is compiled again if C that it imports changed, so only `kiln` imports this;
    // everything else finds it when it is linked. The HTTP server of `kiln studio` is here too.
    .target(
        name: "CCommand",
        dependencies: ["CLibraries"],
        cSettings: has("event") + (commit.map { [.define("KILN_COMMIT", to: $0)] } ?? [])
    ),
    // libm has the rounding functions; libcurl is opened at run time.
    .target(
        name: "CSystem",
        dependencies: ["CCommand"],
        cSettings: without.contains("curl") ? [.define("KILN_WITHOUT_CURL")] : [],
        linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]
    ),
]

// What the pipeline is made of, and what is built on it.
let pipeline: [Target.Dependency] = [
    "KernelTypes", "Raster", "Diagnostics", "Catalog", "KilnManifest", "ImageCodec", "ChromaKey",
    "SheetSlicing", "AtlasPack", "AtlasBuilding", "FileStore",
]

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
    module(
        "Raster",
        ["KernelTypes", "Kernels", "KernelsWide", "CSystem"],
        exclude: ["Text/font.txt"]
    ),
    module("Diagnostics", ["CSystem"]),
    module("KilnManifest"),
    module(
        "Catalog",
        ["KernelTypes", "Raster", "ChromaKey", "SheetSlicing", "Diagnostics", "KilnManifest"]
    ),
    // Empty where there is no SwiftUI; `make test-consumer` checks its types against a stub.
    [.target(name: "KilnSwiftUI", dependencies: ["KilnManifest"], swiftSettings: settings)],
    module("FileStore", ["Diagnostics", "CLibraries", "CSystem"], exclude: ["NOTES.md"]),
    module(
        "ImageCodec",
        ["Raster", "CCodec", "CLibraries"],
        exclude: ["NOTES.md"],
        testing: ["FileStore"]
    ),
    module(
        "ChromaKey",
        ["KernelTypes", "Raster", "Kernels", "KernelsWide", "CSystem"],
        exclude: ["NOTES.md", "Refinement/edges.weights"],
        testing: ["ImageCodec"]
    ),
    module("SheetSlicing", ["KernelTypes", "Raster"]),
    module("AtlasPack", ["Raster"], exclude: ["NOTES.md"]),
    module(
        "Console",
        ["Diagnostics", "Raster", "ImageCodec"],
        exclude: [
            "NOTES.md", "Arguments/Completions/kiln.bash", "Arguments/Completions/kiln.fish",
            "Arguments/Completions/kiln.zsh",
        ],
        testing: ["Bake"]
    ),
    module(
        "AtlasBuilding",
        [
            "KernelTypes", "Raster", "Diagnostics", "Catalog", "FileStore", "KilnManifest",
            "ImageCodec", "ChromaKey", "AtlasPack", "CSystem",
        ]
    ),
    module(
        "Bake",
        pipeline + ["CSystem"],
        exclude: [
            "LooseTools/Init/Starters", "Preview/BakeComparison/catalog-update.swift.mustache",
            "Preview/Gallery/Page", "Studio/Page", "SwiftCode/names.swift.mustache",
            "SwiftCode/names.ts.mustache",
        ]
    ),
].flatMap { $0 }

let command: [Target] =
    [
        .executableTarget(
            name: "kiln",
            dependencies: pipeline + ["Bake", "Console", "CSystem", "CCommand"],
            exclude: ["help.md"],
            swiftSettings: settings
        ),
        tests("Kiln", pipeline + ["Bake", "kiln"]),
        // Compares pixels and plans with those recorded in Tests/Goldens.
        tests("Golden", pipeline + ["Bake"]),
        .target(
            name: "TestSupport",
            dependencies: ["Raster", "ImageCodec", "FileStore", "KilnManifest"],
            path: "Tests/TestSupport",
            swiftSettings: testSettings
        ),
    ]

// Debug builds of a game build the plugin's command too; vectors without -O are hundreds of times slower.
let pixelModules: Set<String> = [
    "KernelTypes", "Kernels", "KernelsWide", "Raster", "ImageCodec", "ChromaKey", "SheetSlicing",
    "AtlasPack", "AtlasBuilding", "FileStore", "Bake",
]
// Compiled for size in releases: a megabyte less, and bakes, checks and galleries take as long as before.
let smallModules: Set<String> = ["Diagnostics", "Catalog", "Bake", "Console", "kiln"]
if allowsUnsafeFlags {
    for target in modules where smallModules.contains(target.name) {
        target.swiftSettings?.append(.unsafeFlags(["-Osize"], .when(configuration: .release)))
    }
    for target in modules where pixelModules.contains(target.name) {
        target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
    }
    for target in libraries where target.name == "CCodec" {
        target.cSettings?.append(.unsafeFlags(["-O2"], .when(configuration: .debug)))
    }
}

// Plugins for games. Kiln's own builds leave them out, or SwiftPM would build the command twice.
let hasPlugins = !isOwnBuild
let tool: Target.Dependency = usesBundle ? "kiln-ready-made" : "kiln"
let bundle = Target.binaryTarget(name: "kiln-ready-made", path: "Binaries/kiln.artifactbundle")
let bakeCommand = Target.PluginCapability.command(
    intent: .custom(verb: "bake-sprites", description: "Bake sprite catalogs"),
    permissions: [.writeToPackageDirectory(reason: "writes baked atlases into the package")]
)
let plugins: [Target] =
    (usesBundle ? [bundle] : []) + [
        .plugin(name: "BakeSprites", capability: .buildTool(), dependencies: [tool]),
        .plugin(name: "BakeSpritesCommand", capability: bakeCommand, dependencies: [tool]),
    ]

// KILN_WITH='fuzzer benchmarks' adds these, built on the modules as they are.
func program(_ name: String, _ helper: String, in folder: String, fuzzed: Bool = false) -> Target {
    .executableTarget(
        name: name,
        dependencies: pipeline + ["Bake", "CSystem", "TestSupport", .byName(name: helper)],
        path: "\(folder)/\(name)",
        swiftSettings: testSettings + (fuzzed ? [.unsafeFlags(["-sanitize=fuzzer"])] : []),
        // The other linker ends with an internal error.
        linkerSettings: fuzzed ? [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])] : []
    )
}
let programs = [
    "fuzzer": [
        .target(name: "CFuzzer", path: "Fuzz/CFuzzer"),
        program("KilnFuzz", "CFuzzer", in: "Fuzz", fuzzed: true),
    ],
    "benchmarks": [.target(name: "ProcessorTime", path: "Benchmarks/ProcessorTime")]
        + [
            "CheckBench", "CodecFloor", "EInkBench", "KeyBench", "ManifestBench", "OutlineBench",
            "PackBench", "SliceBench",
        ].map { program($0, "ProcessorTime", in: "Benchmarks") },
]

// Games link `KilnManifest`, which runs on older systems (see Tests/Consumer). The tool uses newer
// parts of the standard library; a platform belongs to the whole package, so make says which is meant.
let macOS: SupportedPlatform = isOwnBuild ? .macOS(.v26) : .macOS(.v14)

// `make test MODULES='AtlasBuilding AtlasPack'` builds what the tests of these modules need, and nothing else.
let picked = Context.environment["KILN_TEST_MODULES"]?.split(separator: " ").map { "\($0)Tests" }

// The named targets and all that they depend on.
func needed(by names: [String], among all: [Target]) -> [Target] {
    let own = all.filter { names.contains($0.name) }
    let found = own.flatMap(\.dependencies).compactMap { dependency -> String? in
        if case .byNameItem(let name, _) = dependency { name } else { nil }
    }
    let more = Set(names).union(found)
    return more.count == names.count ? own : needed(by: Array(more), among: all)
}

let everything =
    libraries + modules + command + (hasPlugins ? plugins : [])
    + words("KILN_WITH").flatMap { programs[$0] ?? [] }
let pluginProducts = ["BakeSprites", "BakeSpritesCommand"].map { name -> Product in
    .plugin(name: name, targets: [name])
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
        ] + (hasPlugins ? pluginProducts : []),
    targets: picked.map { needed(by: $0, among: everything) } ?? everything
)
