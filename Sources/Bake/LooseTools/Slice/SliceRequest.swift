package import AtlasBuilding
package import ChromaKey
package import Diagnostics
package import FileStore
package import ImageCodec
package import Raster
package import SheetSlicing

/// Cuts one sheet into frames: what `kiln slice` does.
package struct SliceRequest: Sendable {
    package var input: String
    package var cut: SheetCut
    /// Whether the frames of an animation are taken instead; else it is its first picture that is cut.
    package var takesOwnFrames = false
    /// The folder for `STEM-0.png`, `STEM-1.png` and so on; nil writes no frames.
    package var folder: String?
    /// A file for all frames on one sheet of even cells; nil writes none.
    package var sheet: String?
    /// A file for the sheet with numbered boxes; nil writes none.
    package var debugImage: String?
    /// A GIF of the frames, one after the other; nil writes none.
    package var gif: String?
    /// How fast the GIF plays, in frames a second; nil keeps the times of the file's own frames, and
    /// shows others for an eighth of a second.
    package var fps: Double?
    /// How frames are brought to stand still; nil leaves them as they were cut, but for what is one
    /// picture of all.
    package var register: RegisterSettings?
    /// Makes pixels of blocks once the sheet is cut; nil leaves them.
    package var pixelation: Pixelation?
    /// Keys the sheet first; nil leaves it as it is.
    package var keying: KeySettings?
    package var limits = DecodeLimits()
    /// What files may replace.
    package var rules = LooseRules()

    package init(input: String, cut: SheetCut) {
        self.input = input
        self.cut = cut
    }

    /// Whether frames become as large as each other.
    var isRegistered: Bool { register != nil || sheet != nil || gif != nil }

    var need: PictureNeed {
        var need: PictureNeed = keying == nil ? .slicing : .keying
        if cut.followsFigures { need = need + .figures }
        // The frames, and the sheet that they are put on.
        if isRegistered || pixelation != nil { need = need + .picture + .picture }
        if debugImage != nil { need = need + .picture }
        return need
    }
}

/// What became of a sheet.
package struct SlicedPicture: Sendable {
    package let cut: CutSheet
    /// How long each frame of the file is shown, in milliseconds; empty where the picture was cut.
    package let durations: [Int]
    /// One for each frame, if frames were written.
    package let frames: [String]
    /// What became of blocks, if they were to become pixels.
    package let pixelation: PixelationResult?
    /// One for each frame, if they were registered.
    package let corrections: [FrameCorrection]
    /// What became of the frames that the sheet gave before, and does not any more.
    package var stale = StaleOutputs()
    /// The sheet of even cells, if one was written.
    package let sheet: EvenSheet?
    /// Other files that were written.
    package let others: [String]
    /// Of an opaque sheet that is one figure the screen that keying would remove.
    package let screen: RGB?
}

extension SlicedPicture {
    package var findings: [Diagnostic] {
        let note = screen.map { screen in
            Diagnostic(
                .note,
                about: nil,
                "the sheet is opaque, so it is one frame; --key auto removes its screen "
                    + "\(screen) first"
            )
        }
        return stale.findings + [note].compactMap(\.self)
    }
}

/// A sheet of even cells that was written.
package struct EvenSheet: Sendable, Encodable {
    package let path: String
    package let columns: Int
    package let rows: Int
    package let cellWidth: Int
    package let cellHeight: Int
    /// Where the anchor is in each cell.
    package let anchor: PixelPoint
}

/// Why a sheet was not cut.
package struct SliceFailure: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        case picture(PictureFailure)
        /// The screen is that which keying would remove, where the sheet is opaque all over.
        case cut(SlicingError, screen: RGB?)
        case noScreen(MissingScreen)
        case noBlocks
        case tooLarge
    }

    /// The sheet's.
    package let path: String
    package let reason: Reason

    package var finding: Diagnostic {
        Diagnostic(.error, about: path, "\(reason)", help: reason.help)
    }

    /// Whether the sheet could not be read at all.
    package var isUnreadable: Bool {
        if case .picture(let failure) = reason { failure.isUnreadable } else { false }
    }
}

extension SliceFailure.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .picture(let failure): failure.message
        case .cut(let error, _): "\(error)"
        case .noScreen(let lack): "\(lack.fact), so nothing was cut"
        case .noBlocks: "no blocks found that could become pixels"
        case .tooLarge: "the frames are too many or too large for one picture"
        }
    }

    /// What to do about it; nil where no one can tell.
    fileprivate var help: String? {
        switch self {
        case .picture(let failure): failure.help
        case .cut(.onlySpecks, _): "'--smallest 1' takes every part for a figure"
        case .cut(_, let screen?):
            "the sheet is opaque: '--key auto' removes its screen \(screen) first"
        case .cut, .tooLarge: nil
        case .noScreen(let lack): lack.help
        case .noBlocks: "say how large they are with '--pixelate N'"
        }
    }
}
