/// The program's name, version and public address.
///
/// The only source of these facts: `Scripts/product` reads this file for packages, and
/// `Scripts/check-product` compares documents with it.
package enum Generator {
    package static let name = "kiln"
    package static let version = "0.2.0"
    /// The address of the public repository, such as `https://github.com/OWNER/kiln`; nil before
    /// publication.
    package static let address: String? = nil

    /// The address of this version's documentation, in GitHub's form.
    package static var documentation: String? { address.map { "\($0)/blob/\(version)" } }
}
