import AtlasBuilding
import FileStore

extension BakeSummary: Encodable {
    private enum CodingKeys: String, CodingKey {
        case targets, assets, files, written, removed, left, goneTargets, outdatedTargets
        case obstacles, bytes, rebuilt, differences, causes, layouts, remoteCache, sharedNothing
        case isUnchanged = "unchanged"
    }

    private enum RemoteKeys: CodingKey { case trouble }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(isUnchanged, forKey: .isUnchanged)
        try container.encode(targets, forKey: .targets)
        try container.encode(assets, forKey: .assets)
        try container.encode(files, forKey: .files)
        try container.encode(publication.written, forKey: .written)
        try container.encode(publication.removed, forKey: .removed)
        try container.encode(publication.left, forKey: .left)
        try container.encode(goneTargets, forKey: .goneTargets)
        try container.encode(outdatedTargets, forKey: .outdatedTargets)
        try container.encode(publication.obstacles.map(\.path), forKey: .obstacles)
        try container.encode(bytes, forKey: .bytes)
        try container.encode(rebuilt, forKey: .rebuilt)
        try container.encode(publication.differences, forKey: .differences)
        if !publication.differences.isEmpty {
            try container.encode(publication.causes, forKey: .causes)
        }
        try container.encode(layouts, forKey: .layouts)
        if let remote {
            let inner = container.superEncoder(forKey: .remoteCache)
            try remote.encode(to: inner)
            var more = inner.container(keyedBy: RemoteKeys.self)
            try more.encodeIfPresent(remoteTrouble, forKey: .trouble)
        }
        if sharedNothing { try container.encode(true, forKey: .sharedNothing) }
    }
}
