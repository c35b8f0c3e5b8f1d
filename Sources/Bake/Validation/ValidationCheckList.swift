import Catalog
package import Diagnostics

extension Check {
    /// What a catalog's text tells, and its art by its names.
    package static let ofCatalogs: [Check] = [
        .duplicateID, .unknownReference, .wrongEquipStyle, .misfit, .wornTwice, .unusedItem,
        .namingTemplate, .tooManyCombinations, .duplicateRaw, .axisRange, .anchorOutsideCanvas,
        .placementOutsideCanvas,
        .missingCredit, .targetSettings, .unusedSheetRule, .frameOutOfRange, .frameCount,
        .anchorFrameCount, .missingAnimation, .unlisted, .unusedCheckRule, .slotOverfull,
        .ambiguousVariant, .paletteMismatch,
    ]

    /// What pixels tell, beside what keeps them from being rendered.
    package static let ofPictures: [Check] = [
        .keyMismatch, .alsoDiffers, .keyNearSubject, .keyLeftInside, .fringe, .bakedBackground,
        .clipped,
        .emptyPicture, .emptyFrame, .duplicateFrames, .sizeJump, .feetJitter, .upscaled,
        .pixelArtScaling, .mixedDensities, .baseSize, .fullCanvasSize, .hidesPet, .overlayClipped,
        .densityMismatch, .gridCutsFigures, .placeJump, .oddFrame, .frameDrift, .frameSize,
        .mirroredFrame, .neighborSliver, .uncutFigures, .samePicture, .feetLevel, .colorProfile,
    ]

    /// What a game that is played already must not be sent.
    package static let ofReleases: [Check] = [
        .overBudget, .removedID, .changedEquipStyle, .newID, .removedAnchor, .removedAnimation,
        .narrowedItem, .retiredInUse, .retiresNothing,
    ]
}
