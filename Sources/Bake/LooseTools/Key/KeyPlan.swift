import AtlasBuilding
import Diagnostics
import FileStore

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
