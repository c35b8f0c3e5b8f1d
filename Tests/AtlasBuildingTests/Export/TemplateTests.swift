import AtlasBuilding
import Catalog
import Diagnostics
import FileStore
import Foundation
import Raster
import TestSupport
import Testing

private func rendered(
    _ text: String,
    _ context: JSONOutput = [:],
    limit: Int = Template.longestOutput,
    tagLimit: Int = Template.mostTags
) throws -> String {
    let template = try Template(text, path: "t.txt.mustache")
    return try template.rendered(context, limit: limit, tagLimit: tagLimit) { "<\($0)>" }
}

/// The rules of the Mustache specification, and what Kiln refuses of it.
@Suite struct TemplateTests {
    @Test(arguments: [
        ("{{ word }} {{{word}}} {{&word}} {{& word }}", "<a&b> a&b a&b a&b"),
        (
            "{{whole}} {{half}} {{yes}} {{no}} {{nothing}}",
            "<3> <0.5> <true> <false> <>"
        ),
        ("{{point.x}}{{no.x}}{{nothing.x.y}}", "<7><><>"),
        ("{{#point}}{{x}}{{word}}{{/point}}", "<7><a&b>"),
        ("{{#point}}{{#inner}}{{x}}{{/inner}}{{inner.y}}{{/point}}", "<7><1>"),
        ("{{#numbers}}{{.}},{{/numbers}}", "<1>,<2>,"),
        ("{{#lists}}[{{#.}}{{.}}{{/.}}]{{/lists}}", "[<1><2>][<3>]"),
        ("{{#word}}{{.}}{{/word}}{{#whole}}!{{/whole}}", "<a&b>!"),
        ("{{#no}}a{{/no}}{{#nothing}}b{{/nothing}}{{#empty}}c{{/empty}}{{#no.x}}d{{/no.x}}", ""),
        (
            "{{^no}}a{{/no}}{{^nothing}}b{{/nothing}}{{^empty}}c{{/empty}}{{^no.x}}d{{/no.x}}",
            "abcd"
        ),
        ("{{^yes}}a{{/yes}}{{^numbers}}b{{/numbers}}{{^point}}c{{/point}}", ""),
        ("{{#point.inner}}a{{/point.inner}}{{^point.x}}b{{/point.x}}", "a"),
        ("a{{! any {{ words }}b{{!}}c", "abc"),
        ("{{=<% %>=}}{{word}}<%& word %><%#no%><%/no%><%={{ }}=%>{{{word}}}", "{{word}}a&ba&b"),
        ("{{=| |=}}|{word}||! no tag {{x}} |", "a&b"),
    ])
    func `tags are replaced`(_ template: String, _ expected: String) throws {
        let context: JSONOutput = [
            "word": "a&b", "whole": 3, "half": 0.5, "yes": true, "no": false, "nothing": .null,
            "empty": [], "numbers": [1, 2], "lists": [[1, 2], [3]],
            "point": ["x": 7, "inner": ["y": 1]],
        ]
        #expect(try rendered(template, context) == expected)
    }

    @Test(arguments: [
        ("a\n{{#yes}}\nb\n{{/yes}}\nc", "a\nb\nc"),
        ("a\r\n{{#yes}}\r\nb\r\n{{/yes}}\r\n", "a\r\nb\r\n"),
        ("  {{#yes}}  \nb\n\t{{/yes}}", "b\n"), ("{{^yes}}\n{{/yes}}\nb", "b"),
        ("a\n  {{! two\n  lines }}\nb", "a\nb"), ("a\n{{=<% %>=}}\n<%yes%>", "a\n<true>"),
        ("  {{yes}}\n", "  <true>\n"), ("{{#yes}}b{{/yes}}\n", "b\n"),
        (" {{#yes}} b {{/yes}} \n", "  b  \n"), ("a {{! c }}\n", "a \n"),
        ("{{#yes}}{{/yes}}\n", "\n"),
    ])
    func `tags that stand alone take their line away`(_ template: String, _ expected: String) throws
    {
        #expect(try rendered(template, ["yes": true]) == expected)
    }

