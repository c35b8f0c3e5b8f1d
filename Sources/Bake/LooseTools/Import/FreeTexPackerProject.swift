import AtlasBuilding
import Catalog
import Diagnostics
import FileStore

/// Reads a project of Free Texture Packer: JSON with the absolute paths of images and folders.
func readFreeTexPackerProject(_ place: ImportPlace) throws -> ImportedProject {
    var parser = JSONParser(SourceText(path: place.file, bytes: try place.disk.read(place.file)))
    guard let root = parser.parse() else {
        throw parser.diagnostics.first ?? place.failure("the file is not JSON")
    }
    guard let options = root.member("packOptions"), options.kind == "an object" else {
        throw place.failure("no project of Free Texture Packer, expected \"packOptions\"")
    }
    var project = ImportedProject()
    project.takeOptions(options)
    let isFlat = options.flag("prependFolderName") == false
    for image in root.elements("images") {
        guard let named = image.text("path") ?? image.text,
            let path = try project.resolve(named, in: place)
        else { continue }
        project.add(path, as: lastPart(of: path), disk: place.disk)
    }
    for folder in root.elements("folders") {
        guard let named = folder.text("path") ?? folder.text,
            let path = try project.resolve(named, in: place)
        else { continue }
        for file in try place.pictures(path).files {
            let name = isFlat ? lastPart(of: file.inner) : joinPath(lastPart(of: path), file.inner)
            project.add(file.path, as: name, disk: place.disk)
        }
    }
    return project
}

extension ImportedProject {
    fileprivate mutating func takeOptions(_ options: JSONNode) {
        if let exporter = options.text("exporter") { setFormat(exporter) }
        setScales([options.anyNumber("scale") ?? 1])
        setPageSize(
            width: wholeNumber(options.anyNumber("width")),
            height: wholeNumber(options.anyNumber("height"))
        )
        let border = options.anyNumber("borderPadding")
        let padding = options.anyNumber("padding") ?? options.anyNumber("spritePadding") ?? 0
        set("padding", wholeNumber(padding), in: 0...64, default: 2)
        set("border", wholeNumber(border), in: 0...64, default: 0)
        set("extrude", wholeNumber(options.anyNumber("extrude")), in: 0...16, default: 0)
        setRotation(options.flag("allowRotation") ?? true)
        set("powerOfTwo", options.flag("powerOfTwo"))
        set("trim", options.flag("allowTrim"), default: true)
        let threshold = options.anyNumber("alphaThreshold")
        set("trimThreshold", wholeNumber(threshold), in: 0...254, default: 0)
        if options.flag("detectIdentical") == false {
            set("duplicates", choice: DuplicateMerging.none.rawValue)
        }
        doubt(
            "margins that are trimmed are restored in the game",
            if: options.text("trimMode") == "crop"
        )
        doubtNames([options.text("textureName"), options.text("fileName")].compactMap(\.self))
        doubt("pages are as large as they need to be", if: options.flag("fixedSize"))
        doubt("pages are files, not text in base64", if: options.flag("base64Export"))
        doubt("pages are not sent to TinyPNG: see \"effort\"", if: options.flag("tinify"))
        if let filter = options.text("filter"), filter != "none" {
            doubt("the filter \"\(filter)\" is not taken")
        }
        if let image = options.text("textureFormat"), image != "png" {
            doubt("pages are PNG, not \(image)")
        }
        doubt(
            "sprites are called by their names without .png",
            if: options.flag("removeFileExtension") != true
        )
    }
}

extension JSONNode {
    fileprivate func flag(_ name: String) -> Bool? {
        if case .bool(let flag)? = member(name)?.value { flag } else { nil }
    }

    /// Some numbers are written as strings.
    fileprivate func anyNumber(_ name: String) -> Double? {
        number(name) ?? text(name).flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
    }
}
