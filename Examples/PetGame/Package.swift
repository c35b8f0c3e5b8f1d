// swift-tools-version: 6.2
import PackageDescription

// A game whose pets are baked while it is built. Everything is on the main actor unless it says
// otherwise, as the newest Xcode makes games, and a warning is an error.
let settings: [SwiftSetting] = [
    .defaultIsolation(MainActor.self),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "pet-game",
    platforms: [.iOS(.v17), .macOS(.v14), .watchOS(.v10), .tvOS(.v17), .visionOS(.v1)],
    dependencies: [.package(name: "kiln", path: "../..")],
    targets: [
        .target(
            name: "PetGame",
            dependencies: [.product(name: "KilnManifest", package: "kiln")],
            swiftSettings: settings,
            plugins: [.plugin(name: "BakeSprites", package: "kiln")]
        ),
        .executableTarget(
            name: "pet-game",
            dependencies: ["PetGame"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PetGameTests",
            dependencies: ["PetGame", .product(name: "KilnManifest", package: "kiln")],
            swiftSettings: settings
        ),
    ]
)