    @Test(arguments: [
        ("a\n{{#a}}\n{{#b}}{{/b}}", 2, "section \"a\" is never closed", "add {{/a}}"),
        (
            "{{#a}}\n{{#b}}\n{{/a}}", 3, "{{/a}} closes section \"b\" of line 2",
            "write {{/b}} first"
        ),
        ("\n{{/a}}", 2, "{{/a}} closes no section", "remove it"),
        ("\n\n{{a", 3, "a tag is never closed, expected }}", "add }} after its name"),
        ("{{{a}}", 1, "a tag is never closed, expected }}}", "add }}} after its name"),
        (
            "{{=<%=}}", 1, "{{=<%=}} sets no delimiters, expected two words without \"=\"",
            "write them as in {{=<% %>=}}"
        ),
        ("{{> a }}", 1, "partials are not supported", "copy its text here"),
        ("\n{{<a}}", 2, "parent templates are not supported", "copy its text here"),
        ("{{$a}}", 1, "blocks are not supported", "remove the tags of the block"),
        ("{{a b}}", 1, "\"a b\" is not a name, expected one such as width or pivot.x", nil),
        ("{{}}", 1, "\"\" is not a name, expected one such as width or pivot.x", nil),
        ("{{#a.}}", 1, "\"a.\" is not a name, expected one such as width or pivot.x", nil),
        ("\n{{list}}", 2, "\"list\" is a list or an object", "write {{#list}}…{{/list}}"),
        (
            String(repeating: "{{#a}}", count: 65), 1, "sections are nested more than 64 deep",
            "remove a section around this one"
        ),
        (
            "{{=12345678901234567 >=}}", 1, "a delimiter has 17 bytes, expected at most 16",
            "write them as in {{=<% %>=}}"
        ),
        (
            String(repeating: "a", count: 1_048_577), 1,
            "the template has 1048577 bytes, expected at most 1048576",
            "split it into several templates"
        ),
        (
            "\n{{b}}", 2, "\"b\" does not exist here",
            "write it inside a section that has it, such as {{#sprites}}"
        ),
        (
            "{{#b.c}}{{/b.c}}", 1, "\"b\" does not exist here",
            "write it inside a section that has it, such as {{#sprites}}"
        ),
        (
            "{{^b}}{{/b}}", 1, "\"b\" does not exist here",
            "write it inside a section that has it, such as {{#sprites}}"
        ),
        ("{{list.x}}", 1, "\"x\" does not exist in \"list\"", "write {{#list}}{{x}}{{/list}}"),
        (
            "{{a.x}}", 1, "\"x\" does not exist in \"a\"",
            "Documentation/templates.md lists the values of \"a\""
        ),
    ])
    func `mistakes have a line`(
        _ template: String,
        _ line: Int,
        _ message: String,
        _ help: String?
    ) throws {
        let fault = #expect(throws: TextFault.self) {
            try rendered(template, ["list": [1], "a": true])
        }
        #expect(fault?.line == line)
        #expect(fault?.message == message)
        #expect(fault?.help == help)
        #expect(fault?.path == "t.txt.mustache")
    }

    @Test(arguments: [
        (
            "{{#a}}{{#a}}\n{{#a}}{{/a}}{{/a}}{{/a}}", 2,
            "the template repeats more than 65536 tags", "do not nest {{#sprites}} in itself"
        ),
        (
            "{{#a}}\n\(String(repeating: "x", count: 99)){{/a}}", 1,
            "the template writes more than 65536 bytes", "split it into several templates"
        ),
        (
            String(repeating: "x", count: 65_537), 1,
            "the template writes more than 65536 bytes", "split it into several templates"
        ),
    ])
    func `loops end at the limit`(
        _ template: String,
        _ line: Int,
        _ message: String,
        _ help: String
    ) throws {
        let context: JSONOutput = ["a": .array(Array(repeating: true, count: 1000))]
        let fault = #expect(throws: TextFault.self) {
            try rendered(template, context, limit: 1 << 16, tagLimit: 1 << 16)
        }
        #expect(fault?.line == line)
        #expect(fault?.message == message)
        #expect(fault?.help == help)
    }
}

