package import AtlasBuilding
package import ChromaKey
import Diagnostics
package import FileStore
import ImageCodec
package import Raster

/// Keys loose pictures: what `kiln key` does.
package struct KeyRequest: Sendable {
    /// Pictures, and folders of pictures (with all folders inside).
    package var inputs: [String]
    /// A file for a single picture when the name ends in `.png`; `-` for standard output, which takes
    /// a single picture too; a folder otherwise.
    package var output: String
    package var settings: KeySettings
    /// Pictures of the same figure over other screens, for a single input that is no folder.
    package var also: [String] = []
    /// The screens of the input and of those, in this order; what is nil or missing is found on the
    /// border.
    package var keys: [KeyColor?] = []
    /// A PNG file that shows where those pictures show different things.
    package var differences: String?
    /// Also writes `STEM-mask.png`, the alpha.
    package var writesMask = false
    /// Also writes `STEM-fringe.png`, a heat map of edge pixels that lean to the screen.
    package var writesFringe = false
    /// Whether the pictures are frames of one figure, whose greens are judged over all of them.
    package var areFrames = false
    /// What the frames tell together.
    var verdicts: AreaVerdicts?
    package var jobs: Int
    /// Of the encoder.
    package var effort = Effort.balanced
    package var rules = ReplacementRules()

    package init(inputs: [String], output: String, settings: KeySettings, jobs: Int) {
        self.inputs = inputs
        self.output = output
        self.settings = settings
        self.jobs = jobs
    }
}

package struct KeyOutcome: Sendable {
    package var input: String
    package var result: Result<Success, PictureFailure>

    package struct Success: Sendable {
        package var outputs: [String]
        package var report: KeyReport
        /// The picture was cut out already and has no screen, so it is as it was.
        package var isUnchanged: Bool
        /// Boxes of `keep` and `clear` in which no pixel of the picture is.
        package var missedBoxes: [PixelRect]
        /// Frames of the file behind the one that was keyed.
        package var framesLeft: Int
    }
}

extension KeyOutcome: Encodable {
    private enum CodingKeys: CodingKey {
        case input, outputs, report, isUnchanged, missedBoxes, framesLeft, error
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(input, forKey: .input)
        switch result {
        case .success(let success):
            try container.encode(success.outputs, forKey: .outputs)
            try container.encode(success.report, forKey: .report)
            if success.isUnchanged { try container.encode(true, forKey: .isUnchanged) }
            if !success.missedBoxes.isEmpty {
                try container.encode(success.missedBoxes, forKey: .missedBoxes)
            }
            if success.framesLeft > 0 {
                try container.encode(success.framesLeft, forKey: .framesLeft)
            }
        case .failure(let failure): try container.encode(failure.message, forKey: .error)
        }
    }
}

package struct KeyedPictures: Sendable {
    /// One a picture, in the order of the inputs.
    package var outcomes: [KeyOutcome]
    /// False when any picture failed: nothing was written then.
    package var isWritten: Bool
    /// The result for standard output.
    package var streamed: [UInt8]?
    /// Outputs whose names differ only in case.
    package var clashes: [(first: String, second: String)] = []
}

