import Diagnostics

/// What a target says about the Xcode asset catalog that it writes.
public struct AssetCatalogSettings: Sendable, CatalogObject {
    public var name: String?
    public var providesNamespace = false
    public var template: Selection?
    public var original: Selection?
    /// In the order of the file, each once.
    public var idioms = [DeviceIdiom.universal]
    public var dark: DarkVariant?
    package var colors = PickedColors()
    public var isForWidgets = false
    public var appIcons: [AppIcon] = []
    public var place = CatalogPlace.none

    /// How the system is to take a picture with an id; nil leaves it to the app.
    public func rendering(of id: String) -> RenderingIntent? {
        if template?.contains(id) ?? false { return .template }
        return original?.contains(id) ?? false ? .original : nil
    }

    /// The color sets; the dark variant of another of them has none of its own.
    package var colorSets: [(name: String, color: HexColor, dark: HexColor?)] {
        let suffix = dark?.imageSuffix ?? ""
        return colors.names.compactMap { name in
            let light = name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
            guard light == name || !colors.names.contains(light) else { return nil }
            let dark = suffix.isEmpty ? nil : colors.all[name + suffix]
            return colors.all[name].map { (name, $0, dark) }
        }
    }

    /// Whether there are pictures that the system takes in some sizes only.
    public var hasLimits: Bool { isForWidgets || !appIcons.isEmpty }

    /// The scales that some idiom has, of those that a target draws.
    public func scales(of all: [Int]) -> [Int] {
        all.filter { scale in idioms.contains { $0.scales.contains(scale) } }
    }

    static var members: Members<AssetCatalogSettings> {
        Members("assetCatalog", "an asset catalog") {
            Member("name", \.name, .fileIdentifier)
                .about("The folder's name without .xcassets; the target's id unless said.")
            Member("providesNamespace", \.providesNamespace, .bool, default: false)
                .about("Whether the app names pictures with their group, as in items/hat.")
            Member("template", \.template, .selection(.images, .looks, .items))
                .about(
                    "Ids of pictures of which only alpha counts, with * and ?; none unless said."
                )
            Member("original", \.original, .selection(.images, .looks, .items))
                .about("Ids of pictures that are never templates, with * and ?; none unless said.")
            Member(
                "idioms",
                \.idioms,
                list(of: .choice, atLeast: 1).uniqued(),
                default: ["universal"]
            )
            .about("For which devices the pictures are.")
            Member("dark", \.dark, .object).about("Where pictures for dark screens come from.")
            Member("colors", \.colors, .pickedColors)
                .about(
                    "The catalog's colors to write as color sets, with * and ?; none unless said."
                )
            Member("widgets", \.isForWidgets, .bool, default: false)
                .about("Whether widgets show the pictures, which refuse large ones.")
            Member("appIcons", \.appIcons, list(of: .object, atMost: 64), default: [])
                .about("App icons in all sizes.")
        }
    }
}

/// How the system takes a picture: `template-rendering-intent` of an image set.
public enum RenderingIntent: String, Hashable, Sendable {
    case template
    case original
}

/// For which devices a picture is.
public enum DeviceIdiom: String, Choice {
    case universal
    case iphone
    case ipad
    case mac
    case tv
    case watch

    static let about: KeyValuePairs<Self, String> = [
        .universal: "All devices: 1x, 2x and 3x.",
        .iphone: "iPhones: 1x, 2x and 3x.",
        .ipad: "iPads: 1x and 2x.",
        .mac: "Macs: 1x and 2x.",
        .tv: "Apple TV: 1x and 2x.",
        .watch: "Apple Watch: 2x.",
    ]

    /// Those for which Xcode has places.
    public var scales: [Int] {
        switch self {
        case .universal, .iphone: [1, 2, 3]
        case .ipad, .mac, .tv: [1, 2]
        case .watch: [2]
        }
    }
}

/// Where the pictures for a dark screen come from.
public struct DarkVariant: Sendable, CatalogObject {
    public var axis: String?
    public var value: String?
    public var imageSuffix: String?
    public var place = CatalogPlace.none

    static var members: Members<DarkVariant> {
        Members("darkVariant", "the dark variant") {
            Member("axis", \.axis, .string).about("Looks and items are drawn at a value of it.")
            Member("value", \.value, .string).about("Of the axis, such as dark.")
            Member("imageSuffix", \.imageSuffix, .identifier)
                .about("The dark variant of an image or a color has this at the end of its name.")
        }
    }
}

/// An app's icon in all sizes.
public struct AppIcon: Sendable, CatalogObject {
    public var id = ""
    public var image: String?
    public var look: String?
    /// Ids of what it shows on dark home screens, and where it is tinted; of the same kind.
    public var dark: String?
    public var tinted: String?
    public var platforms = [IconPlatform.ios]
    /// What is behind the icon where it has to be opaque; nil lets it be an error.
    public var background: HexColor?
    public var place = CatalogPlace.none

    /// Of the largest picture, in pixels.
    package static let largestSide = 1024

    public var isLook: Bool { look != nil }
    /// The id of what it shows.
    public var shown: String { image ?? look ?? "" }

    static var members: Members<AppIcon> {
        Members("appIcon", "an app icon", exclusive: [("image", "look")]) {
            Member("id", \.id, .fileIdentifier, need: .identity)
                .about("Its name in Xcode, such as AppIcon.")
            Member("image", \.image, .string.naming(.images))
                .about("The id of the image that it shows.")
            Member("look", \.look, .string.naming(.looks))
                .about("The id of the look that it shows.")
            Member("dark", \.dark, .string.naming(.images, .looks))
                .about("The id of what it shows on dark home screens: an image, or a look.")
            Member("tinted", \.tinted, .string.naming(.images, .looks))
                .about("The id of what the system tints: an image, or a look, in greys.")
            Member(
                "platforms",
                \.platforms,
                list(of: .choice, atLeast: 1).uniqued(),
                default: ["ios"]
            )
            .about("Where it is shown.")
            Member("background", \.background, .color)
                .about("The color behind it on iOS and watchOS, which want no alpha.")
        }
    }
}

/// Where an app icon is shown.
public enum IconPlatform: String, Choice {
    case ios
    case watch
    case mac

    static let about: KeyValuePairs<Self, String> = [
        .ios: "One picture of 1024x1024 for iPhones and iPads, opaque.",
        .watch: "One picture of 1024x1024, opaque.",
        .mac: "16 to 512 points at 1x and 2x.",
    ]
}
