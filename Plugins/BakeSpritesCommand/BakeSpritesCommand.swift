import Foundation
import PackagePlugin

/// `swift package bake-sprites`: bakes the catalogs of a package's targets into the package.
@main
struct BakeSpritesCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        var extractor = ArgumentExtractor(arguments)
        let names = extractor.extractOption(named: "target")
        let output = extractor.extractOption(named: "output").last ?? "Baked"
        if extractor.extractFlag(named: "help") > 0 {
            print(Self.help)
            return
        }
        let targets =
            names.isEmpty
            ? context.package.targets : try context.package.targets(named: names)
        let files = targets.compactMap { $0 as? any SourceModuleTarget }
            .flatMap { $0.sourceFiles.map(\.url) }
        try bake(
            CatalogFile.all(in: files),
            into: URL(filePath: output, relativeTo: context.package.directoryURL),
            work: context.pluginWorkDirectoryURL,
            tool: try context.tool(named: "kiln").url,
            extractor.remainingArguments
        )
    }

    private func bake(
        _ catalogs: [CatalogFile],
        into output: URL,
        work: URL,
        tool: URL,
        _ words: [String]
    ) throws {
        guard !catalogs.isEmpty else { throw Refusal.noCatalog }
        guard Set(catalogs.map(\.name)).count == catalogs.count else {
            throw Refusal.sameName(catalogs.map(\.url.path))
        }
        var failed: [String] = []
        for catalog in catalogs {
            print("baking \(catalog.url.path)")
            let process = Process()
            process.executableURL = tool
            process.arguments =
                [
                    "bake", catalog.url.path, "--output", output.appending(path: catalog.name).path,
                    "--cache-dir", work.appending(path: "\(catalog.name).cache").path,
                ] + words
            try process.run()
            process.waitUntilExit()
            if process.terminationStatus != 0 { failed.append(catalog.url.path) }
        }
        guard failed.isEmpty else { throw Refusal.failed(failed) }
    }

    private static let help = """
        swift package --allow-writing-to-package-directory bake-sprites \
        [--target NAME]... [--output DIR] [OPTION]...

        Bakes the catalogs (catalog.json, NAME.catalog.json) of the package's targets into DIR/NAME,
        DIR being Baked in the package unless said. Other options go to 'kiln bake', such as
        --check, --profile NAME or --swift FILE. A tool that is built from source is faster with
        'swift package -c release'.
        """
}

/// Why nothing was baked, or not everything.
enum Refusal: Error, CustomStringConvertible {
    case noCatalog
    case sameName([String])
    case failed([String])

    var description: String {
        switch self {
        case .noCatalog:
            "no target has a catalog: put a catalog.json, or a NAME.catalog.json, with its art into "
                + "a target's folder"
        case .sameName(let paths):
            "catalogs are called the same: rename one, to NAME.catalog.json, among "
                + paths.joined(separator: ", ")
        case .failed(let paths):
            "could not bake \(paths.joined(separator: ", "))"
        }
    }
}

#if canImport(XcodeProjectPlugin)
import XcodeProjectPlugin

extension BakeSpritesCommand: XcodeCommandPlugin {
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
        var extractor = ArgumentExtractor(arguments)
        let names = extractor.extractOption(named: "target")
        let output = extractor.extractOption(named: "output").last ?? "Baked"
        let targets = context.xcodeProject.targets.filter {
            names.isEmpty || names.contains($0.displayName)
        }
        try bake(
            CatalogFile.all(in: targets.flatMap { $0.inputFiles.map(\.url) }),
            into: URL(filePath: output, relativeTo: context.xcodeProject.directoryURL),
            work: context.pluginWorkDirectoryURL,
            tool: try context.tool(named: "kiln").url,
            extractor.remainingArguments
        )
    }
}
#endif
