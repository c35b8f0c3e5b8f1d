internal import Arguments
internal import Bake
internal import Diagnostics
internal import ImageCodec
internal import KilnManifest
internal import Raster

/// `kiln preview --species ID … -o FILE`: what the player will see.
enum PreviewCommand {
    static let species = Flag(
        required: "species",
        short: "s",
        value: "ID",
        .text,
        help: "the pet to draw"
    )
    static let base = Flag(
        "base",
        short: "b",
        value: "ITEM",
        .text,
        help: "the outfit worn in place of the pet's own sprite"
    )
    static let overlay = Flag(
        repeating: "overlay",
        value: "ITEM",
        .text,
        help: "something drawn over the pet; may be repeated"
    )
    static let axis = Flag(
        repeating: "axis",
        value: "AXIS",
        .assignment,
        help: "the value of an axis, as NAME=VALUE; may be repeated"
    )
    static let animation = Flag(
        "animation",
        short: "a",
        value: "NAME",
        .text,
        help: "take frames of this animation instead of the sheet's"
    )
    static let frame = Flag(
        "frame",
        value: "N",
        .integer(in: -1_000_000...1_000_000),
        default: 0,
        help: "which frame, counted from 0"
    )
    static let scale = Flag(
        "scale",
        value: "N",
        .integer(in: 1...8),
        default: 1,
        help: "pixels per point"
    )
    static let output = Flag(
        required: "output",
        short: "o",
        value: "FILE",
        .file,
        help: "the PNG to write"
    )

    static let command = Command<Action>(
        "preview",
        summary: "draw a dressed pet",
        description: """
            Composes one look from the sources, exactly as a game will draw it from the baked \
            atlas. Only the files that the look needs are opened.
            """,
        examples: [
            Example(
                "kiln preview --species dog --base wizard --overlay scarf -o look.png",
                "Draw a dog in a wizard's robe and a scarf."
            ),
            Example(
                "kiln preview -s cat --animation wave --frame 2 --scale 2 -o wave.png",
                "Draw a frame of an animation at two pixels a point."
            ),
        ],
        positionals: [Shared.catalog],
        groups: [
            FlagGroup("Look", [species, base, overlay, axis]),
            FlagGroup("Picture", [animation, frame, scale, output]),
            FlagGroup("Running", [Shared.quiet, Shared.jobs]),
        ],
        action: run
    )

    static func run(_ values: Values) async throws -> ExitStatus {
        let disk = RealDisk()
        let (loaded, findings) = try LoadedCatalog.load(try values[Shared.catalog], disk: disk)
        guard let loaded else {
            Console.standardError.print(findings)
            return .couldNotRun
        }
        let look = Look(
            species: try values[species],
            base: try values[base],
            overlays: try values[overlay],
            axes: Dictionary(try values[axis].map { ($0.name, $0.value) }) { _, last in last }
        )
        var request = PreviewRequest(look: look, jobs: try values[Shared.jobs] ?? Machine.cores)
        request.animation = try values[animation]
        request.frame = try values[frame]
        request.scale = try values[scale]
        let (drawn, diagnostics) = try await drawLook(loaded, request, disk: disk)
        Console.standardError.print(diagnostics)
        guard let drawn else { return .inputHasErrors }
        let path = try values[output]
        try writePicture(drawn.image.straight(), to: path, disk: disk)
        if try !values[Shared.quiet] {
            for layer in drawn.layers.reversed() {
                Console.standardOutput.print("\(layer.item ?? look.species): \(layer.asset)")
            }
            Console.standardOutput.print("wrote \(path) (\(drawn.image.size))")
        }
        return .clean
    }
}
