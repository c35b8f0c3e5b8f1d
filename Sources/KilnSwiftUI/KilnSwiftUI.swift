// KilnSwiftUI: dressed pets and images of the catalog as SwiftUI views.
//
// In: a `Look` or the id of an image, the name of an animation, and the pages that hold it. Out: a view
// that draws what `Manifest.drawList` returns, when `Playback` says that it changes. All of it uses only
// the public API of KilnManifest: a game that needs a different view copies `StepsCanvas` and changes it.
//
//     PetView(look: look, animation: "idle").petPages(pages)
//     CatalogImageView(image: "coin", animation: "spin").petPages(pages)
//
// There is no SwiftUI where Kiln is developed: the module is type-checked against a stub of SwiftUI
// (Tests/SwiftUIStub, `make test-consumer`), and it is empty on Linux.
