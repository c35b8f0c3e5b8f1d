import Catalog
package import Diagnostics

extension Check {
    /// Every check there is, from the modules' own lists; documented in Documentation/diagnostics.md.
    package static let all =
        ofJSON + ofReports + ofReading + ofCatalogs + ofLoading + ofNames + ofRendering + ofPictures
        + ofTargets + ofReleases

    /// The check with an id.
    package static func named(_ id: String) -> Check? { byID[id] }

    /// The checks that ids and patterns with * and ? name, in the order of the list.
    ///
    /// - Throws: `CommandFailure` when one of them names none.
    package static func named(by patterns: [String]) throws(CommandFailure) -> [Check] {
        var named: Set<Check> = []
        for pattern in patterns {
            let own = all.filter { Glob(pattern).matches($0.id) }
            guard !own.isEmpty else {
                let near = nearestMatch(to: pattern, in: all.map(\.id))
                throw CommandFailure(
                    "there is no check \"\(pattern)\"",
                    help: near.map { "did you mean \"\($0)\"?" } ?? "'kiln explain' lists them"
                )
            }
            named.formUnion(own)
        }
        return all.filter(named.contains)
    }

    private static let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }

    private static let ofTargets: [Check] = [
        .cannotExport, .doesNotFit, .cacheTrouble, .remoteCacheTrouble, .brokenLayout,
        .sideSheetSize, .nothingToBake, .appIcon, .widgetImage, .panelTooSmall, .panelFlicker,
    ]
}

extension Check {
    /// Checks of a catalog's text, and of its art by name.
    private static let ofCatalogs: [Check] = [
        .duplicateID, .unknownReference, .wrongEquipStyle, .misfit, .wornTwice, .unusedItem,
        .namingTemplate, .tooManyCombinations, .duplicateRaw, .unevenRaw, .axisRange, .rangeGap,
        .anchorOutsideCanvas, .placementOutsideCanvas, .missingCredit, .targetSettings,
        .unusedSheetRule, .frameOutOfRange, .frameCount, .anchorFrameCount, .missingAnimation,
        .animationTiming, .sameDepth, .unlisted, .unusedCheckRule, .slotOverfull,
        .ambiguousVariant, .paletteMismatch, .noEffect,
    ]

    /// Checks of pixels, besides those that prevent rendering.
    package static let ofPictures: [Check] = [
        .keyMismatch, .alsoDiffers, .keyNearSubject, .keyLeftInside, .fringe, .alphaHaze,
        .leakyAlpha, .matteRim, .bakedBackground, .plainBorder, .clipped, .emptyPicture,
        .emptyFrame, .unusedFrames, .nineSliceSize, .duplicateFrames, .sizeJump, .feetJitter,
        .upscaled, .pixelArtScaling, .mixedDensities, .baseSize, .fullCanvasSize, .hidesPet,
        .overlayClipped, .densityMismatch, .gridCutsFigures, .placeJump, .oddFrame, .frameDrift,
        .frameSize, .mirroredFrame, .neighborSliver, .sheetGuides, .uncutFigures, .oddPicture,
        .strayPixels, .samePicture, .feetLevel, .colorProfile,
    ]

    /// Checks for games already released.
    private static let ofReleases: [Check] = [
        .overBudget, .removedID, .changedEquipStyle, .changedRaw, .newID, .removedAnchor,
        .removedAnimation, .narrowedItem, .retiredInUse, .retiresNothing,
    ]
}
