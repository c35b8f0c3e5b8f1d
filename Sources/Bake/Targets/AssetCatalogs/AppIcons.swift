import AtlasBuilding
import Catalog
package import Diagnostics
import FileStore
import KilnManifest
import Raster

extension Check {
    package static let appIcon = Check("app-icon")
}

/// The side of the largest app icon in pixels, which all others are made from.
private let largestIcon = AppIcon.largestSide

/// The sides of a Mac's icons in points.
private let macIcons = [16, 32, 128, 256, 512]

/// What an app icon shows in one appearance.
private struct IconFace {
    /// `dark` or `tinted`; nil for any.
    var appearance: String?
    /// The member of the catalog that names it.
    var member: String
    var shown: Shown
    /// Of the square that it is drawn from.
    var drawing: Drawing
}

extension RenderedCatalog {
    /// The app icons of a target, and what keeps them from being used.
    func appIconSets(
        of target: Target
    ) async throws -> (sets: [AssetSet], problems: [Diagnostic]) {
        var sets: [AssetSet] = []
        var problems: [Diagnostic] = []
        for icon in target.settings.assetCatalog.appIcons {
            var faces: [IconFace] = []
            for face in try self.faces(of: icon) {
                let found = try await face.problem(of: icon)
                if let (message, help) = found {
                    problems.append(
                        Diagnostic(
                            .appIcon,
                            at: icon.place[face.member].location,
                            message: "app icon \"\(icon.id)\": \(icon.isLook ? "look" : "image") "
                                + "\"\(face.shown.id)\" \(message)",
                            help: help
                        )
                    )
                } else {
                    faces.append(face)
                }
            }
            if let set = target.appIconSet(icon, faces) { sets.append(set) }
        }
        return (sets, problems)
    }

    private func faces(of icon: AppIcon) throws -> [IconFace] {
        let kind = icon.isLook ? "look" : "image"
        let named: [(appearance: String?, member: String, id: String?)] = [
            (nil, kind, icon.shown), ("dark", "dark", icon.dark),
            ("tinted", "tinted", icon.tinted),
        ]
        let side = PixelSize(width: largestIcon, height: largestIcon)
        return try named.compactMap { face in
            guard let id = face.id, let shown = try shown(id, isLook: icon.isLook),
                let drawing = shown.drawing(in: side, scale: 1)
            else { return nil }
            return IconFace(
                appearance: face.appearance,
                member: face.member,
                shown: shown,
                drawing: drawing
            )
        }
    }

    private func shown(_ id: String, isLook: Bool) throws -> Shown? {
        guard isLook else { return image(id) }
        guard let named = manifest.looks.first(where: { $0.id == id }) else { return nil }
        return try shown(named)
    }
}

extension IconFace {
    /// What keeps it from being an icon, and what to do; nil when nothing does.
    func problem(of icon: AppIcon) async throws -> (message: String, help: String)? {
        let size = drawing.content.size
        guard size.width == size.height else {
            return (
                "is not square, found \(size)",
                "crop it, or give the image a square \"size\" with \"fit\": \"cover\""
            )
        }
        let needsGround =
            appearance == nil && icon.background == nil && icon.platforms != [.mac]
        guard size.width < largestIcon || needsGround else { return nil }
        let need = PictureNeed.page.bytes(for: size)
        let (isHardEdged, isOpaque) = try await MemoryBudget.current.encoding(shown.id, need) {
            let image = drawing.image.straight()
            return (image.isHardEdged, image.isOpaque)
        }
        if size.width < largestIcon {
            guard isHardEdged else {
                return (
                    "is too small, found \(size), expected at least \(largestIcon)x\(largestIcon)",
                    "export it larger; a picture with a \"size\" is drawn at 8 pixels per point at most"
                )
            }
            guard largestIcon % size.width == 0 else {
                return (
                    "is pixel art that no whole factor brings to \(largestIcon)x\(largestIcon), "
                        + "found \(size)",
                    "draw it in a size that divides \(largestIcon), such as 32x32 or 64x64"
                )
            }
        }
        guard needsGround, !isOpaque else { return nil }
        return (
            "lets the background through, which the App Store refuses",
            "say a \"background\" such as \"#FFFFFF\", or draw it without clear pixels"
        )
    }
}

extension Target {
    /// Nil without the picture that is shown at any time.
    fileprivate func appIconSet(_ icon: AppIcon, _ faces: [IconFace]) -> AssetSet? {
        guard let plain = faces.first(where: { $0.appearance == nil }) else { return nil }
        let path = "\(assetCatalogFolder)/\(icon.id).appiconset"
        var pictures: [String: Picture] = [:]
        var entries: [AssetCatalogImage] = []
        func add(
            _ face: IconFace,
            _ entry: AssetCatalogImage,
            side: Int,
            finish: Picture.Finish = .none
        ) {
            guard let file = entry.file, let size = PixelSize(width: side, height: side) else {
                return
            }
            entries.append(entry)
            pictures[file] = Picture(
                subject: .appIcon,
                id: icon.id,
                scale: 1,
                size: size,
                path: "\(path)/\(file)",
                drawing: face.drawing,
                finish: finish,
                asset: icon.id,
                appearance: face.appearance
            )
        }
        func addSingle(_ face: IconFace, _ platform: String) {
            let isPlain = face.appearance == nil
            let name = [icon.id, face.appearance].compactMap(\.self).joined(separator: "-")
            let entry = AssetCatalogImage(
                file: "\(name).png",
                idiom: "universal",
                appearance: face.appearance,
                platform: platform,
                side: largestIcon
            )
            let ground = isPlain ? icon.background.map { Picture.Finish.opaque($0) } : nil
            add(face, entry, side: largestIcon, finish: ground ?? Picture.Finish.none)
        }
        if icon.platforms.contains(.ios) { for face in faces { addSingle(face, "ios") } }
        if icon.platforms.contains(.mac) {
            for points in macIcons {
                for scale in [1, 2] {
                    let side = points * scale
                    let file = "\(icon.id)-mac-\(side).png"
                    let entry = AssetCatalogImage(
                        file: file,
                        idiom: "mac",
                        scale: scale,
                        side: points
                    )
                    add(plain, entry, side: side)
                }
            }
        }
        if icon.platforms.contains(.watch) { addSingle(plain, "watchos") }
        return AssetSet(
            pictures: pictures.sorted { $0.key < $1.key }.map(\.value),
            contents: assetCatalogContents(of: path, images: entries)
        )
    }
}
