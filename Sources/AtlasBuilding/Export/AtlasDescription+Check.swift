import Catalog
import Raster

extension AtlasDescription {
    /// Limits sides, so that sums of numbers in a description cannot overflow.
    static let maximumSide = 1 << 20

    func check() throws(ExportError) {
        try AtlasDescription.checkName(name)
        guard scale.isFinite, scale > 0 else {
            throw .contradiction("scale \(scale) of \"\(name)\"")
        }
        var names: Set<String> = []
        for page in pages {
            try AtlasDescription.checkName(page.imageFile)
            try page.check()
            for name in page.frames.flatMap(\.names) {
                try AtlasDescription.checkName(name)
                guard names.insert(name).inserted else { throw .duplicateName(name) }
            }
        }
        for species in species { try AtlasDescription.checkName(species.id) }
        for animation in animations + species.flatMap(\.animations) {
            try AtlasDescription.checkName(animation.name)
            guard animation.framesPerSecond.isFinite, animation.framesPerSecond > 0 else {
                throw .contradiction(
                    "animation \"\(animation.name)\" has \(animation.framesPerSecond) frames a second"
                )
            }
            guard animation.durations.map({ $0.count == animation.frames.count }) ?? true,
                animation.durations?.allSatisfy({ $0 > 0 }) ?? true
            else {
                throw .contradiction("durations of animation \"\(animation.name)\"")
            }
            // A file with animations alone may be read separately.
            for frame in animation.frames where !pages.isEmpty && !names.contains(frame) {
                throw .contradiction("animation \"\(animation.name)\" names no frame: \"\(frame)\"")
            }
        }
    }

    /// Names of animations whose frames are on several pages.
    package var scatteredAnimations: [String] {
        let pages = pages.map { Set($0.frames.flatMap(\.names)) }
        return animations.filter { animation in
            !pages.contains { $0.isSuperset(of: animation.frames) }
        }.map(\.name)
    }

    private static func checkName(_ name: String) throws(ExportError) {
        let hasControls = name.unicodeScalars.contains {
            $0.properties.generalCategory == .control || $0 == "\u{2028}" || $0 == "\u{2029}"
        }
        guard !name.isEmpty, !hasControls else { throw .unusableName(name) }
    }
}

extension AtlasDescription.Page {
    /// Throws if a frame exceeds the page or its source.
    func check() throws(ExportError) {
        let sides = 1...AtlasDescription.maximumSide
        guard sides.contains(width), sides.contains(height) else {
            throw .contradiction("page \"\(imageFile)\" is \(width)x\(height)")
        }
        for frame in frames {
            // Numbers are bounded before they are added.
            let isBounded =
                [frame.width, frame.height, frame.sourceWidth, frame.sourceHeight]
                .allSatisfy(sides.contains)
                && [frame.x, frame.y, frame.trimX, frame.trimY]
                    .allSatisfy((0...AtlasDescription.maximumSide).contains)
            guard isBounded, frame.x + frame.pageWidth <= width,
                frame.y + frame.pageHeight <= height
            else {
                throw .contradiction("frame \"\(frame.name)\" leaves the page \"\(imageFile)\"")
            }
            guard frame.trimX + frame.width <= frame.sourceWidth,
                frame.trimY + frame.height <= frame.sourceHeight
            else {
                throw .contradiction("frame \"\(frame.name)\" leaves its source")
            }
            if let pivot = frame.pivot, !pivot.x.isFinite || !pivot.y.isFinite {
                throw .contradiction("pivot of frame \"\(frame.name)\" is not a number")
            }
            if let slice = frame.nineSlice { try frame.check(slice) }
            if let mesh = frame.mesh { try frame.check(mesh) }
        }
    }
}

extension AtlasFrame {
    fileprivate func check(_ slice: NineSlice) throws(ExportError) {
        let sides = 0...AtlasDescription.maximumSide
        guard [slice.left, slice.top, slice.right, slice.bottom].allSatisfy(sides.contains),
            slice.left + slice.right <= sourceWidth, slice.top + slice.bottom <= sourceHeight
        else {
            throw .contradiction("nine-slice of frame \"\(name)\" is larger than the frame")
        }
    }

    /// Throws if the mesh is invalid, or exceeds the sprite.
    fileprivate func check(_ mesh: Mesh) throws(ExportError) {
        let isWhole = !mesh.indexes.isEmpty && mesh.indexes.count % 3 == 0
        guard isWhole, mesh.indexes.allSatisfy(mesh.vertices.indices.contains) else {
            throw .contradiction("triangles of frame \"\(name)\" name vertices that are not there")
        }
        let (columns, rows) = (trimX...(trimX + width), trimY...(trimY + height))
        guard mesh.vertices.allSatisfy({ columns.contains($0.x) && rows.contains($0.y) }) else {
            throw .contradiction("vertices of frame \"\(name)\" leave its rectangle")
        }
    }
}
