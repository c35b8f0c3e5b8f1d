import CSystem

/// The text of a file that the build embeds.
package func embeddedText(_ name: String) -> String {
    String(decoding: embeddedFile(name), as: UTF8.self)
}

/// A file that the build embeds (see CSystem).
package func embeddedFile(_ name: String) -> [UInt8] {
    let file = unsafe kiln_embedded_file(name)
    unsafe precondition(file.count > 0, "no file \(name) is embedded")
    return unsafe [UInt8](UnsafeBufferPointer(start: file.bytes, count: file.count))
}

/// The files of a folder that the build embeds, by their paths in it.
package func embeddedFiles(in folder: String) -> [(name: String, bytes: [UInt8])] {
    let names = sequence(state: 0) { place in
        defer { place += 1 }
        return unsafe kiln_embedded_name(place).map { unsafe String(cString: $0) }
    }
    return names.filter { $0.hasPrefix("\(folder)/") }
        .map { (String($0.dropFirst(folder.count + 1)), embeddedFile($0)) }
}
