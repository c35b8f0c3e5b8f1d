// swift-tools-version: 6.2
import PackageDescription

// Fuzzers are a package of their own, so that nobody who uses Kiln builds them. Scripts/fuzz builds
// it: with KILN_MODULES=1, which makes the modules visible from here, and with every module instrumented.
// Caches and records have no public readers. The modules of Kiln's package are visible here as they are
// to each other: under the name that SwiftPM gives the package, which is that of its folder.
let folder = Context.packageDirectory.split(separator: "/").dropLast().last ?? "kiln"
let packageName = String(
    folder.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
)

let package = Package(
    name: "fuzz",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "kiln", path: "..")],
    targets: [
        .target(name: "CFuzzer"),
        .executableTarget(
            name: "KilnFuzz",
            dependencies: [
                "CFuzzer",
                .product(name: "CSystem", package: "kiln"),
                .product(name: "ChromaKey", package: "kiln"),
                .product(name: "Raster", package: "kiln"),
                .product(name: "SheetSlicing", package: "kiln"),
                .product(name: "Catalog", package: "kiln"),
                .product(name: "AtlasPack", package: "kiln"),
                .product(name: "Bake", package: "kiln"),
                .product(name: "FileStore", package: "kiln"),
                .product(name: "AtlasBuilding", package: "kiln"),
                .product(name: "ImageCodec", package: "kiln"),
                .product(name: "KilnManifest", package: "kiln"),
                .product(name: "Diagnostics", package: "kiln"),
            ],
            packageAccess: false,
            swiftSettings: [
                .unsafeFlags(["-package-name", packageName]),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ],
            // The other linker ends with an internal error.
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]
        ),
    ]
)
