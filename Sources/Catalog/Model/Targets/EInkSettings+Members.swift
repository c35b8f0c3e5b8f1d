import Diagnostics

extension EInkSettings {
    static var members: Members<EInkSettings> {
        Members("eink", "an e-paper panel") {
            Member(
                "panel",
                list(of: Shape<Int>.integer(1...TargetSettings.largestPage), atLeast: 2, atMost: 2)
            ) { $0.panel = PictureSize(width: $1[0], height: $1[1]) }
            .about("The panel's size [width, height] in pixels; every target of kind eink has one.")
            Member("inks", \.inks, .panelInks, default: "mono")
                .about("What the panel can show: a name, or a list of inks.")
            Member("bitsPerPixel", \.bitsPerPixel, .integer(1...32))
                .about(
                    "1, 2, 4 or 8 (32 of bgra); as few as the codes of the inks need unless said."
                )
            Member("dithering", \.dithering, .choice)
                .about(
                    "How colors are shown that no ink has; none for pixel art, else blue-noise, unless said."
                )
            Member("paper", \.paper, .color)
                .about(
                    "What is seen through clear pixels; white unless said. Of bgra: alpha stays unless said."
                )
            Member("header", \.header, .fileHeader)
                .about(
                    "Bytes before the pixels, such as \"4B 49 u16le:width u16le:height\"; none unless said."
                )
            Member("cArray", \.cArray, .bool, default: false)
                .about("Whether there is a C header beside each file.")
            Member("preview", \.preview, .bool, default: true)
                .about("Whether there are PNGs of what the panel will look like.")
            Member("fit", \.fit, .choice, default: "integer")
                .about("How pictures are brought to the panel.")
            Member("position", \.position, .choice, default: "center")
                .about("Where pictures lie that do not fill the panel.")
        }
    }
}
