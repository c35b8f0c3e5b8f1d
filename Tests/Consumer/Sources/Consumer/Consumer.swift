import Foundation
import KilnManifest

/// What a game keeps of a player.
struct Save: Codable, Hashable {
    var look: Look
    var wardrobe: [String]
}

/// The pet on the screen.
final class Pet {
    private let manifest: Manifest
    private(set) var save: Save

    init(_ manifest: Manifest, _ save: Save) throws {
        self.manifest = manifest
        let fitting = try manifest.wearable(save.look)
        let back = fitting.dropped.filter { $0.reason != .unknownItem }.map(\.id)
        self.save = Save(look: fitting.look, wardrobe: save.wardrobe + back)
    }

    func tap(_ item: String) throws { try save.look.toggle(item, in: manifest) }

    func steps(at seconds: Double) throws -> [DrawStep] {
        let art = manifest.species.first { $0.id == save.look.species }?.art.first
        let frame = art?.animations["idle"]?.frame(at: seconds) ?? 0
        return try manifest.drawList(for: save.look, animation: "idle", frame: frame)
    }

    func price(of item: String) -> Int? {
        manifest.items.first { $0.id == item }?.extras?["price"]?.int
    }
}

/// Off the main actor, as files are read.
@concurrent
nonisolated func read(_ json: Data) async throws(ManifestError) -> Manifest {
    try Manifest(json: json)
}

@concurrent
nonisolated func names(in manifest: Manifest, for look: Look) async throws -> [String] {
    try manifest.drawList(for: look).map(\.frame)
}

@main
struct Consumer {
    static func main() async throws {
        let manifest = try await read(Data(game.utf8))
        let saved = Look(species: "dog", overlays: ["gone", "scarf", "cap"])
        let pet = try Pet(manifest, Save(look: saved, wardrobe: []))
        try pet.tap("crown")
        let frames = try pet.steps(at: 0.25).map(\.frame)
        let drawn = try await names(in: manifest, for: pet.save.look)
        let data = try JSONEncoder().encode(pet.save)
        let isKept = try JSONDecoder().decode(Save.self, from: data) == pet.save
        guard pet.save.look.overlays == ["scarf", "crown"], pet.save.wardrobe.isEmpty,
            frames == ["dog/1", "scarf", "crown"], drawn == ["dog/0", "scarf", "crown"],
            pet.price(of: "crown") == 120, isKept
        else {
            print("a game reads the manifest wrongly: \(pet.save), \(frames), \(drawn)")
            exit(1)
        }
        print("a game on the main actor reads, dresses and draws")
    }
}

private let game = """
    {
      "format": "kiln-manifest", "version": 1, "generator": {"name": "kiln", "version": "1"},
      "name": "game", "canvas": {"width": 8, "height": 8}, "axes": [], "looks": [], "files": [],
      "slots": [{"id": "hat", "name": "Hat", "max": 1}],
      "species": [{"id": "dog", "name": "Dog", "anchors": {}, "art": [{
        "species": "dog", "axes": {}, "asset": "dog", "frames": ["dog/0", "dog/1"],
        "origins": [{"x": 0, "y": 0}], "z": 0,
        "animations": {"idle": {"frames": [0, 1], "fps": 5, "loop": true, "durations": [100, 300]}}
      }]}],
      "items": [\(item("scarf")), \(item("cap", #", "slot": "hat""#)),
        \(item("crown", #", "slot": "hat", "extras": {"price": 120}"#))],
      "targets": [{
        "id": "game", "kind": "atlas", "scales": [1],
        "pages": [{"width": 8, "height": 8, "images": [
          {"scale": 1, "path": "game.png", "premultiplied": false}]}],
        "frames": {"dog/0": \(frame), "dog/1": \(frame), "scarf": \(frame), "cap": \(frame),
          "crown": \(frame)}
      }]
    }
    """

private let frame = """
    {"page": 0, "x": 0, "y": 0, "width": 8, "height": 8, "rotated": false, "trimX": 0, "trimY": 0,
     "sourceWidth": 8, "sourceHeight": 8, "pivot": {"x": 0.5, "y": 0.5}}
    """

private func item(_ id: String, _ more: String = "") -> String {
    """
    {"id": "\(id)", "name": "\(id)", "equipStyle": "overlay", "art": [{"species": "dog",
     "axes": {}, "asset": "\(id)", "frames": ["\(id)"], "origins": [{"x": 0, "y": 0}], "z": 1,
     "animations": {}}]\(more)}
    """
}
