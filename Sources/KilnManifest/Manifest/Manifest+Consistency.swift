extension Manifest {
    /// Checks every index and length that drawing relies on, so that drawing need not.
    func checkConsistency() throws(ManifestError) {
        func require(_ holds: Bool, _ message: @autoclosure () -> String) throws(ManifestError) {
            guard holds else { throw ManifestError(.inconsistent, message()) }
        }
        let longest = 1 << 20
        func check(
            _ animations: [String: Animation],
            _ frames: [String],
            _ owner: String
        ) throws(ManifestError) {
            for (name, animation) in animations {
                try require(
                    !animation.frames.isEmpty
                        && animation.frames.allSatisfy(frames.indices.contains),
                    "animation \"\(name)\" of \(owner) names frames that do not exist"
                )
                try require(
                    animation.durations.map {
                        $0.count == animation.frames.count
                            && $0.allSatisfy { (1...longest).contains($0) }
                    } ?? true,
                    "animation \"\(name)\" of \(owner) has not one duration for each frame"
                )
            }
        }
        let bleed = canvas.bleed.map { [$0.top, $0.right, $0.bottom, $0.left] } ?? []
        try require(
            ([canvas.width, canvas.height] + bleed).allSatisfy { (0...longest).contains($0) },
            "the canvas has a side out of range"
        )
        for art in species.flatMap(\.art) + items.flatMap(\.art) {
            try require(!art.frames.isEmpty, "the art of asset \"\(art.asset)\" has no frames")
            try require(!art.origins.isEmpty, "the art of asset \"\(art.asset)\" has no origin")
            for origin in art.origins {
                try require(
                    abs(origin.x) < Double(longest) && abs(origin.y) < Double(longest),
                    "the art of asset \"\(art.asset)\" has an origin far outside of the canvas"
                )
            }
            try check(art.animations, art.frames, "asset \"\(art.asset)\"")
        }
        for image in images ?? [] {
            try require(!image.frames.isEmpty, "image \"\(image.id)\" has no frames")
            try require(
                [image.width, image.height].allSatisfy { (0...longest).contains($0) },
                "image \"\(image.id)\" has a side out of range"
            )
            try check(image.animations ?? [:], image.frames, "image \"\(image.id)\"")
        }
        for target in targets {
            for scale in target.scales {
                try require(
                    (1...64).contains(scale),
                    "target \"\(target.id)\" has scale \(scale), which is not in 1...64"
                )
            }
            for picture in target.pictures ?? [] {
                try require(
                    [picture.width, picture.height].allSatisfy { (1...longest).contains($0) },
                    "picture \"\(picture.path)\" of target \"\(target.id)\" has a side out of range"
                )
            }
            for (name, frame) in target.frames {
                let numbers = [
                    frame.x, frame.y, frame.width, frame.height, frame.trimX, frame.trimY,
                    frame.sourceWidth, frame.sourceHeight,
                ]
                try require(
                    frame.width == 0 || target.pages.indices.contains(frame.page),
                    "frame \"\(name)\" of target \"\(target.id)\" names a page that does not exist"
                )
                try require(
                    numbers.allSatisfy { (0...longest).contains($0) },
                    "frame \"\(name)\" of target \"\(target.id)\" lies outside of its page"
                )
                try require(
                    frame.mesh.map { $0.isWhole && $0.lies(in: frame) } ?? true,
                    "the mesh of frame \"\(name)\" of target \"\(target.id)\" contradicts itself"
                )
            }
        }
    }
}
