// SwiftCode: names of a catalog as Swift source.
//
// In: a manifest, and what the code is to offer. Out: the text of one Swift file, with an enum for
// each kind of name, which follows from the manifest alone. No disk.
//
//     SwiftText         how a text stands in source: literals, comments
//     SwiftIdentifier   one id as an identifier
//     SwiftNames        all ids of a kind as identifiers that differ
//     SwiftFile         the file
//     TypeScriptNames   the same names as TypeScript types

package import Catalog
package import KilnManifest

/// What a generated file offers beside names.
package enum SwiftAccessors: String, CaseIterable, Sendable {
    case none
    /// Where the bake lies in the bundle.
    case folder
    /// The manifest too, read by `KilnManifest`.
    case manifest
}

/// How a Swift file of names is written.
package struct SwiftOptions: Hashable, Sendable {
    /// The enum around all names; nil is made of the catalog's name.
    package var name: String?
    package var access = SwiftNaming.Access.internal
    package var accessors = SwiftAccessors.folder
    /// The name of the bake's folder in the bundle.
    package var folder: String

    package init(folder: String) {
        self.folder = folder
    }
}

/// The Swift source with a manifest's names, with a line feed at its end.
package func swiftSource(of manifest: Manifest, _ options: SwiftOptions) -> String {
    SwiftFile(manifest, options).text
}
