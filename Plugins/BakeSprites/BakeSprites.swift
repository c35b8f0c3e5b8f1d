import Foundation
import PackagePlugin

/// Bakes the catalogs of a target while it is built: one command a catalog, whose outputs are a
/// folder, which becomes a resource, and a Swift file with the catalog's names.
///
/// It forms command lines, no more. What is wrong with a catalog, `kiln` says.
@main
struct BakeSprites: BuildToolPlugin {
    func createBuildCommands(
        context: PluginContext,
        target: any Target
    ) async throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let products = target.dependencies.compactMap { dependency in
            if case .product(let product) = dependency { product.name } else { nil }
        }
        return commands(
            for: target.name,
            files: target.sourceFiles.map(\.url),
            products: products,
            work: context.pluginWorkDirectoryURL,
            tool: try context.tool(named: "kiln").url
        )
    }

    /// What the environment says a build is for: nobody can give a build tool options.
    private var profile: [String] {
        guard let name = ProcessInfo.processInfo.environment["KILN_PROFILE"], !name.isEmpty else {
            return []
        }
        return ["--profile", name]
    }

    /// - Parameters:
    ///   - target: its name.
    ///   - files: all files of the target.
    ///   - products: what it links.
    ///   - work: the folder where the plugin may write.
    ///   - tool: `kiln`.
    /// - Returns: one command a catalog.
    private func commands(
        for target: String,
        files: [URL],
        products: [String],
        work: URL,
        tool: URL
    ) -> [Command] {
        let catalogs = CatalogFile.all(in: files)
        if catalogs.isEmpty {
            Diagnostics.warning(
                "target \"\(target)\" uses BakeSprites and has no catalog: put a catalog.json, or a "
                    + "NAME.catalog.json, with its art into the target's folder"
            )
        }
        var names: Set<String> = []
        for catalog in catalogs where !names.insert(catalog.name).inserted {
            Diagnostics.error(
                "two catalogs of target \"\(target)\" are called \"\(catalog.name)\": rename one, "
                    + "to NAME.catalog.json",
                file: catalog.url.path
            )
            return []
        }
        return catalogs.map { catalog in
            let folder = work.appending(path: "\(catalog.name).baked")
            let names = work.appending(path: "\(catalog.name)+Sprites.swift")
            return .buildCommand(
                displayName: "Baking \(catalog.name)",
                executable: tool,
                arguments: [
                    "bake", catalog.url.path, "--output", folder.path, "--swift", names.path,
                    "--accessors", products.contains("KilnManifest") ? "manifest" : "folder",
                    "--cache-dir", work.appending(path: "\(catalog.name).cache").path,
                    "--read-only-sources", "--force", "--color", "never", "--progress", "never",
                ] + profile,
                inputFiles: catalog.inputs,
                outputFiles: [folder, names]
            )
        }
    }
}

#if canImport(XcodeProjectPlugin)
import XcodeProjectPlugin

extension BakeSprites: XcodeBuildToolPlugin {
    func createBuildCommands(
        context: XcodePluginContext,
        target: XcodeTarget
    ) throws -> [Command] {
        let products = target.dependencies.compactMap { dependency in
            if case .product(let product) = dependency { product.name } else { nil }
        }
        return commands(
            for: target.displayName,
            files: target.inputFiles.map(\.url),
            products: products,
            work: context.pluginWorkDirectoryURL,
            tool: try context.tool(named: "kiln").url
        )
    }
}
#endif
