import Diagnostics
package import Raster

extension PictureChange {
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
