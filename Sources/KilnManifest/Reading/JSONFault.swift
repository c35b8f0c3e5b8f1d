/// What keeps a text from being read, and where.
package struct JSONFault: Error {
    /// One step from a value to one within it.
    enum Step {
        case member(String)
        case element(Int)
    }

    /// Which byte it is about.
    var place: Int
    /// What is wrong, as a sentence without its place.
    var problem: String
    /// True when the text ends too early.
    var isEnd: Bool
    /// From the value that it is about to the outermost.
    private var steps: [Step] = []

    init(at place: Int, _ problem: String, isEnd: Bool = false) {
        self.place = place
        self.problem = problem
        self.isEnd = isEnd
    }

    func inside(_ step: Step) -> JSONFault {
        var fault = self
        fault.steps.append(step)
        return fault
    }

    /// The way to the value, such as `targets[0].frames["dog/0"].page`; empty for the whole text.
    var path: String {
        var path = ""
        for step in steps.reversed() {
            switch step {
            case .element(let index): path += "[\(index)]"
            case .member(let name) where name.utf8.allSatisfy(\.isWordByte) && !name.isEmpty:
                path += path.isEmpty ? name : ".\(name)"
            case .member(let name): path += "[\"\(name)\"]"
            }
        }
        return path
    }

    /// Line and column of the place, from 1; columns are bytes.
    func position(in bytes: [UInt8]) -> (line: Int, column: Int) {
        let before = bytes.prefix(place)
        let line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return (line, place - start + 1)
    }
}

extension UInt8 {
    fileprivate var isWordByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
