// KilnSwiftUI: a dressed pet as a SwiftUI view.
//
// In: a `Look`, the name of an animation, and the pages that hold it. Out: a view that draws what
// `Manifest.drawList` says, when `Playback` says that it changes. It knows nothing that KilnManifest
// does not tell every game; one with wishes of its own copies the hundred lines of `PetView`.
//
//     PetView(look: look, animation: "idle").petPages(pages)
//
// There is no SwiftUI where Kiln is developed: the module is type-checked against a stub of SwiftUI
// (Tests/SwiftUIStub, `make test-consumer`), and it is empty on Linux.
