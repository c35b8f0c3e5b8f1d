import Foundation
import KilnManifest

/// What a game keeps of a player.
struct Save: Codable, Hashable {
    var pet: SavedLook
    var wardrobe: [String]
}

/// The pet on the screen.
final class Pet {
    private let manifest: Manifest
    private var pages: Pages<String>
    private(set) var look: Look
    private(set) var wardrobe: [String]

    init(_ manifest: Manifest, _ save: Save) throws {
        self.manifest = manifest
        pages = try Pages(of: manifest, forDensity: 2)
        let fitting = try save.pet.restored(in: manifest, elseSpecies: "dog")
        look = fitting.look
        let back = fitting.dropped.filter(\.goesBack).map(\.id)
        wardrobe = save.wardrobe + back
    }

    var save: Save { Save(pet: SavedLook(look), wardrobe: wardrobe) }

    func wear(_ item: String) throws { wardrobe += try look.equip(item, in: manifest) }

    func become(_ species: String) throws {
        wardrobe += try look.become(species, in: manifest).filter(\.goesBack).map(\.id)
    }

    /// What is drawn, and when to draw again.
    func steps(at seconds: Double) throws -> (steps: [DrawStep], again: Double?) {
        let moment = try manifest.playback(of: look, animation: "idle").moment(at: seconds)
        try pages.load(for: look) { file in "\(file.width)x\(file.height) of \(file.path)" }
        let steps = try pages.drawList(for: look, animation: "idle", frame: moment.frame)
        return (steps, moment.untilChange)
    }

    func images(of steps: [DrawStep]) -> Set<String> { Set(steps.compactMap { pages[$0] }) }

    func corners(at frame: Int) throws -> [Quad] {
        try manifest.quads(for: look, animation: "idle", frame: frame, texture: .bottomLeft)
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
        let saved = SavedLook(Look(species: "owl", overlays: ["gone", "scarf", "cap"]))
        let pet = try Pet(manifest, Save(pet: saved, wardrobe: []))
        try pet.wear("crown")
        let (steps, again) = try pet.steps(at: 0.25)
        let frames = steps.map(\.frame)
        let drawn = try await names(in: manifest, for: pet.look)
        let corner = try pet.corners(at: 0)[0].topLeft
        let data = try JSONEncoder().encode(pet.save)
        let isKept = try JSONDecoder().decode(Save.self, from: data) == pet.save
        guard pet.look.overlays == ["scarf", "crown"], pet.wardrobe == ["cap"],
            frames == ["dog/1", "scarf", "crown"], drawn == ["dog/0", "scarf", "crown"],
            again.map({ abs($0 - 0.15) < 1e-9 }) == true, corner.u == 0, corner.v == 1,
            pet.images(of: steps) == ["8x8 of game.png"], pet.price(of: "crown") == 120, isKept
        else {
            print("a game reads the manifest wrongly: \(pet.save), \(frames), \(drawn)")
            exit(1)
        }
        try pet.become("dog")
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
