package struct RemoteAddress: Sendable {
    package enum Credentials: Hashable, Sendable {
        case token(String)
        case basic(user: String, password: String)
        /// From a netrc file, by default the usual one.
        case netrc(path: String?)
    }

    /// Why a text is not a valid address; it never contains the text, which may include a password.
    package enum Refusal: String, Error, Sendable {
        case notHTTP = "it begins with neither http:// nor https://"
        case noHost = "it names no host"
        case query = "it has a query or a fragment, expected a plain path"
        case letters = "it holds blanks, control characters or letters that are not ASCII"
        case credentials = "its user or password is not percent-encoded"
        case user = "its user holds a ':' (written '%3A'), which no user's name may"
        case port = "its port is no number up to 65535; a '/' in a password is written '%2F'"
        case bracket = "a '[' or ']' stands where no IPv6 address does"
        case at =
            "it has an '@' in its path, written '%40' there; a '/' in a password is written '%2F'"
    }

    /// Without credentials and trailing slash.
    package let base: String
    package var credentials: Credentials

    /// Parses `http://` or `https://`, optional `USER:PASSWORD@`, a host, optional port and path;
    /// `credentials` take precedence over those in the text.
    package init(_ text: String, credentials: Credentials? = nil) throws(Refusal) {
        let lower = text.lowercased()
        guard let scheme = ["http://", "https://"].first(where: { lower.hasPrefix($0) }) else {
            throw .notHTTP
        }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else {
            throw .letters
        }
        guard !text.contains("?"), !text.contains("#") else { throw .query }
        var rest = text.dropFirst(scheme.count)
        var own: Credentials?
        let authority = rest.prefix { $0 != "/" }
        if let at = authority.lastIndex(of: "@") {
            let parts = authority[..<at].split(
                separator: ":",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            guard let user = percentDecoded(parts[0]),
                let password = percentDecoded(parts.count > 1 ? parts[1] : ""),
                (user + password).utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
            else { throw .credentials }
            // Everything after the first colon would count as the password.
            guard !user.contains(":") else { throw .user }
            own = .basic(user: user, password: password)
            rest = rest[rest.index(after: at)...]
        }
        guard let first = rest.first, first != "/", first != ":" else { throw .noHost }
        try Self.check(host: rest.prefix { $0 != "/" })
        guard !rest.contains("@") else { throw .at }
        while rest.last == "/" { rest.removeLast() }
        base = scheme + rest
        self.credentials = credentials ?? own ?? .netrc(path: nil)
    }

    private static func check(host text: Substring) throws(Refusal) {
        var rest = text
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]"), text.index(after: text.startIndex) < end
            else {
                throw .bracket
            }
            rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.first == ":" else { throw .bracket }
        }
        guard !rest.contains("["), !rest.contains("]") else { throw .bracket }
        guard let colon = rest.firstIndex(of: ":") else { return }
        let port = rest[rest.index(after: colon)...]
        guard port.allSatisfy(\.isWholeNumber), let number = Int(port), number <= 65_535 else {
            throw .port
        }
    }
}

/// The text of a part of an address; nil for invalid UTF-8, and for an incomplete `%` escape unless
/// it `keepsBroken` ones.
package func percentDecoded(_ text: some StringProtocol, keepsBroken: Bool = false) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
            bytes.append(byte)
            continue
        }
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        if digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
            let value = UInt8(digits, radix: 16)
        {
            bytes.append(value)
            rest = rest.dropFirst(2)
        } else if keepsBroken {
            bytes.append(byte)
        } else {
            return nil
        }
    }
    return String(validating: bytes, as: UTF8.self)
}
