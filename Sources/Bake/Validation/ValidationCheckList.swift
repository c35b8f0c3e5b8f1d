import Catalog
package import Diagnostics

extension Check {
    /// Checks of a catalog's text, and of its art by name.
    package static let ofCatalogs: [Check] = [
        .duplicateID, .unknownReference, .wrongEquipStyle, .misfit, .wornTwice, .unusedItem,
        .namingTemplate, .tooManyCombinations, .duplicateRaw, .axisRange, .rangeGap,
        .anchorOutsideCanvas,
        .placementOutsideCanvas,
        .missingCredit, .targetSettings, .unusedSheetRule, .frameOutOfRange, .frameCount,
        .anchorFrameCount, .missingAnimation, .animationTiming, .sameDepth, .unlisted,
        .unusedCheckRule, .slotOverfull,
        .ambiguousVariant, .paletteMismatch, .noEffect,
    ]

    /// Checks of pixels, besides those that prevent rendering.
    package static let ofPictures: [Check] = [
        .keyMismatch, .alsoDiffers, .keyNearSubject, .keyLeftInside, .fringe, .alphaHaze,
        .leakyAlpha, .matteRim, .bakedBackground, .plainBorder, .clipped,
        .emptyPicture, .emptyFrame, .unusedFrames, .nineSliceSize, .duplicateFrames, .sizeJump,
        .feetJitter, .upscaled,
        .pixelArtScaling, .mixedDensities, .baseSize, .fullCanvasSize, .hidesPet, .overlayClipped,
        .densityMismatch, .gridCutsFigures, .placeJump, .oddFrame, .frameDrift, .frameSize,
        .mirroredFrame, .neighborSliver, .sheetGuides, .uncutFigures, .oddPicture, .strayPixels,
        .samePicture, .feetLevel,
        .colorProfile,
    ]

    /// Checks for games already released.
    package static let ofReleases: [Check] = [
        .overBudget, .removedID, .changedEquipStyle, .changedRaw, .newID, .removedAnchor,
        .removedAnimation,
        .narrowedItem, .retiredInUse, .retiresNothing,
    ]
}
