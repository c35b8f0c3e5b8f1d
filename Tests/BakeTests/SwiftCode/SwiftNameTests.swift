import Bake
import Testing

struct SwiftNameTests {
    @Test(arguments: [
        ("dog", "dog"), ("red-panda", "redPanda"), ("red_panda", "redPanda"),
        ("red.panda.2", "redPanda2"), ("birthdayDog", "birthdayDog"), ("Hat", "hat"),
        ("URL", "url"), ("XMLFile", "xmlFile"), ("A1", "a1"), ("T-shirt", "tShirt"),
        ("2d-hat", "_2dHat"), ("_", "_empty"), ("...", "_empty"), ("", "_empty"),
        ("__proto__", "proto"), ("hündchen", "hündchen"), ("Ärmel", "ärmel"), ("犬-小", "犬小"),
        ("🐶", "_empty"), ("a🐶b", "aB"), ("a\u{202E}b", "aB"), ("a\u{200B}b", "aB"),
        ("\u{301}x", "_\u{301}x"),
    ])
    func `an id becomes a member in lower camel case`(id: String, name: String) {
        #expect(SwiftIdentifier.member(id) == name)
    }

    @Test(arguments: [("mochi", "Mochi"), ("my-game", "MyGame"), ("2048", "_2048"), ("", "_empty")])
    func `a name becomes a type in upper camel case`(id: String, name: String) {
        #expect(SwiftIdentifier.type(id) == name)
    }

    @Test(arguments: [
        // Alone, each has the short name.
        (["hat-2"], ["hat2"]),
        // Together, only the one that is spelled so keeps it.
        (["hat-2", "hat2"], ["hat_2", "hat2"]),
        (["hat2", "hat-2"], ["hat2", "hat_2"]),
        (["hat.2", "hat-2"], ["hat_2E_2", "hat_2D_2"]),
        (["hat.2", "hat-2", "hat_2"], ["hat_2E_2", "hat_2D_2", "hat_2"]),
        (["Hat", "hat", "HAT"], ["Hat", "hat", "HAT"]),
        (["2", "_2"], ["_2_2", "_2"]),
        (["default", "Default"], ["`default`", "Default"]),
        (["class", "self", "init", "none", "id"], ["`class`", "self_", "init_", "none_", "id_"]),
        (["self", "self_"], ["self__2", "self_"]),
        (["-", ".", "_"], ["_2D_", "_2E_", "_5F_"]),
        (["caf\u{E9}", "cafe\u{301}"], ["caf\u{E9}_2", "cafe\u{301}"]),
        (["dog", "dog"], ["dog"]),
    ])
    func `ids that come to the same name are distinguished`(ids: [String], names: [String]) {
        #expect(SwiftNames(ids).entries.map(\.name) == names)
        #expect(Set(names).count == names.count)
    }

    @Test func `names do not depend on the order of ids`() {
        let ids = [
            "hat-2", "hat2", "hat_2", "hat.2", "Hat2", "self", "self_", "none", "None", "2", "_2",
        ]
        let names = SwiftNames(ids).entries.map { [$0.id, $0.name] }.sorted { $0[0] < $1[0] }
        for shift in ids.indices {
            let turned = Array(ids[shift...] + ids[..<shift])
            let other = SwiftNames(turned).entries.map { [$0.id, $0.name] }
            #expect(other.sorted { $0[0] < $1[0] } == names)
        }
    }

    @Test(arguments: [
        ("a\"b\\c", #""a\"b\\c""#), ("\\(x)", #""\\(x)""#), ("a\nb", #""a\u{A}b""#),
        ("é\u{202E}", #""\u{E9}\u{202E}""#),
    ])
    func `a literal is printable and says what it says`(text: String, literal: String) {
        #expect(swiftLiteral(text) == literal)
    }
}