/// Keys every picture and writes the results: all of them, or none when any picture failed.
///
/// An opaque picture in which no screen is found gives no result and a failure; one that is cut out
/// already is left as it is.
///
/// - Throws: `CommandFailure` when two results would be one file; `Obstruction`, `DiskError`; nothing was
///   written then.
package func keyPictures(_ request: KeyRequest, disk: any Disk) async throws -> KeyedPictures {
    if request.output == StandardStream.path {
        return try await keyForStandardOutput(request, disk: disk)
    }
    let plan = try planKeying(request, disk: disk)
    let results = plan.pictures.flatMap { request.outputs(for: $0.output) }
    // One picture may be keyed in its own place, if that is forced.
    let isForced = request.rules.isForced && plan.pictures.count == 1
    let replaced = isForced ? disk.realPath(joinPath(plan.folder, plan.pictures[0].output)) : nil
    let inputs = plan.pictures.map(\.input).filter { disk.realPath($0) != replaced }
    func begin(_ folder: String, _ names: [String]) async throws -> LooseOutputs {
        try await LooseOutputs(
            in: folder,
            expecting: names,
            reading: inputs + request.also,
            from: request.inputs,
            request.rules,
            disk: disk
        )
    }
    // The map of differences may go into another folder than the results.
    let map = request.differences.map { (folder: parentFolder(of: $0), name: lastPart(of: $0)) }
    let other = map.flatMap {
        disk.destination(of: $0.folder) == disk.destination(of: plan.folder) ? nil : $0
    }
    let besides = other == nil ? [map?.name].compactMap(\.self) : []
    let outputs = try await begin(plan.folder, results + besides)
    var all = [outputs]
    do {
        if let other { all.append(try await begin(other.folder, [other.name])) }
        let request = try await request.learning(of: plan.pictures.map(\.input), disk: disk)
        let mapOutputs = all[all.count - 1]
        let outcomes = try await inParallel(plan.pictures.count, jobs: request.jobs) { index in
            let (input, output) = plan.pictures[index]
            return await request.outcome(of: input, disk) { keyed throws(PictureFailure) in
                try request.add(keyed, as: output, in: plan.folder, to: outputs, map: mapOutputs)
            }
        }
        let isWritten = outcomes.allSatisfy { if case .success = $0.result { true } else { false } }
        for outputs in all {
            if isWritten { try await outputs.commit() } else { outputs.discard() }
        }
        return KeyedPictures(outcomes: outcomes, isWritten: isWritten, clashes: plan.clashes)
    } catch {
        for outputs in all { outputs.discard() }
        throw error
    }
}

extension KeyRequest {
    /// Pictures besides the keyed one are made one after the other.
    fileprivate var need: PictureNeed {
        var need = PictureNeed.keying
        if settings.spill > 0 { need = need + .spill }
        if writesMask || writesFringe || differences != nil { need = need + .picture }
        return need + .others(also.count)
    }

    /// The request with what frames say about their greens, where the pictures are frames.
    ///
    /// Pictures that cannot be read tell nothing; keying reports why.
    fileprivate func learning(of inputs: [String], disk: any Disk) async throws -> KeyRequest {
        guard areFrames else { return self }
        let verdicts = try await inParallel(inputs.count, jobs: jobs) { index in
            try? await withPicture(inputs[index], disk: disk, need: need) {
                decoded throws(PictureFailure) in
                areaVerdicts(
                    of: decoded.image,
                    settings: settings,
                    hints: KeyHints(decoded.info)
                )
            }
        }
        var request = self
        request.verdicts = AreaVerdicts(joining: verdicts.compactMap(\.self))
        return request
    }
}

/// Keys the first picture, and writes nothing.
private func keyForStandardOutput(
    _ request: KeyRequest,
    disk: any Disk
) async throws -> KeyedPictures {
    let output = request.output
    var bytes: [UInt8]?
    let outcome = await request.outcome(of: request.inputs[0], disk) {
        keyed throws(PictureFailure) in
        bytes = try encoding(output) { () throws(DiskError) in
            try encode(keyed.image, for: output, effort: request.effort)
        }
        return [output]
    }
    try Task.checkCancellation()
    return KeyedPictures(outcomes: [outcome], isWritten: bytes != nil, streamed: bytes)
}

extension KeyRequest {
    /// Keys a picture; `write` returns the files that the result was written to.
    fileprivate func outcome(
        of input: String,
        _ disk: any Disk,
        _ write: (KeyedPicture) throws(PictureFailure) -> [String]
    ) async -> KeyOutcome {
        let result = await Result(of: { () async throws(PictureFailure) in
            try await withPicture(input, disk: disk, need: need) {
                decoded throws(PictureFailure) in
                let framesLeft = max(0, decoded.info.frames - 1)
                let keyed =
                    also.isEmpty
                    ? try keyedAlone(consume decoded, of: input)
                    : try keyedTogether(consume decoded, of: input, disk)
                let picture = PixelRect(keyed.image.size)
                return KeyOutcome.Success(
                    outputs: try write(keyed),
                    report: keyed.report,
                    isUnchanged: keyed.isUnchanged,
                    missedBoxes: (settings.keepBoxes + settings.clearBoxes).filter {
                        $0.intersection(picture) == nil
                    },
                    framesLeft: framesLeft
                )
            }
        })
        return KeyOutcome(input: input, result: result)
    }

