/// The program's name and version, as `--version` and every manifest say them.
package enum Generator {
    package static let name = "kiln"
    package static let version = "0.1.0"
}