/// An atlas whose sprites have everything that templates can say.
private func oddAtlas() -> AtlasDescription {
    var atlas = exampleAtlas(rotation: .clockwise)
    atlas.name = "game@2x"
    atlas.scale = 2
    atlas.pages[0].frames[1].name = "a \"b\" \\ c"
    atlas.animations[0].frames = ["pet/dragon", "button"]
    atlas.animations[0].durations = [100, 250]
    return atlas
}

private func described(
    _ template: String,
    _ atlas: AtlasDescription = oddAtlas(),
    name: String = "t.lua.mustache"
) throws -> ExportedFile {
    let template = DescriptorTemplate(path: name, bytes: Array(template.utf8))
    let files = try export([(encoding: .png, scales: [atlas])], templates: [template])
    #expect(files.count == 1)
    return files[0]
}

@Suite struct TemplateFileTests {
    @Test(arguments: [
        ("love.lua.mustache", "game@2x.lua"), ("a/b.c/defold.tp.json.mustache", "game@2x.tp.json"),
        (".lua.mustache", "game@2x.lua"),
    ])
    func `descriptors are named by the template`(_ name: String, _ expected: String) throws {
        #expect(try described("", name: name).path == expected)
    }

    @Test(arguments: [
        ("t.lua.mustache", #"a \"b\" \\ c"#), ("t.txt.mustache", #"a "b" \ c"#),
        ("t.xml.mustache", #"a &quot;b&quot; \ c"#), ("t.fnt.mustache", #"a &quot;b&quot; \ c"#),
        ("t.a.SVG.mustache", #"a &quot;b&quot; \ c"#),
    ])
    func `values are escaped for their file`(_ name: String, _ expected: String) throws {
        let template = "{{#sprites}}{{#first}}{{name}}{{rotated}}{{/first}}{{/sprites}}"
        #expect(text([try described(template, name: name)]) == expected + "false")
    }

    @Test func `dollar signs are escaped where they begin a variable`() throws {
        var atlas = oddAtlas()
        atlas.pages[0].frames[0].name = "$a$"
        atlas.animations = []
        for ending in ["dart", "kt", "php", "pl", "sh", "groovy", "gradle"] {
            let name = "t.\(ending).mustache"
            let template = "{{#sprites}}{{#first}}{{name}}{{/first}}{{/sprites}}"
            #expect(text([try described(template, atlas, name: name)]) == #"\$a\$"#)
        }
    }

    @Test(arguments: [
        ("\n{{#pages}}{{widht}}{{/pages}}", 2, "unknown name \"widht\"", "did you mean \"width\"?"),
        (
            "{{#pivot}}{{pivot.pixlX}}{{/pivot}}", 1, "unknown name \"pixlX\"",
            "did you mean \"pixelX\"?"
        ),
        ("{{qqq}}", 1, "unknown name \"qqq\"", "Documentation/templates.md lists all names"),
    ])
    func `unknown names are errors`(
        _ template: String,
        _ line: Int,
        _ message: String,
        _ help: String
    ) throws {
        let file = DescriptorTemplate(path: "t.lua.mustache", bytes: Array(template.utf8))
        let fault = try #require(templateFault(file))
        #expect(fault.line == line)
        #expect(fault.message == message)
        #expect(fault.help == help)
        #expect(throws: ExportError.template(fault)) { try described(template) }
        #expect(ExportError.template(fault).description == "t.lua.mustache:\(line): \(message)")
    }

    @Test(arguments: [
        ("\n{{scale}}", "\"scale\" does not exist here", "write {{atlas.scale}}"),
        (
            "\n{{name}}", "\"name\" does not exist here",
            "write {{atlas.name}}, or move it into {{#sprites}}…{{/sprites}}"
        ),
        (
            "\n{{#frames}}{{/frames}}", "\"frames\" does not exist here",
            "move it into {{#animations}}…{{/animations}}"
        ),
        (
            "\n{{^left}}{{/left}}", "\"left\" does not exist here",
            "move it into {{#nineSlice}}…{{/nineSlice}}"
        ),
        (
            "{{#sprites}}\n{{page.sprites}}{{/sprites}}",
            "\"sprites\" does not exist in \"page\"",
            "Documentation/templates.md lists the values of \"page\""
        ),
    ])
    func `names in the wrong place are errors`(
        _ template: String,
        _ message: String,
        _ help: String
    ) {
        let error = #expect(throws: ExportError.self) { try described(template) }
        guard case .template(let fault) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(fault.line == 2)
        #expect(fault.message == message)
        #expect(fault.help == help)
    }

    @Test func `a sprite without a pivot has empty values`() throws {
        let template = "{{#sprites}}{{pivot.pixelX}},{{/sprites}}"
        #expect(text([try described(template)]) == ",,32,")
    }

    @Test func `animations of pages are numbered among all`() throws {
        var atlas = oddAtlas()
        let frame = AtlasFrame("hat", [0, 0, 9, 9])
        atlas.pages.append(.init(imageFile: "b.png", width: 9, height: 9, frames: [frame]))
        atlas.animations = ["a b", "a_b"].map { name in
            let sprite = name == "a b" ? "button" : "hat"
            return .init(name: name, frames: [sprite], framesPerSecond: 6, loops: true)
        }
        let template = "{{index}} {{identifier}} {{first}}{{last}}\n"
        let listed = "{{#animations}}\n\(template){{/animations}}\n"
        #expect(
            text([try described("\(listed){{#pages}}\n\(listed){{/pages}}", atlas)])
                == """
                0 a_b_2 truefalse
                1 a_b falsetrue
                0 a_b_2 truetrue
                1 a_b truetrue

                """
        )
    }

    @Test func `a name without an extension is an error`() {
        for name in ["love.mustache", ".mustache", "a.b/love.mustache", "love..mustache"] {
            let fault = templateFault(DescriptorTemplate(path: name, bytes: []))
            #expect(fault?.message == "the template's name has no extension before .mustache")
        }
    }

    @Test func `sprites are not described in part`() throws {
        var atlas = oddAtlas()
        let template = "{{#sprites}}{{x}}{{/sprites}}"
        #expect(
            throws: ExportError.unusedName(
                "sprites are rotated",
                name: "rotated",
                template: "t.lua.mustache"
            )
        ) {
            try described(template, atlas)
        }
        #expect(throws: Never.self) {
            try described("{{#animations}}{{name}}{{/animations}}", atlas)
        }
        atlas.pages[0].frames[0].rotation = .none
        #expect(throws: Never.self) { try described(template, atlas) }
        atlas.isPremultiplied = true
        #expect(throws: ExportError.self) { try described(template, atlas) }
        for use in ["{{atlas.premultiplied}}", "{{#atlas}}{{premultiplied}}{{/atlas}}"] {
            #expect(throws: Never.self) { try described(template + use, atlas) }
        }
    }

