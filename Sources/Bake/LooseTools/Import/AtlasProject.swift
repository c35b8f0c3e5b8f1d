import AtlasBuilding
import Catalog
import Diagnostics
import FileStore
import ImageCodec
import KilnManifest
import Raster

/// The most pixels that the sprites of an atlas may have together.
private let mostPixels = 1 << 30

/// Reads a packed atlas: its sprites are cut out of the pages, turned back, and get their margins.
func readAtlasProject(_ place: ImportPlace) throws -> ImportedProject {
    let described = try describeAtlas(place.file, allPages: true, disk: place.disk)
    var project = ImportedProject()
    project.format = described.format
    var names: Set<String> = []
    var pixels = 0
    var densities: Set<Int> = []
    var animations: Set<String> = []
    for atlas in described.atlases {
        animations.formUnion((atlas.animations + atlas.species.flatMap(\.animations)).map(\.name))
        project.setPremultiplied(atlas.isPremultiplied)
        project.doubt(
            "normal maps are not taken",
            if: atlas.pages.contains { $0.normalMapFile != nil }
        )
        for page in atlas.pages where !page.frames.isEmpty {
            let shown = try described.picture(of: page, in: atlas, disk: place.disk)
            let density = wholeScale(atlas.scale, ofPage: page.imageFile)
            project.doubt(
                "the scale \(plain(atlas.scale)) is taken as 1",
                if: density == nil
            )
            densities.insert(density ?? 1)
            for frame in page.frames {
                let size = PixelSize(width: frame.sourceWidth, height: frame.sourceHeight)
                if let size, DecodeLimits().allow(size) { pixels += size.width * size.height }
                guard pixels <= mostPixels, let size, DecodeLimits().allow(size) else {
                    throw place.failure(
                        "frame \"\(frame.name)\" is too large, found \(frame.sourceWidth)x\(frame.sourceHeight)"
                    )
                }
                guard let sprite = frame.restored(from: shown) else {
                    throw place.failure(
                        "frame \"\(frame.name)\" leaves its page \(page.imageFile), which is \(shown.size)"
                    )
                }
                for name in frame.names {
                    guard names.insert("\(density ?? 1) \(name)").inserted else {
                        project.doubt("several targets have \(name): the first one is taken")
                        continue
                    }
                    try project.add(sprite, as: isPictureName(name) ? withoutExtension(name) : name)
                    project.changeLast {
                        $0.density = (density ?? 1) > 1 ? density : nil
                        $0.pivot = frame.pivot
                        $0.nineSlice = frame.nineSlice
                    }
                }
            }
        }
    }
    project.scales = densities.sorted()
    project.doubt(
        "\(described.format.rawValue) keeps no margins: sprites are as large as they were trimmed",
        if: !described.format.capabilities.keepsSourceSize
    )
    let listed = animations.sorted().joined(separator: ", ")
    project.doubt(
        "the animations \(listed) are not taken: \"frames\": \"numbered\" in \"sheets\" makes some",
        if: !animations.isEmpty
    )
    project.doubt(
        "species, items and looks of the manifest are not taken",
        if: described.manifest.map { !$0.species.isEmpty }
    )
    return project
}
