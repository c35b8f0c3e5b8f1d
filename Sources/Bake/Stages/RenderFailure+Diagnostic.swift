internal import Compose
internal import Diagnostics

extension RenderFailure {
    var diagnostic: Diagnostic {
        let place = SourceLocation(path: path)
        return switch reason {
        case .unreadable(let reason): .unreadable(path, reason)
        case .undecodable(let message):
            Diagnostic(
                id: "unreadable-picture",
                at: place,
                message: message,
                help: "export the picture again"
            )
        case .unsliceable(let message):
            Diagnostic(
                id: "grid-does-not-fit",
                at: place,
                message: message,
                help: "correct the grid under \"sheets\", or the size of the picture"
            )
        case .noScreen(let key):
            Diagnostic(
                id: "no-key-found",
                at: place,
                message: "keying was asked for, but no screen was found, expected \(key)",
                help: "name the painted background under \"chroma\": { \"key\": … }, or set "
                    + "\"key\": false"
            )
        case .needsMemory(let message):
            Diagnostic(
                id: "needs-memory",
                at: place,
                message: message,
                help: "raise --memory, or make the picture smaller"
            )
        case .tooLarge:
            Diagnostic(
                id: "frame-too-large",
                at: place,
                message: "a frame would have more than \(LayerPicture.largestArea) pixels",
                help: "lower the placement's scale or the target's scales"
            )
        }
    }
}
