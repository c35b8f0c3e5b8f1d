/// Which frames must share a page: those of an animation, and of all animations that share a sprite
/// with it.
struct FrameBundles {
    /// By frame: its parent in a union-find forest; a root is its own.
    private var parent: [Int]
    /// By root: the first name of the bundle's sprites, if there are several.
    private var names: [Int: String] = [:]

    /// `owner` has, by frame, the frame whose sprite it shows; `animations` list frame names.
    init(_ frames: [RenderedFrame], _ owner: [Int], _ animations: [[String]]) {
        parent = Array(frames.indices)
        let indices = Dictionary(frames.indices.map { (frames[$0].name, $0) }) { first, _ in first }
        for animation in animations {
            let sprites = animation.compactMap { indices[$0] }.map { owner[$0] }
            guard let first = sprites.first else { continue }
            for sprite in sprites.dropFirst() { join(first, sprite) }
        }
        var counts: [Int: Int] = [:]
        for index in frames.indices where owner[index] == index {
            let root = root(of: index)
            counts[root, default: 0] += 1
            names[root] = min(names[root] ?? frames[index].name, frames[index].name)
        }
        names = names.filter { counts[$0.key, default: 0] > 1 }
    }

    func name(of sprite: Int) -> String? { names[root(of: sprite)] }

    private func root(of sprite: Int) -> Int {
        var root = sprite
        while parent[root] != root { root = parent[root] }
        return root
    }

    private mutating func join(_ left: Int, _ right: Int) {
        let (left, right) = (root(of: left), root(of: right))
        // The lower one, so that the order of animations does not matter.
        parent[max(left, right)] = min(left, right)
    }
}
