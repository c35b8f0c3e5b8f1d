internal import Catalog
internal import Diagnostics
package import FileStore
internal import PictureFiles

/// Why a new catalog was not written.
package enum InitFailure: Error, Hashable, Sendable {
    /// Nothing is ever overwritten.
    case exists([String])
}

extension InitFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .exists(let paths):
            """
            error: there is something already: \(printable(paths.joined(separator: ", ")))
              help: name another folder, or move it away
            """
        }
    }
}

/// Writes a small catalog with its schema and its art, which bakes as it is: a pet of two frames, an
/// outfit with frames of its own, and a hat on a green screen.
///
/// - Parameters:
///   - folder: where to; it may be there already.
///   - disk: where the folder is.
/// - Returns: the files written.
/// - Throws: `InitFailure` when one of the files is there already; `Obstruction`, `DiskError`;
///   nothing was written then.
package func initCatalog(in folder: String, disk: any Disk) async throws -> [String] {
    let pictures = [
        ("assets-src/blob_pet.png", starterPet(inRobe: false)),
        ("assets-src/blob_pet_robe.png", starterPet(inRobe: true)),
        ("assets-src/overlay_hat.png", starterHat()),
    ]
    let schema = "catalog.schema.json"
    let catalog = joinPath(folder, "catalog.json")
    let paths = [catalog, joinPath(folder, schema)] + pictures.map { joinPath(folder, $0.0) }
    let taken = paths.filter { disk.stamp($0) != nil }
    guard taken.isEmpty else { throw InitFailure.exists(taken) }
    let outputs = try await LooseOutputs.begin(in: folder, reading: [], LooseRules(), disk: disk)
    do {
        for (name, image) in pictures { try outputs.add(try encode(image, for: name), as: name) }
        try outputs.add(Array(starterCatalog.utf8), as: "catalog.json")
        // Beside the catalog, so that editors complete its members without a network.
        try outputs.add(Array(catalogSchema().utf8), as: schema)
        // From here on they are the user's, not Kiln's to replace.
        try await outputs.commit(isRecorded: false)
    } catch {
        outputs.discard()
        throw error
    }
    return paths
}

private let starterCatalog = """
    {
      "$schema": "catalog.schema.json",
      "catalogVersion": 1,
      "name": "starter",
      "sources": ["assets-src"],
      "canvas": { "width": 128, "height": 128 },
      "species": [
        { "id": "blob", "name": "Blob", "anchors": { "head": [[64, 46], [64, 52]] } }
      ],
      "items": [
        { "id": "hat", "name": "Hat", "equipStyle": "overlay", "z": 10,
          "placement": { "anchor": "head", "offset": [0, -10] } },
        { "id": "robe", "name": "Robe", "equipStyle": "replaceSprite", "species": ["blob"] }
      ],
      "sheets": {
        "blob_pet*": {
          "grid": { "columns": 2, "rows": 1 },
          "animations": { "idle": { "frames": "0-1", "fps": 3, "loop": true } }
        }
      },
      "looks": [ { "id": "dressed", "species": "blob", "base": "robe", "overlays": ["hat"] } ],
      "targets": [
        { "id": "game", "kind": "atlas", "scales": [1], "formats": ["kiln", "texturepacker-hash"] }
      ]
    }

    """
