import AtlasBuilding
import Bake
import Console
import FileStore
import ImageCodec

/// The options of `kiln bake` for results that machines share, and for sharing the work.
enum SharedWork {
    static let cache = Flag("cache", value: "URL", .text)
        .whenAbsent("KILN_CACHE")
        .help(
            "a server of Bazel's cache protocol that shares results with other machines",
            details: """
                An http:// or https:// address. Credentials come from KILN_CACHE_TOKEN, from \
                KILN_CACHE_USER and KILN_CACHE_PASSWORD, from the URL, or from ~/.netrc (NETRC). The \
                server is asked only for what .kiln-cache does not have. A failing server costs time \
                but never fails the bake.
                """
        )
        .excludes(Shared.noCache)
    static let mode = Flag("cache-mode", value: "MODE", .choice(of: RemoteCache.Mode.self))
        .whenAbsent("KILN_CACHE_MODE, or rw")
        .help("rw fetches from --cache and stores there, ro only fetches")
    static let worker = Flag("worker", value: "I/N", .workShare)
        .help(
            "fill the shared cache as machine I of N, from 0, and leave DIR as it is",
            details: """
                Each of N machines runs the same command with a different I. A worker does its own \
                share first, then whatever others have not done yet, and checks the cache before \
                each piece. So machines can join, be slow or fail at any time. A bake with the same \
                cache then packs and writes (see --assemble). Machines share --cache URL, or a \
                folder as --cache-dir. A worker that cannot store anything there exits with status \
                2.
                """
        )
        .excludes(BakeCommand.check, BakeCommand.dryRun)
    static let assemble = Flag("assemble")
        .help("write DIR from the workers' results in the shared cache, making what is missing")
        .excludes(BakeCommand.check, BakeCommand.dryRun)
    static var flags: [any DeclaredFlag] { [cache, mode, worker, assemble] }

    /// What the options and the environment say, taken over into a request.
    static func apply(_ values: Values, to request: inout BakeRequest) throws {
        let share = try values[worker]
        let assembles = try values[assemble]
        request.remote = try remote(values, sharesWork: share != nil)
        request.share = share
        request.publishes = share == nil || assembles
        guard share != nil || assembles else { return }
        guard request.usesCache, request.remote != nil || request.cacheFolder != nil else {
            throw values.usageError(
                "\(share != nil ? "'--worker'" : "'--assemble'") needs a cache that all machines "
                    + "share: name a server with '--cache URL' (or KILN_CACHE), or a folder that all "
                    + "of them see with '--cache-dir DIR'"
            )
        }
        if share != nil, let remote = request.remote, remote.mode == .readOnly {
            throw values.usageError("'--worker' fills the cache, which '--cache-mode ro' forbids")
        }
    }

    private static func remote(_ values: Values, sharesWork: Bool) throws -> RemoteCache? {
        let environment = Machine.environment.filter { !$0.value.isEmpty }
        let given = try values[cache]
        if try values[Shared.noCache] { return nil }
        guard let text = given ?? environment["KILN_CACHE"] else {
            guard try values[mode] == nil else {
                throw values.usageError("'--cache-mode' needs '--cache URL' or KILN_CACHE")
            }
            return nil
        }
        let place = given == nil ? "KILN_CACHE" : "--cache"
        let who = try credentials(values, environment)
        var address: RemoteAddress
        do throws(RemoteAddress.Refusal) {
            address = try RemoteAddress(text, credentials: who)
        } catch {
            throw values.usageError(
                "invalid address for \(place): \(error.rawValue), as in http://cache.example:8080/kiln"
            )
        }
        if case .netrc = address.credentials, let file = environment["NETRC"] {
            address.credentials = .netrc(path: file)
        }
        if let trouble = RemoteCache.obstacle {
            throw values.usageError("'\(place)' cannot be used: \(trouble)")
        }
        return RemoteCache(
            address,
            mode: try values[mode] ?? environmentMode(values, environment),
            program: decodingFacts,
            sharesWork: sharesWork,
            certificates: environment["CURL_CA_BUNDLE"] ?? environment["SSL_CERT_FILE"]
        )
    }

    private static func environmentMode(
        _ values: Values,
        _ environment: [String: String]
    ) throws -> RemoteCache.Mode {
        guard let text = environment["KILN_CACHE_MODE"] else { return .readWrite }
        guard let mode = RemoteCache.Mode(rawValue: text) else {
            throw values.usageError(
                "invalid value for KILN_CACHE_MODE, found '\(text)', expected one of rw, ro"
            )
        }
        return mode
    }

    /// Nil when the environment has none; what is in it is never printed.
    private static func credentials(
        _ values: Values,
        _ environment: [String: String]
    ) throws -> RemoteAddress.Credentials? {
        func secret(_ name: String) throws -> String? {
            guard let text = environment[name] else { return nil }
            guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
                throw values.usageError("\(name) holds control characters, such as a line's end")
            }
            return text
        }
        if let token = try secret("KILN_CACHE_TOKEN") { return .token(token) }
        if let user = try secret("KILN_CACHE_USER") {
            guard !user.contains(":") else {
                throw values.usageError(
                    "KILN_CACHE_USER holds a ':', which no user's name may (RFC 7617); the password "
                        + "stands in KILN_CACHE_PASSWORD"
                )
            }
            return .basic(user: user, password: try secret("KILN_CACHE_PASSWORD") ?? "")
        }
        return nil
    }
}

extension ValueKind where Value == WorkShare {
    /// `2/8`: the third of eight.
    static var workShare: ValueKind {
        ValueKind(
            expected: "I/N with I from 0 to N - 1, as 0/4",
            describe: { "\($0.index)/\($0.count)" },
            convert: { text in
                let parts = text.split(separator: "/", omittingEmptySubsequences: false)
                guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy(\.isNumber) }),
                    let index = Int(parts[0]), let count = Int(parts[1]), count <= 100_000
                else { return nil }
                return WorkShare(index, of: count)
            }
        )
    }
}
