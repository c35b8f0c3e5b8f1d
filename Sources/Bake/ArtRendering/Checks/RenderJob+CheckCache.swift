import FileStore

// Frames are remembered with what their pictures told. Where they are used in another way since then,
// and the pixels are the same, the pictures are looked at once more, and that is remembered by itself.
extension RenderJob {
    /// What is remembered of the pictures; nil when the pixels have to tell more of how they lie.
    func complete(_ checked: CheckedAsset, for uses: AssetUses) -> CheckedAsset? {
        let isComplete = uses.arts.allSatisfy { art in
            guard let place = place(of: art, on: uses.canvas), !place.holdsAll(of: checked)
            else { return true }
            return checked.losses[place.key] != nil
        }
        return isComplete ? checked : nil
    }

    /// What the pictures of frames that are remembered tell.
    ///
    /// - Returns: nothing on a dry run; what they told, or why they could not be looked at.
    func checkedAgain(
        _ frames: Digest,
        _ uses: AssetUses,
        _ files: [File],
        _ cache: BakeCache,
        _ context: RenderContext
    ) async -> (checked: CheckedAsset?, failures: [RenderFailure]) {
        var out = ByteWriter()
        out.put("checks of an asset")
        out.put(frames)
        out.put(uses.key(of: self))
        for art in uses.arts { out.put(place(of: art, on: uses.canvas)?.key) { $0.put($1) } }
        let key = Digest(of: out.bytes)
        if let header = cache.header(of: key) {
            var reader = ByteReader(header)
            if let known = try? reader.checkedAsset() { return (known, []) }
        }
        guard !context.isDryRun else { return (nil, []) }
        let (checked, failures) = await check(
            files,
            uses,
            disk: context.disk,
            limits: context.limits
        )
        guard failures.isEmpty else { return (nil, failures) }
        var header = ByteWriter()
        header.put(checked)
        cache.store(key, header: header.bytes, payload: [])
        return (checked, [])
    }
}
