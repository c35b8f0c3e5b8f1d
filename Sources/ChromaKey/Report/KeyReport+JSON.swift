extension KeyReport: Encodable {
    private enum CodingKeys: CodingKey {
        case mode, screen, hasSubsampledChroma, isPixelArt, clearPixels, partialPixels, opaquePixels
        case shareNearThreshold, fringe, residue, taken, areas, matte, also, differences,
            differingShare
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(mode.rawValue, forKey: .mode)
        try container.encodeIfPresent(screen, forKey: .screen)
        try container.encode(hasSubsampledChroma, forKey: .hasSubsampledChroma)
        try container.encode(isPixelArt, forKey: .isPixelArt)
        try container.encode(clearPixels, forKey: .clearPixels)
        try container.encode(partialPixels, forKey: .partialPixels)
        try container.encode(opaquePixels, forKey: .opaquePixels)
        try container.encode(shareNearThreshold, forKey: .shareNearThreshold)
        try container.encode(fringe, forKey: .fringe)
        try container.encode(residue, forKey: .residue)
        try container.encodeIfPresent(taken, forKey: .taken)
        try container.encode(areas, forKey: .areas)
        try container.encodeIfPresent(matte, forKey: .matte)
        try container.encodeIfPresent(triangulation?.others, forKey: .also)
        try container.encodeIfPresent(triangulation?.differences, forKey: .differences)
        try container.encodeIfPresent(triangulation?.differingShare, forKey: .differingShare)
    }
}

extension KeyReport.Screen: Encodable {
    private enum CodingKeys: CodingKey { case color, isFlat, shades, noise, distanceToDeclared }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(color, forKey: .color)
        try container.encode(isFlat, forKey: .isFlat)
        if !shades.isEmpty { try container.encode(shades, forKey: .shades) }
        try container.encode(noise, forKey: .noise)
        try container.encode(distanceToDeclared, forKey: .distanceToDeclared)
    }
}
