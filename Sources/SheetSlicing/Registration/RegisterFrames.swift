public import Raster

/// Brings the frames of a sheet to stand still on a common cell.
///
/// - Parameters:
///   - image: the sheet that was cut.
///   - cut: its frames.
///   - settings: what stands still, and how tall the subject is made.
/// - Returns: a picture and a correction for each frame.
public func registerFrames(
    _ image: StraightImage,
    _ cut: CutSheet,
    _ settings: RegisterSettings
) -> RegisteredSheet {
    let width = cut.frames.map(\.box.width).max() ?? 1
    let height = cut.frames.map(\.box.height).max() ?? 1
    let size = PixelSize(width: width, height: height) ?? .onePixel
    let frames = cut.frames.map { frame in
        var picture = StraightImage(size: size)
        let left = (width - frame.box.width) / 2
        let top = height - frame.box.height
        picture.copy(from: frame.picture(from: image), at: PixelPoint(x: left, y: top))
        return picture
    }
    return RegisteredSheet(
        frames: frames,
        corrections: subjectHeights(image, cut).map {
            FrameCorrection(heightBefore: $0, heightAfter: $0)
        },
        anchor: PixelPoint(x: width / 2, y: height)
    )
}

/// How tall the subject of each frame is: what `SubjectHeight.pixels` is chosen by for several sheets.
///
/// - Parameters:
///   - image: the sheet that was cut.
///   - cut: its frames.
/// - Returns: in pixels, from the top of the subject to its foot line.
public func subjectHeights(_ image: StraightImage, _ cut: CutSheet) -> [Int] {
    cut.frames.map(\.box.height)
}
