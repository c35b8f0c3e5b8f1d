import Catalog
import ImageCodec

// Tags as animations.

extension SheetFacts {
    /// One animation for each tag; without tags one of all frames.
    var animations: [SheetAnimation] {
        guard !tags.isEmpty else {
            let whole = Tag(name: FileSheet.unnamedRun, frames: 0...frames - 1)
            return [animation(whole, named: whole.name)]
        }
        return zip(tags, namesOfTags).map(animation)
    }

    /// Tags whose names are not those of their animations.
    var renamedTags: [(tag: String, name: String)] {
        zip(tags, namesOfTags).filter { $0.name != $1 }.map { ($0.name, $1) }
    }

    /// The tags' names as ids, each once.
    ///
    /// Artists write "Walk left" and "gähnen"; what ids cannot have becomes a hyphen.
    private var namesOfTags: [String] {
        var taken: Set<String> = []
        return tags.enumerated().map { place, tag in
            let own = identifier(tag.name) ?? "tag-\(place + 1)"
            let numbered = (2...).lazy.map { "\(own)-\($0)" }
            let name = taken.contains(own) ? numbered.first { !taken.contains($0) } ?? own : own
            taken.insert(name)
            return name
        }
    }

    private func identifier(_ text: String) -> String? {
        var id = ""
        for scalar in text.unicodeScalars {
            if isIdentifierScalar(scalar) {
                id.unicodeScalars.append(scalar)
            } else if id.last != "-" {
                id += "-"
            }
        }
        id = String(id.drop { $0 == "-" || $0 == "." }.prefix(60))
        while id.last == "-" { id.removeLast() }
        return id.isEmpty ? nil : id
    }

    /// The frames of a tag in the order of play, with their durations.
    private func animation(_ tag: Tag, named name: String) -> SheetAnimation {
        var result = SheetAnimation()
        result.name = name
        result.loops = tag.repeats == 0
        var frames = Array(tag.frames)
        switch tag.direction {
        case .forward, .pingPong: break
        case .reverse, .pingPongReverse: frames.reverse()
        }
        let turns = tag.direction == .pingPong || tag.direction == .pingPongReverse
        if result.loops {
            result.direction = turns && frames.count > 1 ? .pingpong : .forward
        } else {
            frames = played(frames, times: tag.repeats, turning: turns)
        }
        result.frames = Array(frames.prefix(FrameList.limit))
        let times = (result.frames ?? []).map { min(max(1, durations[$0]), 60_000) }
        if let first = times.first, times.allSatisfy({ $0 == first }), first >= 5,
            1000 % first == 0
        {
            result.framesPerSecond = 1000 / Double(first)
        } else {
            result.durations = times
        }
        return result
    }

    /// A run played several times; where it turns, the frame at the end is shown once.
    private func played(_ run: [Int], times: Int, turning: Bool) -> [Int] {
        var result = run
        for time in 1..<max(1, times) {
            guard result.count < FrameList.limit else { break }
            guard turning else {
                result += run
                continue
            }
            result += time.isMultiple(of: 2) ? run.dropFirst() : run.reversed().dropFirst()
        }
        return result
    }
}
