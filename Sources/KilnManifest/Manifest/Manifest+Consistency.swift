extension Manifest {
    /// The longest side, in points, and the longest duration, in milliseconds.
    private static let longest = 1 << 20

    /// Checks every index, name and length that drawing relies on, so that drawing need not.
    func checkConsistency() throws(ManifestError) {
        let bleed = canvas.bleed.map { [$0.top, $0.right, $0.bottom, $0.left] } ?? []
        try require(
            ([canvas.width, canvas.height] + bleed).allSatisfy(Manifest.isLength),
            "the canvas has a side out of range"
        )
        for target in targets { try check(target) }
        for one in species { for art in one.art { try check(art) } }
        for item in items { for art in item.art { try check(art) } }
        for image in images ?? [] {
            let owner = "image \"\(image.id)\""
            try check(ImageArt(image), owner)
            for art in image.art ?? [] { try check(art, "asset \"\(art.asset)\" of \(owner)") }
        }
    }

    private func check(_ art: Art) throws(ManifestError) {
        try require(!art.frames.isEmpty, "the art of asset \"\(art.asset)\" has no frames")
        try require(!art.origins.isEmpty, "the art of asset \"\(art.asset)\" has no origin")
        for origin in art.origins {
            try require(
                abs(origin.x) < Double(Manifest.longest)
                    && abs(origin.y) < Double(Manifest.longest),
                "the art of asset \"\(art.asset)\" has an origin far outside of the canvas"
            )
        }
        // An atlas with pages holds the frames of all art; other targets hold what was drawn of them.
        if targets.contains(where: { $0.kind == "atlas" && $0.pictures == nil }) {
            for name in art.frames {
                try require(
                    targets.contains { $0.frames.index(forKey: name) != nil },
                    "the art of asset \"\(art.asset)\" names frame \"\(name)\", which no target has"
                )
            }
        }
        try check(art.animations, art.frames.count, "asset \"\(art.asset)\"")
    }

    private func check(_ art: ImageArt, _ owner: String) throws(ManifestError) {
        try require(!art.frames.isEmpty, "\(owner) has no frames")
        try require(
            Manifest.isLength(art.width) && Manifest.isLength(art.height),
            "\(owner) has a side out of range"
        )
        try check(art.animations ?? [:], art.frames.count, owner)
    }

    private func check(
        _ animations: [String: Animation],
        _ frameCount: Int,
        _ owner: String
    ) throws(ManifestError) {
        for (name, animation) in animations {
            try require(
                !animation.frames.isEmpty,
                "animation \"\(name)\" of \(owner) has no frames"
            )
            if let wrong = animation.frames.first(where: { !(0..<frameCount).contains($0) }) {
                throw inconsistent(
                    "animation \"\(name)\" of \(owner) names frame \(wrong); there are \(frameCount)"
                )
            }
            try require(
                animation.durations.map {
                    $0.count == animation.frames.count
                        && $0.allSatisfy { (1...Manifest.longest).contains($0) }
                } ?? true,
                "animation \"\(name)\" of \(owner) does not have one duration for each frame"
            )
        }
    }

    private func check(_ target: Target) throws(ManifestError) {
        for scale in target.scales {
            try require(
                (1...64).contains(scale),
                "target \"\(target.id)\" has scale \(scale), which is not in 1...64"
            )
        }
        for picture in target.pictures ?? [] {
            try require(
                (1...Manifest.longest).contains(picture.width)
                    && (1...Manifest.longest).contains(picture.height),
                "picture \"\(picture.path)\" of target \"\(target.id)\" has a side out of range"
            )
        }
        for (index, page) in target.pages.enumerated() {
            try require(
                Manifest.isLength(page.width) && Manifest.isLength(page.height),
                "page \(index) of target \"\(target.id)\" has a side out of range"
            )
            for scale in target.scales {
                try require(
                    page.images.contains { $0.scale == scale },
                    "page \(index) of target \"\(target.id)\" has no image at scale \(scale)"
                )
            }
        }
        for bundle in target.bundles ?? [] {
            if let wrong = bundle.pages.first(where: { !target.pages.indices.contains($0) }) {
                throw inconsistent(
                    "bundle \"\(bundle.id)\" of target \"\(target.id)\" names page \(wrong), "
                        + "which does not exist"
                )
            }
        }
        for (name, frame) in target.frames {
            let isPlaced = frame.width > 0
            try require(
                !isPlaced || target.pages.indices.contains(frame.page),
                "frame \"\(name)\" of target \"\(target.id)\" names page \(frame.page), "
                    + "which does not exist"
            )
            let lengths = [
                frame.x, frame.y, frame.width, frame.height, frame.trimX, frame.trimY,
                frame.sourceWidth, frame.sourceHeight,
            ]
            try require(
                lengths.allSatisfy(Manifest.isLength)
                    && (!isPlaced || target.pages[frame.page].holds(frame)),
                "frame \"\(name)\" of target \"\(target.id)\" lies outside of its page"
            )
            try require(
                frame.mesh.map { $0.isWhole && $0.lies(in: frame) } ?? true,
                "the mesh of frame \"\(name)\" of target \"\(target.id)\" contradicts itself"
            )
        }
        if let panel = target.panel { try check(panel, of: target) }
    }

    static func isLength(_ number: Int) -> Bool { (0...longest).contains(number) }
}

extension Manifest.Page {
    /// Whether a frame is within; its numbers are lengths.
    fileprivate func holds(_ frame: Manifest.Frame) -> Bool {
        frame.x + (frame.rotated ? frame.height : frame.width) <= width
            && frame.y + (frame.rotated ? frame.width : frame.height) <= height
    }
}

func require(_ holds: Bool, _ fact: @autoclosure () -> String) throws(ManifestError) {
    guard holds else { throw inconsistent(fact()) }
}

func inconsistent(_ fact: String) -> ManifestError {
    ManifestError(
        .inconsistent,
        "the manifest contradicts itself: \(fact)",
        remedy: "bake again"
    )
}
