// swift-tools-version: 6.2
import PackageDescription

// A game, as the newest Xcode makes them: everything is on the main actor unless it says otherwise.
// It builds without a warning on the oldest systems that Kiln names: see `make test-consumer`.
let package = Package(
    name: "consumer",
    platforms: [.iOS(.v17), .macOS(.v14), .watchOS(.v10), .tvOS(.v17), .visionOS(.v1)],
    dependencies: [.package(name: "kiln", path: "../..")],
    targets: [
        .executableTarget(
            name: "Consumer",
            dependencies: [.product(name: "KilnManifest", package: "kiln")],
            swiftSettings: [
                .defaultIsolation(MainActor.self),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("InferIsolatedConformances"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .treatAllWarnings(as: .error),
            ]
        )
    ]
)