    fileprivate func add(
        _ keyed: KeyedPicture,
        as output: String,
        in folder: String,
        to outputs: LooseOutputs,
        map mapOutputs: LooseOutputs
    ) throws(PictureFailure) -> [String] {
        func add(
            _ image: StraightImage,
            as name: String,
            shown path: String,
            to outputs: LooseOutputs
        ) throws(PictureFailure) {
            try encoding(path) { () throws(DiskError) in
                try outputs.add(try encode(image, for: name, effort: effort), as: name)
            }
        }
        var images = [{ keyed.image }]
        if writesMask {
            images.append { keyed.image.mapPixels { StraightPixel(r: $0.a, g: $0.a, b: $0.a) } }
        }
        if writesFringe {
            images.append { KeyedImage(image: keyed.image, report: keyed.report).fringeMap }
        }
        var written: [String] = []
        for (name, image) in zip(self.outputs(for: output), images) {
            written.append(joinPath(folder, name))
            try add(image(), as: name, shown: joinPath(folder, name), to: outputs)
        }
        if let path = differences, let picture = keyed.differences {
            try add(picture(), as: lastPart(of: path), shown: path, to: mapOutputs)
            written.append(path)
        }
        return written
    }
}

/// Fails with the path of the output.
private func encoding<Value>(
    _ path: String,
    _ work: () throws(DiskError) -> Value
) throws(PictureFailure) -> Value {
    do throws(DiskError) {
        return try work()
    } catch {
        throw PictureFailure(path: path, isUnreadable: true, message: error.description)
    }
}

/// What is read, and where results go.
struct KeyPlan: Sendable {
    /// Where results go.
    var folder: String
    /// Of each picture its path, and the result's in the folder.
    var pictures: [(input: String, output: String)]
}

func planKeying(_ request: KeyRequest, disk: any Disk) throws -> KeyPlan {
    if request.output.lowercased().hasSuffix(".png"), disk.stamp(request.output)?.isFolder != true {
        guard request.inputs.count == 1, disk.stamp(request.inputs[0])?.isFolder != true else {
            let inputs = request.inputs
            throw CommandFailure(
                "several pictures need a folder, found the name of one picture, "
                    + "\(request.output), for "
                    + (inputs.count == 1 ? "the folder \(inputs[0])" : "\(inputs.count) inputs"),
                help: "name a folder with -o, such as \(withoutExtension(request.output))"
            )
        }
        return KeyPlan(
            folder: parentFolder(of: request.output),
            pictures: [(request.inputs[0], lastPart(of: request.output))]
        )
    }
    var plan = KeyPlan(folder: request.output, pictures: [])
    var inputByOutput: [String: String] = [:]
    for input in request.inputs {
        var pictures = [(path: input, name: lastPart(of: input))]
        if input == StandardStream.path { pictures[0].name = StandardStream.stem }
        if disk.stamp(input)?.isFolder == true {
            pictures = try picturesInFolder(input, without: request.output, disk: disk).map {
                (joinPath(input, $0), $0)
            }
        }
        for picture in pictures {
            let output = withoutExtension(picture.name) + ".png"
            for file in request.outputs(for: output) {
                guard let other = inputByOutput.updateValue(picture.path, forKey: file) else {
                    continue
                }
                throw CommandFailure(
                    "two pictures would be written to \(joinPath(plan.folder, file)): "
                        + both(other, picture.path),
                    help: "key them in two runs with another -o, or rename one"
                )
            }
            plan.pictures.append((picture.path, output))
        }
    }
    guard !plan.pictures.isEmpty else {
        let inputs = request.inputs.joined(separator: ", ")
        throw CommandFailure("no pictures (.png, .jpg, .gif, .webp, .aseprite) in \(inputs)")
    }
    return plan
}

extension KeyPlan {
    /// Results that are one file where file systems know no case, each with the first of its name.
    var clashes: [(first: String, second: String)] {
        var firsts: [String: String] = [:]
        return pictures.compactMap { _, output in
            guard let first = firsts.updateValue(output, forKey: output.lowercased()) else {
                return nil
            }
            return (joinPath(folder, first), joinPath(folder, output))
        }
    }
}

extension KeyRequest {
    /// The files that a picture gives, its result first.
    func outputs(for output: String) -> [String] {
        let stem = withoutExtension(output)
        return [output] + (writesMask ? ["\(stem)-mask.png"] : [])
            + (writesFringe ? ["\(stem)-fringe.png"] : [])
    }
}

/// Two pictures that stand in each other's way, for a message.
func both(_ first: String, _ second: String) -> String {
    "\(printable(first)) and \(printable(second))"
        + (normalFormNote(first, second).map { ", which differ in Unicode normal form: \($0)" }
            ?? "")
}
