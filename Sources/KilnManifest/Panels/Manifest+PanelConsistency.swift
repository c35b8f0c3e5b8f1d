extension Manifest {
    /// Checks all that firmware finds its way in a panel's files by.
    func check(_ panel: Panel, of target: Target) throws(ManifestError) {
        let owner = "the panel of target \"\(target.id)\""
        try require(
            panel.width > 0 && panel.height > 0 && Manifest.isLength(panel.width)
                && Manifest.isLength(panel.height),
            "\(owner) has a side out of range"
        )
        try require(
            [1, 2, 4, 8, 32].contains(panel.bitsPerPixel),
            "\(owner) has \(panel.bitsPerPixel) bits per pixel"
        )
        try require(
            panel.bytesPerRow == (panel.width * panel.bitsPerPixel + 7) / 8
                && panel.frameBytes == panel.bytesPerRow * panel.height
                && Manifest.isLength(panel.headerBytes),
            "the bytes of \(owner) are not those of its pixels"
        )
        let codes = panel.bitsPerPixel > 8 ? 0..<0 : 0..<(1 << panel.bitsPerPixel)
        if let ink = panel.inks.first(where: { !codes.contains($0.code) }) {
            throw inconsistent(
                "ink \"\(ink.name)\" of \(owner) has code \(ink.code), which its pixels cannot hold"
            )
        }
        for file in panel.files {
            let owner = "\(file.of) \"\(file.id)\" on \(owner)"
            try require(file.frames > 0, "\(owner) has no frames")
            try require(panel.holds(file.area), "\(owner) lies outside of it")
            for (name, animation) in file.animations ?? [:] {
                try check(animation, of: file, on: panel, "animation \"\(name)\" of \(owner)")
            }
        }
    }

    private func check(
        _ animation: PanelAnimation,
        of file: PanelFile,
        on panel: Panel,
        _ owner: String
    ) throws(ManifestError) {
        let named = animation.frames + animation.changes.flatMap { [$0.from, $0.to] }
        try require(!animation.frames.isEmpty, "\(owner) has no frames")
        if let wrong = named.first(where: { !(0..<file.frames).contains($0) }) {
            throw inconsistent("\(owner) names frame \(wrong); there are \(file.frames)")
        }
        try require(
            animation.durations.count == animation.frames.count
                && animation.durations.allSatisfy(Manifest.isLength),
            "\(owner) does not have one duration for each frame"
        )
        for change in animation.changes {
            try require(
                change.rectangles.allSatisfy(panel.holds)
                    && (0...panel.width * panel.height).contains(change.pixels)
                    && (0...change.pixels).contains(change.cleared),
                "a change in \(owner) lies outside of it"
            )
        }
    }
}

extension Manifest.Panel {
    /// Whether an area is within, and is not empty.
    fileprivate func holds(_ area: Manifest.PanelArea) -> Bool {
        (0..<width).contains(area.x) && (0..<height).contains(area.y)
            && (1...width - area.x).contains(area.width)
            && (1...height - area.y).contains(area.height)
    }
}
