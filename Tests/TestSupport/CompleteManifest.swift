package import KilnManifest

extension Manifest {
    /// Every optional member is there.
    package static var complete: Manifest {
        let art = Manifest.Art(
            species: "dog",
            axes: ["mood": "sad"],
            level: 1,
            part: 1,
            sheet: "walk",
            asset: "dog_pet",
            frames: ["dog_pet"],
            animations: ["idle": .init(frames: [0], fps: 1, loop: true, durations: [1000])],
            placeholder: true
        )
        var manifest = Manifest(
            generator: .init(name: "kiln", version: "1"),
            name: "all",
            canvas: .init(
                width: 1,
                height: 1,
                bleed: .init(top: 1, right: 0, bottom: 0, left: 0)
            ),
            axes: [
                .init(
                    name: "mood",
                    values: ["sad"],
                    default: "sad",
                    unknown: "sad",
                    kind: "locale",
                    details: [
                        "sad": .init(
                            name: "Sad",
                            raw: 1,
                            fallback: ["glad"],
                            extras: ["a": 1],
                            range: [0, 0.5]
                        )
                    ],
                    extras: ["b": true]
                )
            ],
            species: [
                .init(
                    id: "dog",
                    name: "Dog",
                    anchors: ["head": [.init(x: 0, y: 0)]],
                    art: [art],
                    extras: [:]
                )
            ],
            items: [
                .init(
                    id: "hat",
                    name: "Hat",
                    equipStyle: .overlay,
                    art: [art],
                    slot: "head",
                    extras: [:]
                )
            ],
            looks: [
                .init(
                    id: "l",
                    look: Look(species: "dog", base: "coat", overlays: ["hat"]),
                    extras: [:],
                    background: "room"
                )
            ],
            targets: [
                .init(
                    id: "game",
                    kind: "atlas",
                    scales: [1],
                    pages: [
                        .init(
                            width: 1,
                            height: 1,
                            images: [
                                .init(
                                    scale: 1,
                                    path: "p",
                                    pixels: "rgba4444",
                                    encodings: [.init(path: "p", type: "image/webp")],
                                    sides: ["_n": "p_n"]
                                )
                            ]
                        )
                    ],
                    frames: [
                        "dog_pet": .init(
                            page: 0,
                            x: 0,
                            y: 0,
                            width: 1,
                            height: 1,
                            rotated: true,
                            counterclockwise: true,
                            sourceWidth: 1,
                            sourceHeight: 1,
                            nineSlice: .init(left: 0, top: 0, right: 0, bottom: 0),
                            mesh: .init(vertices: [0, 0, 1, 0, 1, 1], triangles: [0, 1, 2]),
                            template: true
                        )
                    ],
                    bundles: [.init(id: "shop", pages: [0])],
                    pictures: [
                        .init(
                            id: "room",
                            of: "image",
                            width: 1,
                            height: 1,
                            scale: 1,
                            path: "p",
                            asset: "images/room",
                            appearance: "dark",
                            rendering: "original",
                            axes: ["mood": "sad"]
                        )
                    ],
                    panel: .init(
                        width: 9,
                        height: 1,
                        bitsPerPixel: 1,
                        bytesPerRow: 2,
                        frameBytes: 2,
                        headerBytes: 6,
                        inks: [.init(name: "black", code: 0, color: "#000000")],
                        files: [
                            .init(
                                id: "room",
                                of: "image",
                                path: "p",
                                header: "p",
                                frames: 2,
                                area: .init(x: 0, y: 0, width: 9, height: 1),
                                previews: ["p"],
                                animations: [
                                    "idle": .init(
                                        frames: [0, 1],
                                        durations: [100, 200],
                                        loop: true,
                                        changes: [
                                            .init(
                                                from: 0,
                                                to: 1,
                                                pixels: 1,
                                                cleared: 1,
                                                rectangles: [.init(x: 8, y: 0, width: 1, height: 1)]
                                            )
                                        ]
                                    )
                                ],
                                changes: "p"
                            )
                        ]
                    )
                )
            ],
            files: [.init(path: "p", bytes: 1, sha256: "00")],
            slots: [.init(id: "head", name: "Head", extras: [:])],
            extras: [:],
            images: [
                .init(
                    id: "room",
                    name: "Room",
                    frames: ["room"],
                    width: 1,
                    height: 1,
                    animations: ["idle": .init(frames: [0], fps: 1, loop: true)],
                    extras: [:],
                    placeholder: true,
                    art: [
                        .init(
                            axes: ["mood": "sad"],
                            level: 1,
                            asset: "room_sad",
                            frames: ["room_sad"],
                            width: 1,
                            height: 1,
                            animations: ["idle": .init(frames: [0], fps: 1, loop: true)],
                            placeholder: true
                        )
                    ]
                )
            ]
        )
        manifest.retired = ["items": ["crown"]]
        manifest.palettes = [.init(name: "cream", colors: ["#FFF8E7"], roles: ["background"])]
        manifest.digest = String(repeating: "0", count: 64)
        return manifest
    }
}