    @Test func `sprites have all values`() throws {
        let file = try described(
            """
            {{atlas.name}} {{atlas.id}} {{atlas.identifier}} {{atlas.scale}} {{atlas.filter}} {{atlas.pixelFormat}}
            {{#pages}}
            {{number}} {{image}} {{stem}} {{width}} {{height}} {{normalMap}} {{first}}{{last}}
            {{#sprites}}
            {{index}} {{number}} {{indexOnPage}} {{numberOnPage}} {{{name}}} {{identifier}} of {{{aliasOf}}}
             {{x}},{{y}} {{width}}x{{height}} {{pageWidth}}x{{pageHeight}} {{yUp}} {{rotated}} {{trimmed}}
             {{trimX}},{{trimY}},{{trimRight}},{{trimBottom}} {{sourceWidth}}x{{sourceHeight}}
             {{u0}},{{v0}} {{u1}},{{v1}} {{v0Up}},{{v1Up}} {{page.image}}
            {{#pivot}}
             {{x}},{{y}} {{yUp}} {{pixelX}},{{pixelY}} {{pixelYUp}}
            {{/pivot}}
            {{#nineSlice}}
             {{left}},{{top}},{{right}},{{bottom}} {{middleWidth}}x{{middleHeight}}
            {{/nineSlice}}
            {{/sprites}}
            {{/pages}}
            {{#animations}}
            {{index}} {{name}} {{identifier}} {{fps}} {{loop}} {{durations}} {{milliseconds}} {{frameCount}}
            {{#frames}}
            {{number}} {{name}} {{sprite.number}} {{milliseconds}} {{seconds}}{{^last}},{{/last}}
            {{/frames}}
            {{/animations}}
            """
        )
        #expect(
            text([file]) == """
                game@2x game game 2 linear RGBA8888
                1 atlas-0.png atlas-0 1590 1602 false truetrue
                0 1 0 1 a "b" \\ c a_b_c of false
                 300,20 40x30 40x30 1552 false false
                 0,0,0,0 40x30
                 0.188679,0.012484 0.213836,0.031211 0.968789,0.987516 atlas-0.png
                 4,5,6,7 30x18
                1 2 1 2 button button of a "b" \\ c
                 300,20 40x30 40x30 1552 false false
                 0,0,0,0 40x30
                 0.188679,0.012484 0.213836,0.031211 0.968789,0.987516 atlas-0.png
                 4,5,6,7 30x18
                2 3 2 3 pet/dragon pet_dragon of false
                 0,473 47x159 159x47 1082 true true
                 1,11,16,16 64x186
                 0,0.295256 0.1,0.324594 0.675406,0.704744 atlas-0.png
                 0.5,0.95 0.05 32,176.7 9.3
                0 idle idle 6 true true 350 2
                1 pet/dragon 3 100 0.1,
                2 button 2 250 0.25

                """
        )
    }
}

