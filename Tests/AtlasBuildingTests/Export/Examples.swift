import AtlasBuilding
import Catalog
import FileStore

/// The sprite that the documents of the formats use: source 64x186, its opaque box 47x159 at
/// (1, 11), turned, at (0, 473) on a page of 1590x1602; and an untrimmed one.
func exampleAtlas(rotation: FrameRotation) -> AtlasDescription {
    AtlasDescription(
        name: "atlas",
        pages: [
            .init(
                imageFile: "atlas-0.png",
                width: 1590,
                height: 1602,
                frames: [
                    AtlasFrame(
                        "pet/dragon",
                        [0, 473, 47, 159],
                        trim: [1, 11],
                        source: [64, 186],
                        rotation: rotation,
                        pivot: .init(x: 0.5, y: 0.95)
                    ),
                    AtlasFrame(
                        "panel",
                        [300, 20, 40, 30],
                        nineSlice: .init(left: 4, top: 5, right: 6, bottom: 7),
                        aliases: ["button"]
                    ),
                ]
            )
        ],
        animations: [
            .init(name: "idle", frames: ["pet/dragon", "panel"], framesPerSecond: 6, loops: true)
        ]
    )
}

/// The only descriptor, as text.
func text(_ files: [ExportedFile]) -> String {
    files.count == 1 ? String(decoding: files[0].bytes, as: UTF8.self) : "\(files.map(\.path))"
}

/// The descriptors of an atlas that exists at one scale.
func export(
    _ atlas: AtlasDescription,
    format: AtlasFormat
) throws(ExportError) -> [ExportedFile] {
    try AtlasBuilding.export([atlas], format: format)
}
