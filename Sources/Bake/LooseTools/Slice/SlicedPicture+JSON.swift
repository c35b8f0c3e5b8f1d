import FileStore
import Raster
import SheetSlicing

extension SlicedPicture: Encodable {
    private enum CodingKeys: String, CodingKey {
        case method, confidence, rows, columns, frames, dropped, notes, sheet, others
        case pixelation = "block"
        case stale = "removed"
    }

    private enum FrameKeys: CodingKey { case path, row, column, correction }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(cut.method.rawValue, forKey: .method)
        try container.encode(hundredths(cut.confidence), forKey: .confidence)
        try container.encode(cut.rows, forKey: .rows)
        try container.encode(cut.columns, forKey: .columns)
        var list = container.nestedUnkeyedContainer(forKey: .frames)
        for (index, frame) in cut.frames.enumerated() {
            let encoder = list.superEncoder()
            try frame.box.encode(to: encoder)
            var entry = encoder.container(keyedBy: FrameKeys.self)
            try entry.encode(frame.row, forKey: .row)
            try entry.encode(frame.column, forKey: .column)
            if !frames.isEmpty { try entry.encode(frames[index], forKey: .path) }
            if !corrections.isEmpty { try entry.encode(corrections[index], forKey: .correction) }
        }
        try container.encode(cut.dropped, forKey: .dropped)
        try container.encode(cut.notes.map(\.description), forKey: .notes)
        if case .blocks(let width, let height)? = pixelation {
            let sides = ["width": hundredths(width), "height": hundredths(height)]
            try container.encode(sides, forKey: .pixelation)
        }
        try container.encodeIfPresent(sheet, forKey: .sheet)
        try container.encode(others, forKey: .others)
        try container.encode(stale, forKey: .stale)
    }
}

private func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
