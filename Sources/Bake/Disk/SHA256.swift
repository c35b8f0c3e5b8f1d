internal import Raster

#if canImport(CryptoKit)
internal import CryptoKit
#else
internal import CCrypto
#endif

/// The SHA-256 of `bytes`, in lower-case hexadecimal.
///
/// Computed by the system's own library: libcrypto, or CryptoKit on Apple's systems.
public func sha256(_ bytes: [UInt8]) -> String {
    unsafe bytes.withUnsafeBytes { unsafe sha256($0) }
}

private func sha256(_ bytes: UnsafeRawBufferPointer) -> String {
    #if canImport(CryptoKit)
    let digest = unsafe Array(CryptoKit.SHA256.hash(data: bytes))
    #else
    var digest = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    let done = unsafe EVP_Digest(
        bytes.baseAddress,
        bytes.count,
        &digest,
        &length,
        EVP_sha256(),
        nil
    )
    precondition(done == 1 && length == 32, "libcrypto has no SHA-256")
    #endif
    let digits = Array("0123456789abcdef".utf8)
    let text = digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
}

/// The SHA-256 of a picture's pixels, RGBA8, row-major.
func sha256(of image: StraightImage) -> String {
    unsafe image.withPixels { pixels in
        unsafe sha256(UnsafeRawBufferPointer(pixels))
    }
}
