public import Raster

extension PictureDifference {
    /// Old, new and difference side by side, with the measure under the difference.
    ///
    /// - Parameters:
    ///   - old: the first of the pictures that were compared.
    ///   - new: the second.
    ///   - title: a line above; may be empty.
    ///   - style: how it looks.
    /// - Returns: nil when the sheet would pass the largest raster side.
    public func triptych(
        old: StraightImage,
        new: StraightImage,
        title: String = "",
        style: SheetStyle = .light
    ) -> StraightImage? {
        let share = Double(differingPixels) * 100 / Double(comparedPixels)
        let loss = psnr.isFinite ? "max \(maximumChannelDifference), \(decimal(psnr, 1)) dB" : ""
        return ContactSheet(
            title: title,
            rows: [
                ContactSheet.Row(cells: [
                    ContactSheet.Cell(picture: old, label: "old", note: "\(old.size)"),
                    ContactSheet.Cell(picture: new, label: "new", note: "\(new.size)"),
                    ContactSheet.Cell(
                        picture: picture,
                        label: isNone ? "identical" : "\(decimal(share, 2))% differ",
                        note: loss
                    ),
                ])
            ]
        ).drawn(style)
    }
}
