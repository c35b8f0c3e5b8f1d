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
                        name: "pet/dragon",
                        x: 0,
                        y: 473,
                        width: 47,
                        height: 159,
                        rotation: rotation,
                        trimX: 1,
                        trimY: 11,
                        sourceWidth: 64,
                        sourceHeight: 186,
                        pivot: .init(x: 0.5, y: 0.95)
                    ),
                    AtlasFrame(
                        name: "panel",
                        x: 300,
                        y: 20,
                        width: 40,
                        height: 30,
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
