import Raster

/// The kinds of games that a new catalog may begin.
package enum InitTemplate: String, CaseIterable, Sendable {
    case pet, pixel, badges, moods, app

    /// What it begins, for help.
    package var about: String {
        switch self {
        case .pet: "a pet with an outfit and a hat"
        case .pixel: "a pixel pet with moods, before scenes, on e-paper too"
        case .badges: "badges and progress in the colors of their levels; no pet"
        case .moods: "faces of moods in packs that may lack some, in several sizes"
        case .app: "an icon, tabs and color names, with profiles for work and release"
        }
    }

    /// The catalog and its art.
    var starter: Starter {
        switch self {
        case .pet: petStarter
        case .pixel: pixelStarter
        case .badges: badgeStarter
        case .moods: moodStarter
        case .app: appStarter
        }
    }
}

/// What a template writes, and how it is looked at.
struct Starter {
    var catalog: String
    /// Files beside the catalog that are no pictures.
    var texts: [(name: String, text: String)] = []
    /// By their names below the folder of sources, without `.png`.
    var pictures: [(name: String, picture: StraightImage)]
    /// Arguments of `kiln preview`; none where there is no pet to draw.
    var preview: [String] = []
    /// Arguments of `kiln bake`.
    var bake: [String] = []
}
