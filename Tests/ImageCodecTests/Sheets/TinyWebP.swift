import Foundation

/// Tiny WebPs, written once with libwebp through Pillow.
enum TinyWebP {
    /// 4x3, lossless: red 60 x, green 80 y, blue 200, alpha 255 - 40 x.
    static let still = decoded(
        """
        UklGRkQAAABXRUJQVlA4TDgAAAAvA4AAEF9AkG0zxCLc3+MOAoEkf54RBhtkgUASzqZr96AOsHUBFLRtw0Z7\
        KJRCwZXCKCyi/zFfvg==
        """
    )

    /// 6x5, lossless: a bar two wide goes from left to right, red, green, half-clear blue; 40, 120
    /// and 500 milliseconds.
    static let animation = decoded(
        """
        UklGRrQAAABXRUJQVlA4WAoAAAASAAAABQAABAAAQU5JTQYAAAAAAAAAAABBTk1GKAAAAAAAAAAAAAEAAAQA\
        ACgAAANWUDhMDwAAAC8BAAEABxD9j/4HIqL/AQBBTk1GKAAAAAEAAAAAAAEAAAQAAHgAAAFWUDhMDwAAAC8B\
        AAEAB9D/iP4HIqL/AQBBTk1GKAAAAAIAAAAAAAEAAAQAAPQBAAJWUDhMDwAAAC8BAAEQBxDR/wIGIqL/AQA=
        """
    )

    /// 16x8, lossy: red left and blue right.
    static let lossy = decoded(
        """
        UklGRkQAAABXRUJQVlA4IDgAAAAwAgCdASoQAAgAAMASJaACdLoB+AH4gARoAAD+/Suf/9+gm/93m/10S8z/\
        60c//rRlcH9aOb+gAA==
        """
    )

    /// `still` as an extended file with an ICC profile.
    static func still(profile: [UInt8]) -> [UInt8] {
        let picture = Array(still[12...])
        let padding: [UInt8] = profile.count.isMultiple(of: 2) ? [] : [0]
        // Flags: a profile and alpha; then sides less one.
        let header = chunk("VP8X", [0x20 | 0x10, 0, 0, 0, 3, 0, 0, 2, 0, 0])
        let content = Array("WEBP".utf8) + header + chunk("ICCP", profile) + padding + picture
        return chunk("RIFF", content)
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        Array(name.utf8) + (0..<4).map { UInt8(data.count >> (8 * $0) & 255) } + data
    }

    private static func decoded(_ text: String) -> [UInt8] {
        [UInt8](Data(base64Encoded: text)!)
    }
}
