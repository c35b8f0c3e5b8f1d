/// What the user gave to one command, read with the declarations as keys.
package struct Values: Sendable {
    /// The program and the command: "kiln pack".
    let command: String
    /// By long name, with an entry for every declared option; a switch holds the names it had.
    let flags: [String: [String]]
    /// By name, with an entry for every declared argument.
    let positionals: [String: [String]]
    /// Where the outputs go that options name.
    package let outputs: [Output]

    /// A file or folder that the command writes.
    package struct Output: Hashable, Sendable {
        /// The option as it is written in full, `--name`.
        package let option: String
        package let path: String
    }

    /// The value of an option, which the command must have declared.
    ///
    /// - Throws: A usage error when a required option is absent or a text is not of its kind;
    ///   parsing has already refused both, so only a key that differs from the command's own
    ///   declaration can meet this.
    package subscript<Value>(flag: Flag<Value>) -> Value {
        get throws(UsageError) {
            let texts = texts(of: flag)
            guard let value = flag.read(texts) else {
                throw misread("--\(flag.declaration.long)", texts)
            }
            return value
        }
    }

    /// The value of an argument, which the command must have declared.
    package subscript<Value>(positional: Positional<Value>) -> Value {
        get throws(UsageError) {
            let name = positional.declaration.name
            guard let texts = positionals[name] else {
                preconditionFailure("'\(command)' does not declare the argument '\(name)'")
            }
            guard let value = positional.read(texts) else { throw misread(name, texts) }
            return value
        }
    }

    package func declares(_ flag: some DeclaredFlag) -> Bool {
        flags[flag.declaration.long] != nil
    }

    /// Whether an option was given, which its default may hide.
    package func has(_ flag: some DeclaredFlag) -> Bool { !texts(of: flag).isEmpty }

    /// The option as it is written in full, `--name`, when it was given.
    package func name(of flag: some DeclaredFlag) -> String? {
        has(flag) ? "--\(flag.declaration.long)" : nil
    }

    /// A usage error of the command's own, such as two options that exclude each other.
    ///
    /// The text says what is wrong, lower case, no full stop, with the options' names.
    package func usageError(_ text: String) -> UsageError {
        UsageError(message: text, command: command)
    }

    private func texts(of flag: some DeclaredFlag) -> [String] {
        let name = flag.declaration.long
        guard let texts = flags[name] else {
            preconditionFailure("'\(command)' does not declare the option '--\(name)'")
        }
        return texts
    }

    private func misread(_ place: String, _ texts: [String]) -> UsageError {
        usageError("'\(place)' does not read as declared, found \(texts)")
    }
}
