import Diagnostics

extension OutputFolder {
    /// Folders of the machine, or of all users.
    ///
    /// A bake's outputs would be mixed with other files, and the folder itself might be exchanged.
    private static let ofTheSystem: Set<String> = [
        "/", "/bin", "/boot", "/dev", "/etc", "/home", "/lib", "/lib32", "/lib64", "/libx32",
        "/opt", "/proc", "/root", "/run", "/sbin", "/srv", "/sys", "/tmp",
        "/usr", "/usr/bin", "/usr/include", "/usr/lib", "/usr/lib64", "/usr/libexec", "/usr/sbin",
        "/usr/share", "/usr/local", "/usr/local/bin", "/usr/local/lib", "/usr/local/share",
        "/var", "/var/cache", "/var/lib", "/var/log", "/var/tmp",
        // On macOS.
        "/Applications", "/Library", "/System", "/Users", "/Volumes", "/opt/homebrew", "/private",
        "/private/etc", "/private/tmp", "/private/var",
    ]

    /// Rejects a system folder unless it is empty or has outputs of an earlier run.
    package func refuseSystemFolder() throws(DiskError) {
        guard let real = disk.realPath(path), Self.ofTheSystem.contains(real) else { return }
        if (try? disk.list(real))?.isEmpty == true { return }
        let recorded = try? disk.read(joinPath(real, record.name))
        if let recorded, case .ours = record.read(recorded) { return }
        throw DiskError(
            .write,
            path,
            reason: "it is a folder of the system, and nothing was baked into it before",
            help: "name a folder of its own with -o, such as build"
        )
    }
}
