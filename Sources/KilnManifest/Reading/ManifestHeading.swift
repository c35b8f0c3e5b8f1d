/// What a file says of itself: enough to tell whether its other members mean what this version knows.
package struct ManifestHeading {
    var format: String?
    var version: Int?
    /// The version of the program that wrote it.
    var generator: String?
    /// Why no more could be read.
    var fault: JSONFault?

    /// Reads as much as can be read.
    init(lookingInto bytes: [UInt8]) {
        var json = JSONScanner(bytes)
        var (format, version, generator): (String?, Int?, Manifest.Generator?)
        do throws(JSONFault) {
            try json.members { (json, name) throws(JSONFault) in
                switch name {
                case "format": format = try json.value()
                case "version": version = try json.value()
                case "generator": generator = try json.value()
                default: try json.skip()
                }
            }
        } catch {
            fault = error
        }
        self.format = format
        self.version = version
        self.generator = generator?.version
    }

    /// Of a manifest that was read.
    init(of manifest: Manifest) {
        format = manifest.format
        version = manifest.version
        generator = manifest.generator.version
    }

    /// Whether bytes that need not be a whole manifest say that they are one.
    package static func isFound(in bytes: [UInt8]) -> Bool {
        ManifestHeading(lookingInto: bytes).format == Manifest.formatName
    }

    static let otherFile = "read the manifest.json of a bake"

    /// Nil when it says what a manifest that can be read says, or says nothing.
    var problem: ManifestError? {
        if let format, format != Manifest.formatName {
            return ManifestError(
                .notAManifest,
                "this is not a Kiln manifest: its \"format\" is \"\(format.prefix(80))\" and not "
                    + "\"\(Manifest.formatName)\"",
                remedy: ManifestHeading.otherFile
            )
        }
        guard format != nil, let version else { return nil }
        if version > Manifest.currentVersion {
            return ManifestError(
                .newerVersion,
                "the manifest has version \(version)"
                    + (generator.map { ", written by kiln \($0.prefix(80))" } ?? "")
                    + "; this reader knows up to \(Manifest.currentVersion)",
                remedy: "link KilnManifest of the Kiln that baked, or bake with an older one"
            )
        }
        if version < 1 {
            return ManifestError(
                .damaged,
                "version: there is no version \(version) of a Kiln manifest",
                remedy: "bake again"
            )
        }
        return nil
    }
}

extension JSONFault {
    /// That a file is another one, or a newer one, where it says so; else what is wrong where.
    ///
    /// `bytes` are all of the file, a zero behind them.
    func manifestError(_ bytes: [UInt8]) -> ManifestError {
        let heading = ManifestHeading(lookingInto: Array(bytes.dropLast()))
        if let problem = heading.problem { return problem }
        guard heading.format != nil else {
            let what = heading.fault?.text(bytes) ?? "it has no \"format\""
            return ManifestError(
                .notAManifest,
                "this is not a Kiln manifest: \(what)",
                remedy: ManifestHeading.otherFile
            )
        }
        return ManifestError(
            .damaged,
            "the manifest cannot be read: \(text(bytes))",
            remedy: isEnd ? "the file is cut off: copy all of it, or bake again" : "bake again"
        )
    }

    private func text(_ bytes: [UInt8]) -> String {
        let (line, column) = position(in: bytes)
        return (path.isEmpty ? "" : "\(path): ") + "\(problem) (line \(line), column \(column))"
    }
}
