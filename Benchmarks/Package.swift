// swift-tools-version: 6.2
import PackageDescription

// Benchmarks are a package of their own, so that nobody who uses Kiln builds them. Build with
// KILN_MODULES=1 in the environment: it makes the modules visible from here.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "kiln", path: "..")],
    targets: [
        .target(name: "ProcessorTime"),
        .executableTarget(
            name: "PackBench",
            dependencies: [
                "ProcessorTime",
                .product(name: "AtlasPack", package: "kiln"),
                .product(name: "ImageCodec", package: "kiln"),
                .product(name: "Raster", package: "kiln"),
            ]
        ),
        .executableTarget(
            name: "OutlineBench",
            dependencies: [
                "ProcessorTime",
                .product(name: "AtlasPack", package: "kiln"),
                .product(name: "ImageCodec", package: "kiln"),
                .product(name: "Raster", package: "kiln"),
            ]
        ),
        .executableTarget(
            name: "EInkBench",
            dependencies: [
                "ProcessorTime",
                .product(name: "KernelTypes", package: "kiln"),
                .product(name: "Raster", package: "kiln"),
            ]
        ),
        .executableTarget(
            name: "KeyBench",
            dependencies: [
                "ProcessorTime",
                .product(name: "ChromaKey", package: "kiln"),
                .product(name: "ImageCodec", package: "kiln"),
                .product(name: "Raster", package: "kiln"),
            ]
        ),
        .executableTarget(
            name: "SliceBench",
            dependencies: [
                "ProcessorTime",
                .product(name: "Raster", package: "kiln"),
                .product(name: "ImageCodec", package: "kiln"),
                .product(name: "SheetSlicing", package: "kiln"),
            ]
        ),
        .executableTarget(
            name: "CheckBench",
            dependencies: [
                "ProcessorTime",
                .product(name: "Catalog", package: "kiln"),
                .product(name: "ChromaKey", package: "kiln"),
                .product(name: "ImageCodec", package: "kiln"),
                .product(name: "Raster", package: "kiln"),
                .product(name: "Bake", package: "kiln"),
            ]
        ),
        .executableTarget(
            name: "ManifestBench",
            dependencies: ["ProcessorTime", .product(name: "KilnManifest", package: "kiln")]
        ),
        .executableTarget(
            name: "CodecFloor",
            dependencies: [
                "ProcessorTime",
                .product(name: "ChromaKey", package: "kiln"),
                .product(name: "ImageCodec", package: "kiln"),
            ]
        ),
    ]
)
