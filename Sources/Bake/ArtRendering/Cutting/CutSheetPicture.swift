import ImageCodec
package import Raster
package import SheetSlicing

/// A keyed picture in frames, each of which is whole on it.
package struct CutSheetPicture: Sendable {
    /// Straight alpha; the picture itself, or its frames side by side once they were registered.
    package var image: StraightImage
    /// All of one size.
    package var frames: [PixelRect]
    /// Hard edges and few colors, or blocks that became pixels.
    package var isPixelArt: Bool
    /// Nil for a picture that is one frame.
    package var report: CutReport?
}

/// What was found and corrected where a sheet was cut.
package struct CutReport: Sendable {
    package var cut: CutSheet
    /// One for each frame; empty where frames stayed where they were cut.
    package var corrections: [FrameCorrection] = []
    /// Where the anchor is on every frame; nil where frames stayed where they were cut.
    package var anchor: PixelPoint?
    /// What went beyond the limits.
    package var excesses: [RegisterExcess] = []
    /// Nil where no one asked for pixels.
    package var pixelation: PixelationResult?
}

extension RenderJob {
    /// Cuts a keyed picture, makes pixels of its blocks, and registers its frames; the picture itself
    /// where these are rectangles that nothing moves.
    func cut(
        _ picture: SourcePicture,
        of file: File,
        limits: DecodeLimits
    ) throws(RenderFailure) -> CutSheetPicture {
        var (image, isPixelArt) = (picture.image, picture.isPixelArt)
        // A file for each frame is not cut.
        guard file.following.isEmpty, let cutting = cutting?.scaled(to: file.density) else {
            return CutSheetPicture(
                image: image,
                frames: [PixelRect(image.size)],
                isPixelArt: isPixelArt
            )
        }
        var sheet = try cutting.sheet(picture, file)
        var report = CutReport(cut: sheet)
        if let pixelation = cutting.pixelation {
            let pixels = pixelation.applied(to: sheet, of: image)
            (image, sheet, report.pixelation) = (pixels.image, pixels.sheet, pixels.result)
            if pixels.result != .noBlocks { isPixelArt = true }
        }
        let boxes = sheet.frames.map(\.box)
        guard let registration = cutting.registration(for: sheet) else {
            return CutSheetPicture(
                image: image,
                frames: boxes,
                isPixelArt: isPixelArt,
                report: report
            )
        }
        let tooLarge = RenderFailure(
            path: file.shownPath,
            reason: .framesTooLarge(count: boxes.count, limit: limits.maximumPixels)
        )
        guard registration.area(of: boxes) <= limits.maximumPixels else { throw tooLarge }
        let registered = registerFrames(image, sheet, registration)
        guard let (whole, places) = StraightImage.apart(registered.frames) else { throw tooLarge }
        report.corrections = registered.corrections
        report.anchor = registered.anchor
        report.excesses = registered.excesses
        return CutSheetPicture(image: whole, frames: places, isPixelArt: isPixelArt, report: report)
    }
}

extension FrameCutting {
    /// The frames as they are on a picture.
    func sheet(
        _ picture: SourcePicture,
        _ file: RenderJob.File
    ) throws(RenderFailure) -> CutSheet {
        do throws(SlicingError) {
            return try cutSheet(picture.image, picture.ownCells.map { .rects($0) } ?? cut)
        } catch {
            throw RenderFailure(path: file.shownPath, reason: .unsliceable(error))
        }
    }

    /// Nil where frames are equal rectangles that stay where they are.
    fileprivate func registration(for sheet: CutSheet) -> RegisterSettings? {
        if let registration { return registration }
        return sheet.hasEqualCells ? nil : RegisterSettings(anchor: .none)
    }
}

extension RegisterSettings {
    /// About how many pixels frames have together, each as large as the largest, once they are
    /// even.
    fileprivate func area(of boxes: [PixelRect]) -> Int {
        let heights = boxes.map(\.height).sorted()
        let wanted: Int? =
            switch height {
            case .asDrawn: nil
            case .even: heights[heights.count / 2]
            case .pixels(let height): height
            }
        let sides = boxes.map { box in
            wanted.map { (box.width * $0 / box.height, $0) } ?? (box.width, box.height)
        }
        return (sides.map(\.0).max() ?? 1) * (sides.map(\.1).max() ?? 1) * boxes.count
    }
}
