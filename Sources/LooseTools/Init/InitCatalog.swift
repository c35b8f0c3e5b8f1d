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

/// A catalog that was begun.
package struct NewCatalog: Hashable, Sendable {
    /// The files written.
    package var paths: [String]
    /// Whom it shows.
    package var species: String
    /// What it wears, if anything replaces its sprite.
    package var outfit: String?
    /// Nil when the pet is one picture.
    package var animation: String?
}

/// Writes a small catalog with its schema and its art, which bakes as it is: a pet of two frames,
/// an outfit with frames of its own, and a hat on a green screen; or the user's own picture with
/// the hat.
///
/// - Parameters:
///   - folder: where to; it may be there already.
///   - picture: a picture of the pet, or a row of its frames, over a screen or cut out; it is copied.
///   - disk: where the folder is.
/// - Returns: what was begun.
/// - Throws: `InitFailure` when one of the files is there already; `PictureFailure` when the picture
///   cannot be used; `Obstruction`, `DiskError`; nothing was written then.
package func initCatalog(
    in folder: String,
    from picture: String? = nil,
    disk: any Disk
) async throws -> NewCatalog {
    var pet: OwnPet?
    if let picture { pet = try await OwnPet(picture, disk: disk) }
    let hat = "assets-src/overlay_hat.png"
    var files: [(name: String, bytes: [UInt8])] = [
        ("catalog.json", Array((pet?.catalog ?? starterCatalog).utf8)),
        // Beside the catalog, so that editors complete its members without a network.
        ("catalog.schema.json", Array(catalogSchema().utf8)),
    ]
    if let pet {
        files.append(("assets-src/\(pet.file.name)", pet.file.bytes))
    } else {
        for (name, isDressed) in [("blob_pet", false), ("blob_pet_robe", true)] {
            let path = "assets-src/\(name).png"
            files.append((path, try encode(starterPet(inRobe: isDressed), for: path)))
        }
    }
    files.append((hat, try encode(starterHat(), for: hat)))
    let paths = files.map { joinPath(folder, $0.name) }
    let taken = paths.filter { disk.stamp($0) != nil }
    guard taken.isEmpty else { throw InitFailure.exists(taken) }
    let outputs = try await LooseOutputs.begin(
        in: folder,
        reading: [picture].compactMap(\.self),
        LooseRules(),
        disk: disk
    )
    do {
        for (name, bytes) in files { try outputs.add(bytes, as: name) }
        // From here on they are the user's, not Kiln's to replace.
        try await outputs.commit(isRecorded: false)
    } catch {
        outputs.discard()
        throw error
    }
    return NewCatalog(
        paths: paths,
        species: pet?.id ?? "blob",
        outfit: pet == nil ? "robe" : nil,
        animation: pet.map { $0.figures == nil ? nil : $0.animation } ?? "idle"
    )
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
