import FileStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads the `Contents.json` of an image set: its images and their scales, smallest first.
///
/// Omits entries without an image, which Xcode writes for missing scales.
package func imagesOfImageSet(
    _ file: ExportedFile
) throws(PictureFailure) -> [(file: String, scale: Int)] {
    struct Contents: Decodable {
        struct Image: Decodable {
            var filename: String?
            var scale: String?
        }

        var images: [Image]
    }
    guard let contents = try? JSONDecoder().decode(Contents.self, from: Data(file.bytes)) else {
        throw PictureFailure(path: file.path, message: "found no \"images\" with names and scales")
    }
    var images: [(file: String, scale: Int)] = []
    for image in contents.images {
        guard let name = image.filename else { continue }
        let scale = image.scale ?? "1x"
        guard scale.hasSuffix("x"), let number = Int(scale.dropLast()), (1...8).contains(number)
        else {
            throw PictureFailure(
                path: file.path,
                message: "found scale \"\(scale)\", expected one such as \"2x\""
            )
        }
        images.append((name, number))
    }
    return images.sorted { $0.scale < $1.scale }
}
