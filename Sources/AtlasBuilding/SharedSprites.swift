import AtlasPack
import Catalog
import Raster

/// Assigns frames to sprites, before packing.
///
/// A frame with the pixels of an earlier one shows that one's sprite. A frame whose pixels equal
/// another's, rotated as the target's formats do, shows the other's sprite as rotated; that one
/// must then be upright. Formats support one direction of rotation and no mirroring, so other
/// duplicates cannot be shared.
struct SharedSprites {
    /// By frame: the frame whose sprite it shows, which may be itself.
    private(set) var owner: [Int]
    /// By frame: whether it shows the sprite rotated.
    private(set) var isTurned: [Bool]
    /// By frame: whether others show its sprite rotated.
    private(set) var showsTurned: [Bool]
    /// The other frames that show an owner's sprite unrotated.
    private(set) var equals: [Int: [Int]] = [:]

    /// By owner: the group of all frames with its sprite; nil for shared pages.
    private(set) var groups: [Int: String] = [:]

    private typealias Identity = [PackedPicture.Identity?]

    init(
        _ frames: [RenderedFrame],
        _ traits: [String: FrameTraits],
        _ sides: [SideSheet],
        _ settings: AtlasSettings
    ) {
        owner = Array(frames.indices)
        isTurned = Array(repeating: false, count: frames.count)
        showsTurned = Array(repeating: false, count: frames.count)
        defer { findGroups(frames, traits) }
        guard settings.duplicates != .none else { return }
        var firsts: [Identity: Int] = [:]
        for (index, frame) in frames.enumerated() {
            let own = traits[frame.name]
            // Nine-slices have separate borders. So may side images.
            guard frame.trim != nil, own?.nineSlice == nil,
                !sides.contains(where: { $0.pictures[frame.name] != nil })
            else { continue }
            let identity = settings.scales.map { frame.pictures[$0]?.identity }
            if let first = firsts[identity] {
                owner[index] = first
                equals[first, default: []].append(index)
            } else {
                firsts[identity] = index
            }
        }
        if settings.duplicates == .turned, settings.packing.allowsRotation,
            settings.rotation != .none
        {
            findTurned(frames, firsts, settings)
        }
    }

    /// Sprites used by several groups go on shared pages.
    private mutating func findGroups(_ frames: [RenderedFrame], _ traits: [String: FrameTraits]) {
        let own = frames.map { traits[$0.name]?.group }
        for (index, owner) in owner.enumerated() where index == owner { groups[owner] = own[owner] }
        for (index, owner) in owner.enumerated() where own[index] != own[owner] {
            groups[owner] = nil
        }
    }

    private mutating func findTurned(
        _ frames: [RenderedFrame],
        _ firsts: [Identity: Int],
        _ settings: AtlasSettings
    ) {
        let sizes = Set(firsts.values.compactMap { frames[$0].trim?.size })
        // In the order of the frames, not of the hash table.
        for index in firsts.values.sorted() where !showsTurned[index] {
            guard let size = frames[index].trim?.size, sizes.contains(size.transposed) else {
                continue
            }
            let turned: Identity = settings.scales.map { scale in
                frames[index].pictures[scale]?.unpacked().map {
                    PackedPicture($0.turned(settings.rotation)).identity
                }
            }
            guard let other = firsts[turned], other != index, !isTurned[other] else { continue }
            showsTurned[other] = true
            for frame in [index] + (equals.removeValue(forKey: index) ?? []) {
                owner[frame] = other
                isTurned[frame] = true
            }
        }
    }
}
