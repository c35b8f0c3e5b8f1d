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

    /// The findings and measures of all files; pictures that were checked before are not decoded.
    ///
    /// Frames with a side longer than `pageLimit` points are noted.
    func check(
        _ uses: AssetUses,
        pageLimit: Int?,
        in context: RenderContext
    ) async -> (checked: CheckedAsset, failures: [RenderFailure]) {
        var contents: [String: [UInt8]] = [:]
        let paths = files.flatMap(\.allRead).map(\.path)
        if let cache = context.cache {
            for path in paths { contents[path] = try? context.disk.read(path) }
            // Looking reports what cannot be read.
            let digests = paths.compactMap { path in contents[path].map { Digest(of: $0) } }
            if digests.count == paths.count {
                let frames = key(context.log.digest(settings(files, context.limits)), digests)
                let (checked, failures) = await checkedAgain(
                    frames,
                    uses,
                    files,
                    pageLimit: pageLimit,
                    contents: contents,
                    cache,
                    context
                )
                return (checked ?? CheckedAsset(), failures)
            }
        }
        return await check(
            files,
            uses,
            pageLimit: pageLimit,
            contents: contents,
            disk: context.disk,
            limits: context.limits
        )
    }

    /// What the pictures of frames that are remembered tell.
    ///
    /// - Returns: nothing on a dry run; what they told, and why others could not be looked at.
    func checkedAgain(
        _ frames: Digest,
        _ uses: AssetUses,
        _ files: [File],
        pageLimit: Int? = nil,
        contents: [String: [UInt8]] = [:],
        _ cache: BakeCache,
        _ context: RenderContext
    ) async -> (checked: CheckedAsset?, failures: [RenderFailure]) {
        var out = ByteWriter()
        out.put("checks of an asset")
        out.put(frames)
        out.put(uses.key(of: self))
        out.put(pageLimit) { $0.put($1) }
        put(placesOf: uses, to: &out)
        let key = Digest(of: out.bytes)
        if let header = cache.header(of: key) {
            var reader = ByteReader(header)
            if let known = try? reader.checkedAsset() { return (known, []) }
        }
        guard !context.isDryRun else { return (nil, []) }
        let (checked, failures) = await check(
            files,
            uses,
            pageLimit: pageLimit,
            contents: contents,
            disk: context.disk,
            limits: context.limits
        )
        guard failures.isEmpty else { return (checked, failures) }
        // Large frames are not remembered.
        guard checked.largeFrames.isEmpty else { return (checked, []) }
        var header = ByteWriter()
        header.put(checked)
        cache.store(key, header: header.bytes, payload: [])
        return (checked, [])
    }
}
