import Diagnostics
package import KilnManifest
package import Raster

/// A picture that is not the same in two bakes.
package struct PictureChange: Hashable, Sendable {
    package enum Subject: Hashable, Sendable {
        /// A frame, by name.
        case frame(String)
        /// A dressed pet whose layers moved or are others.
        case look(Look)
        /// A file of a target of kind `images`, by its path.
        case file(String)
    }

    package var subject: Subject
    package var kind: ChangeKind
    /// The target whose pages show it.
    package var target: String
    /// Pixels per point.
    package var scale: Int
    /// How much; nil unless changed.
    package var difference: PictureDifference?
    /// Nil when none exists, or when its page is not there.
    package var old: StraightImage?
    package var new: StraightImage?

    package init(
        _ subject: Subject,
        _ kind: ChangeKind,
        target: String,
        scale: Int,
        difference: PictureDifference? = nil,
        old: StraightImage? = nil,
        new: StraightImage? = nil
    ) {
        self.subject = subject
        self.kind = kind
        self.target = target
        self.scale = scale
        self.difference = difference
        self.old = old
        self.new = new
    }

    /// What to call it: a frame's name, a file's path, or the look in words.
    package var name: String {
        switch subject {
        case .frame(let name), .file(let name): name
        case .look(let look): look.words
        }
    }
}

extension PictureChange {
    init(_ frame: String, _ kind: ChangeKind, _ target: Manifest.Target) {
        self.init(.frame(frame), kind, target: target.id, scale: target.scales.max() ?? 1)
    }

    /// Old, new and difference side by side, with the measure under the difference.
    ///
    /// What is not there is an empty place; of a picture that came or went there is no difference.
    ///
    /// - Returns: nil when the sheet would pass the largest raster side.
    package func triptych(_ style: SheetStyle = .light) -> StraightImage? {
        var cells = [("old", old), ("new", new)].map { label, picture in
            ContactSheet.Cell(
                picture: picture,
                label: label,
                note: picture.map { "\($0.size)" } ?? "none"
            )
        }
        if let difference {
            let share = Double(difference.differingPixels) / Double(difference.comparedPixels)
            let maximum = "max \(difference.maximumChannelDifference)"
            let ratio =
                difference.psnr.isFinite ? ", \(decimal(difference.psnr, 1)) dB" : ""
            cells.append(
                ContactSheet.Cell(
                    picture: difference.picture,
                    label: "\(decimal(share * 100, 2))% differ",
                    note: difference.differingPixels == 0 ? "other size" : maximum + ratio
                )
            )
        }
        return ContactSheet(title: "\(kind) \(name)", rows: [ContactSheet.Row(cells: cells)])
            .drawn(style.suited(toWidth: max(old?.width ?? 0, new?.width ?? 0)))
    }
}