/// What the templates in `Examples/templates` say about the sprites of `oddAtlas`.
@Suite struct ShippedTemplateTests {
    private static let folder = Repository.file("Examples/templates")

    @Test(arguments: [
        (
            "love.lua.mustache",
            [
                "require(\"game@2x\")", "\"atlas-0.png\",\n",
                #"["a \"b\" \\ c"] = {"#,
                """
                    ["pet/dragon"] = {
                      page = 1, x = 0, y = 473, width = 47, height = 159, rotated = true,
                      trimX = 1, trimY = 11, sourceWidth = 64, sourceHeight = 186,
                      originX = 32, originY = 176.7,
                    },
                """, "{ sprite = \"button\", seconds = 0.25 },", "return atlas\n",
            ]
        ),
        (
            "defold.tpinfo.mustache",
            [
                "name: \"atlas-0.png\"\n  size { width: 1590 height: 1602 }",
                #"name: "a \"b\" \\ c""#,
                """
                    name: "pet/dragon"
                    trimmed: true
                    rotated: true
                    is_solid: false
                    untrimmed_size { width: 64 height: 186 }
                    corner_offset { x: 1 y: 11 }
                    source_rect { x: 1 y: 11 width: 47 height: 159 }
                    frame_rect { x: 0 y: 473 width: 159 height: 47 }
                    pivot { x: 32 y: 176.7 }
                  }
                """,
            ]
        ),
        (
            "defold.tpatlas.mustache",
            [
                """
                file: "/assets/game@2x.tpinfo"
                rename_patterns: ""
                animations {
                  id: "idle"
                  images: "pet/dragon"
                  images: "button"
                  playback: PLAYBACK_LOOP_FORWARD
                  fps: 6
                }
                is_paged_atlas: false

                """
            ]
        ),
        (
            "raylib.h.mustache",
            [
                "enum { game_page_count = 1 };",
                "    game_sprite_a_b_c = 0,\n    game_sprite_button = 1,\n",
                "\"pet/dragon\", 0, { 0, 473, 159, 47 }, true,\n        { 1, 11 }, { 64, 186 },\n",
                "{ 32, 176.7 },", "{ \"idle\", game_frames_of_idle, 2, true },",
                "    { 2, 0.1 }, { 1, 0.25 }\n",
            ]
        ),
        (
            "gamemaker.gml.mustache",
            [
                "array_push(_atlas.pages, sprite_add(\"atlas-0.png\", 1, false, false, 0, 0));",
                "_atlas.sprites[? \"pet/dragon\"] = { page: 0, left: 0, top: 473, width: 159, height: 47, "
                    + "rotated: true, dx: 1 - 32, dy: 11 - 176.7 };",
            ]
        ),
        (
            "solar2d.lua.mustache",
            [
                """
                      sheetContentWidth = 1590,
                      sheetContentHeight = 1602,
                      frames = {
                        { x = 300, y = 20, width = 40, height = 30 },
                        { x = 300, y = 20, width = 40, height = 30 },
                        { x = 0, y = 473, width = 47, height = 159, sourceX = 1, sourceY = 11, sourceWidth = 64, sourceHeight = 186 },
                """, "[\"pet/dragon\"] = 3,",
                "{ name = \"idle\", time = 350, loopCount = 0, frames = { 3, 2 } },",
            ]
        ),
        (
            "flame.dart.mustache",
            [
                "\"pet/dragon\": Sprite(pages[0], srcPosition: Vector2(0, 473), srcSize: Vector2(47, 159)),",
                "[sprites[\"pet/dragon\"]!, sprites[\"button\"]!, ],\n    stepTimes: [0.1, 0.25, ],\n    loop: true",
                "const pivots = <String, (double, double)>{\n  \"pet/dragon\": (0.5, 0.95),\n};",
            ]
        ),
        (
            "bevy.rs.mustache",
            [
                "new_empty(UVec2::new(1590, 1602))",
                "layout.add_texture(URect::new(0, 473, 0 + 47, 473 + 159));",
                "pivot: Some((0.5 as f32, 0.95 as f32)),",
                "(\"idle\", true, &[(2, 0.1 as f32), (1, 0.25 as f32), ]),",
            ]
        ),
        (
            "monogame.xml.mustache",
            [
                """
                <?xml version="1.0" encoding="utf-8"?>
                <TextureAtlas>
                    <Texture>atlas-0</Texture>
                    <Regions>
                        <Region name="a &quot;b&quot; \\ c" x="300" y="20" width="40" height="30" />
                        <Region name="button" x="300" y="20" width="40" height="30" />
                        <Region name="pet/dragon" x="0" y="473" width="47" height="159" />
                    </Regions>
                    <Animations>
                        <Animation name="idle" delay="100">
                            <Frame region="pet/dragon" />
                            <Frame region="button" />
                        </Animation>
                    </Animations>
                </TextureAtlas>

                """
            ]
        ),
    ])
    func `each says the facts of its engine`(_ name: String, _ parts: [String]) throws {
        let template = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
        var atlas = oddAtlas()
        if !template.contains("rotated}}") { atlas.pages[0].frames[0].rotation = .none }
        let file = try described(template, atlas, name: name)
        for part in parts { #expect(text([file]).contains(part), "\(text([file]))") }
    }

    @Test func `a sprite named pages compiles in C`() throws {
        let name = "raylib.h.mustache"
        let template = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
        var atlas = oddAtlas()
        atlas.pages[0].frames[1].name = "pages"
        atlas.animations = []
        let header = text([try described(template, atlas, name: name)])
        #expect(header.contains("    game_sprite_pages = 1,\n"), "\(header)")
        #expect(header.contains(" game_pages[] = {\n"))
    }

    @Test func `all are tested`() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(names.count { $0.hasSuffix(".mustache") } == 9)
    }
}
