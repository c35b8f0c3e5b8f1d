internal import Arguments
internal import FileStore

/// Where the outputs of a command may go, as its options name them; looked at before any work.
///
/// What lies there already is looked at where outputs are written.
struct OutputRules {
    private let values: Values
    private let disk: any Disk

    init(_ values: Values, disk: any Disk = RealDisk()) {
        self.values = values
        self.disk = disk
    }

    /// Two options that name one file would leave the output of one of them.
    func refuseSharedFiles() throws {
        var options: [String: String] = [:]
        for output in values.outputs {
            let place = disk.destination(of: output.path)
            guard let other = options.updateValue(output.option, forKey: place) else { continue }
            let both =
                other == output.option ? "'\(other)' twice" : "'\(other)' and '\(output.option)'"
            throw values.usageError(
                "two outputs go to one file, found \(both) for '\(output.path)'"
            )
        }
    }
}
