import Diagnostics
package import Raster

/// A picture that is not the same in two bakes.
package struct PictureChange: Hashable, Sendable, Encodable {
    /// What the name is of, in the order of lists.
    package enum Subject: String, CaseIterable, Sendable {
        /// A dressed pet whose layers moved or are others, in words.
        case look
        case frame
        /// A file of a target of kind `images`, by its path.
        case file
    }

    package let subject: Subject
    package let name: String
    package let kind: ChangeKind
    /// The target whose pages show it.
    package let target: String
    /// Pixels per point.
    package let scale: Int
    /// How much; nil unless changed.
    package private(set) var difference: PictureDifference?
    /// Nil when none exists, when its page is not there, or in reports.
    package private(set) var old: StraightImage?
    package private(set) var new: StraightImage?
    /// The name as that of its subject.
    private let look: String?
    private let frame: String?
    private let file: String?
    /// As "136x128".
    private let oldSize: String?
    private let newSize: String?
    /// The file that shows it.
    package private(set) var picture: String?

    private enum CodingKeys: CodingKey {
        case kind, target, frame, look, file, scale, oldSize, newSize, difference, picture
    }

    package init(
        _ subject: Subject,
        _ name: String,
        _ kind: ChangeKind,
        target: String,
        scale: Int,
        difference: PictureDifference? = nil,
        old: StraightImage? = nil,
        new: StraightImage? = nil
    ) {
        self.subject = subject
        self.name = name
        self.kind = kind
        self.target = target
        self.scale = scale
        self.difference = difference
        self.old = old
        self.new = new
        look = subject == .look ? name : nil
        frame = subject == .frame ? name : nil
        file = subject == .file ? name : nil
        oldSize = old.map { "\($0.size)" }
        newSize = new.map { "\($0.size)" }
    }

    /// The same for a report, without images, which would fill the memory; `picture` is its file.
    package func reported(picture: String?) -> PictureChange {
        var change = self
        (change.old, change.new, change.picture) = (nil, nil, picture)
        change.difference?.picture = nil
        return change
    }

    /// The heading of its list.
    package var section: String {
        switch subject {
        case .look: "dressed pets"
        case .frame: "frames of \(target)"
        case .file: "pictures of \(target)"
        }
    }

    /// What is to be said of it.
    var fact: String { difference?.summary ?? newSize ?? oldSize ?? "its page is not there" }
}

extension PictureChange {
    /// Old, new and difference side by side, with the measure under the difference.
    ///
    /// What is not there is an empty place; of a picture that came or went there is no difference.
    ///
    /// - Returns: nil when the sheet would pass the largest raster side.
    package func triptych() -> StraightImage? {
        var cells = [("old", old), ("new", new)].map { label, picture in
            ContactSheet.Cell(
                picture: picture,
                label: label,
                note: picture.map { "\($0.size)" } ?? "none"
            )
        }
        if let difference {
            let maximum = "max \(difference.maximumChannelDifference)"
            let ratio = difference.psnr.map { ", \(decimal($0, 1)) dB" } ?? ""
            cells.append(
                ContactSheet.Cell(
                    picture: difference.picture,
                    label: "\(decimal(difference.share * 100, 2))% differ",
                    note: difference.differingPixels == 0 ? "other size" : maximum + ratio
                )
            )
        }
        return ContactSheet(title: "\(kind) \(name)", rows: [ContactSheet.Row(cells: cells)])
            .drawn(SheetStyle().suited(toWidth: max(old?.width ?? 0, new?.width ?? 0)))
    }
}
