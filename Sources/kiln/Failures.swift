import AtlasBuilding
import Bake
import Console
import Diagnostics
import FileStore

extension ExitStatus {
    /// Tells the error that ended a command, and how it ends then: the one place where it is told.
    ///
    /// - Returns: 1 when what the command was given is at fault, 2 when it could not do its work.
    static func telling(_ error: any Error) -> ExitStatus {
        let console = Console.standardError
        switch error {
        case is CancellationError:
            // `interruptible` has told it.
            return .couldNotRun
        case let failure as UnreadableAtlas:
            console.printError("\(failure)")
            return failure.isUnreadable ? .couldNotRun : .inputHasErrors
        case let failure as UnreadablePage:
            console.printError("\(failure)")
            return .couldNotRun
        case let failure as SliceFailure:
            console.print("\(failure.path): error: \(failure.reason)")
            if let help = failure.reason.help { console.print("  help: \(help)") }
            return failure.isUnreadable ? .couldNotRun : .inputHasErrors
        case let failure as PackFailure:
            for text in failure.texts { console.printError(text) }
            return failure.isUnreadable ? .couldNotRun : .inputHasErrors
        case is InitFailure:
            console.printError("kiln: \(error)")
            return .inputHasErrors
        case is DiskError:
            console.printError("kiln: error: \(error)")
            return .couldNotRun
        default:
            // Usage errors and everything else.
            console.printError("kiln: \(error)")
            return .couldNotRun
        }
    }
}

extension PackFailure {
    /// Whether a picture could not be read at all.
    fileprivate var isUnreadable: Bool {
        if case .pictures(let failures) = self {
            failures.contains(where: \.isUnreadable)
        } else {
            false
        }
    }
}
