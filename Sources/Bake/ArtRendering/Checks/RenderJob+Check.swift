import AtlasBuilding
import FileStore

// Frames are remembered with what was found in their pictures. Where they are used in another way
// since then, and the pixels are the same, the pictures are looked at once more, and that is
// remembered by itself.
extension RenderJob {
    /// What is remembered of the pictures; nil when more has to be measured in the pixels.
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
        var frames: Digest?
        if context.cache != nil {
            let paths = files.flatMap(\.allRead).map(\.path)
            for path in paths { contents[path] = try? context.disk.read(path) }
            let digests = paths.compactMap { path in contents[path].map { Digest(of: $0) } }
            // The check reports files that cannot be read.
            if digests.count == paths.count {
                frames = key(context.log.digest(settings(files, context.limits)), digests)
            }
        }
        let (checked, failures) = await checkedAgain(
            frames,
            uses,
            files,
            pageLimit: pageLimit,
            contents: contents,
            context
        )
        return (checked ?? CheckedAsset(), failures)
    }

    /// The findings and measures of the pictures that frames with a key were made from; the cache is
    /// used if there is a key.
    ///
    /// `contents` are files that were read already, by path.
    ///
    /// - Returns: nothing on a dry run; the findings, and why other files could not be checked.
    func checkedAgain(
        _ frames: Digest?,
        _ uses: AssetUses,
        _ files: [File],
        pageLimit: Int? = nil,
        contents: [String: [UInt8]] = [:],
        _ context: RenderContext
    ) async -> (checked: CheckedAsset?, failures: [RenderFailure]) {
        let key = frames.map { frames in
            var out = ByteWriter()
            out.put("checks of an asset", frames, uses.key(of: self), pageLimit)
            put(placesOf: uses, to: &out)
            return Digest(of: out.bytes)
        }
        if let key, let header = context.cache?.header(of: key),
            let known = CheckedAsset(coded: header)
        {
            return (known, [])
        }
        guard !context.isDryRun else { return (nil, []) }
        let needs = files.flatMap { file in
            let need = checkNeed(of: file) + (keying == .never ? .reading : .keying)
            return file.allRead.map { ($0, need + .others(file.also.count)) }
        }
        var (checked, failures) = (CheckedAsset(), [RenderFailure]())
        do throws(RenderFailure) {
            (checked, failures) = try await working(on: needs, context.reader(contents)) { reader in
                var checker: AssetChecker? = AssetChecker(self, uses, pageLimit: pageLimit)
                var failures: [RenderFailure] = []
                for file in files {
                    do throws(RenderFailure) {
                        try eachPicture(of: file, reader, &checker) { _, _, _, _ in }
                    } catch {
                        failures.append(error)
                    }
                }
                return (checker?.finished() ?? CheckedAsset(), failures)
            }
        } catch {
            failures = [error]
        }
        // Large frames are not coded.
        if let key, failures.isEmpty, checked.largeFrames.isEmpty {
            var header = ByteWriter()
            header.put(checked)
            context.cache?.store(key, header: header.bytes, payload: [])
        }
        return (checked, failures)
    }

    /// What looking at a file takes besides keying it: numbered frames are side by side.
    func checkNeed(of file: File) -> PictureNeed {
        let frames = file.following.isEmpty ? 1 : file.all.count
        let need = PictureNeed(bytesPerPixel: 4 * Double(frames))
        return cutting?.copiesFrames == true ? need + .registering : need
    }
}
