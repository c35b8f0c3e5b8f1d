/// What profiles of an outline say of one background.
struct MatteEvidence {
    /// Art that is nearer to the background does not tell; in code values.
    static let leastContrast: Float = 48
    /// Smaller shares of the background do not count.
    static let leastShare: Float = 0.12
    /// Larger ones are the background itself.
    private static let pureShare: Float = 0.85
    /// Lower alpha is soft.
    static let leastSolid: Float = 248

    /// How far mixtures may be off a line of some length from the art to the background.
    static func greatestRest(_ length: Float) -> Float { 8 + 0.06 * length }

    /// All profiles.
    private let all: Int
    /// Whether shading looks like the background.
    private let isDark: Bool
    /// Whether nearly clear pixels have the background's color.
    var isHazy = false
    /// Profiles that would show the background, and those that do, by direction.
    private var asked = SIMD4<Int32>()
    private var mixed = SIMD4<Int32>()
    /// Asked profiles whose outermost pixel differs from the art behind, or is soft.
    private var uneven = 0
    private var softEdges = 0
    /// Soft profiles that show the background.
    private var soft = 0
    /// Those that show just what their alpha leaves of it.
    private var matted = 0
    /// Those with pixels of the background itself that are more solid than a glow.
    private var grown = 0
    /// Those without mixtures in solid pixels: drawn lines have some.
    private var faded = 0
    /// Soft edges that show none of it, although their alpha is low.
    private var clean = 0
    /// The soft pixels of soft profiles.
    private var softPixels = 0
    /// Soft pixels' alpha and their distance from the background.
    private var fade = Correlation()
    /// Hard profiles whose outermost pixel is a mixture.
    private var cut = 0
    /// Hard profiles that begin with the background itself, with a mixture behind.
    private var ringed = 0
    /// The same with art right behind.
    private var lined = 0
    /// The mixtures' different colors in hard profiles, of which a drawn line has few.
    private var mixtures: Set<SIMD4<Float>> = []
    /// Profiles that show the background before art that is not quite solid.
    private var leaky = 0

    init(of background: SIMD4<Float>, in outline: OutlineProfiles) {
        all = outline.profiles.count
        isDark = background.x + background.y + background.z < 192
        for profile in outline.profiles { add(profile, outline, background) }
    }

    private mutating func add(
        _ profile: OutlineProfiles.Profile,
        _ outline: OutlineProfiles,
        _ background: SIMD4<Float>
    ) {
        let line = ColorLine(from: profile.art, to: background)
        guard line.square >= Self.leastContrast * Self.leastContrast else { return }
        // The rim of a lens is more opaque than the lens.
        guard profile.pixels.allSatisfy({ outline.colors[$0].w <= profile.art.w + 24 }) else {
            return
        }
        let outermost = outline.colors[profile.pixels.lowerBound]
        asked[profile.direction] &+= 1
        if profile.isUneven { uneven += 1 }
        if outermost.w < Self.leastSolid { softEdges += 1 }
        let most = Self.greatestRest(line.square.squareRoot())
        let uncertainty = 0.04 + 8 / line.square.squareRoot()
        var last: Float = 1.1
        var mixture: SIMD4<Float>?
        var (isMixed, isMatted, isPure, hasSolidMixture) = (false, true, false, false)
        var (softCount, solidity) = (0, Float(0))
        for index in profile.pixels {
            let pixel = outline.colors[index]
            let found = line.mixture(pixel)
            let share = found.share
            // Inside of the art, anything may follow.
            guard found.off <= most * most, share <= last + 0.1 else {
                if last >= Self.leastShare { return }
                break
            }
            if index == profile.pixels.lowerBound { isMixed = share >= Self.leastShare }
            last = min(share, 1)
            if share >= Self.pureShare {
                isPure = true
                solidity = max(solidity, pixel.w)
            } else if share >= Self.leastShare {
                mixture = mixture ?? pixel
            }
            if pixel.w >= Self.leastSolid {
                if share >= Self.leastShare { hasSolidMixture = true }
            } else {
                softCount += 1
                var away = pixel - background
                away.w = 0
                fade.add(pixel.w, (away * away).sum().squareRoot())
                if abs(share - (1 - pixel.w / 255)) > uncertainty { isMatted = false }
            }
        }
        guard isMixed else {
            if outermost.w < 160 { clean += 1 }
            return
        }
        mixed[profile.direction] &+= 1
        if profile.art.w < Self.leastSolid { leaky += 1 }
        if softCount > 0 {
            soft += 1
            softPixels += softCount
            if isMatted { matted += 1 }
            if solidity >= 112 { grown += 1 }
            if !hasSolidMixture { faded += 1 }
            return
        }
        if let mixture { mixtures.insert(mixture) }
        if !isPure {
            cut += 1
        } else if mixture != nil {
            ringed += 1
        } else {
            lined += 1
        }
    }

    /// Whether mixtures in hard profiles have more colors than those of a drawing.
    private var hasVariety: Bool { mixtures.count >= 9 }

    private var share: Float { Float(mixed.wrappedSum()) / Float(max(asked.wrappedSum(), 1)) }

    /// Whether at least a share of the profiles of each direction show the background.
    private func isAllAround(_ share: Float) -> Bool {
        (0..<4).allSatisfy { Float(mixed[$0]) >= share * Float(asked[$0]) }
    }

    /// Whether some profiles are at least a share of those that show the background.
    private func isMost(_ count: Int, _ share: Float) -> Bool {
        count >= 12 && Float(count) >= share * Float(mixed.wrappedSum())
    }

    /// Whether art that was cut out well, or has a drawn outline, hardly looks like this.
    var isConvincing: Bool {
        guard Int(asked.wrappedSum()) * 3 >= all else { return false }
        // Alpha rises with the distance from the background; lines, shadows and glows have one color.
        let isFading = fade.value > 0.5
        if isHazy, share > 0.1, isMost(cut + soft, 0.6) { return true }
        if share > (isDark ? 0.58 : 0.25), isMost(soft, 0.5), isFading, faded * 2 > soft,
            clean * 2 < soft
        {
            return true
        }
        // Lines have one soft pixel, masks that were blurred more.
        if share > 0.85, isMost(grown, 0.6), isAllAround(0.6), softPixels * 10 > soft * 17 {
            return true
        }
        guard hasVariety else { return false }
        if isMost(cut, 0.6) {
            if share > (isDark ? 0.5 : 0.25), isAllAround(0.2) {
                return true
            }
            // In art of hard edges, straight ones tell nothing.
            if !isDark, softEdges * 10 < Int(asked.wrappedSum()),
                Int(mixed.wrappedSum()) * 10 > uneven * 7
            {
                return true
            }
        }
        if cut >= 12, share > 0.3, isMost(cut + soft, 0.8), isFading, isAllAround(0.2) {
            return true
        }
        return share > (isDark ? 0.85 : 0.45) && ringed >= 12 && isMost(ringed + lined, 0.8)
            && isAllAround(isDark ? 0.6 : 0.15)
    }

    /// Whether a background that is known may be seen.
    var isPlausible: Bool { isHazy || share >= 0.05 && mixed.wrappedSum() >= 4 }

    /// Whether alpha is right, and only colors still hold the background's share of 1 - alpha.
    var isMatted: Bool {
        let mixed = Int(mixed.wrappedSum())
        return !isHazy && matted * 10 > soft * 6 && soft * 2 > mixed && leaky * 10 < mixed
    }

    /// Whether solid pixels show none of the background.
    var isInSoftPixelsOnly: Bool {
        soft * 2 > Int(mixed.wrappedSum()) && faded * 10 > soft * 9
    }

    /// Whether art has hard edges on both sides of the rim, as pixel art does.
    var hasHardEdges: Bool { soft == 0 && !hasVariety && lined + ringed > cut }
}

/// How two quantities depend on each other: Pearson's correlation coefficient.
struct Correlation: Hashable {
    private(set) var count: Float = 0
    private var sums = SIMD2<Float>()
    private var squares = SIMD2<Float>()
    private var products: Float = 0

    mutating func add(_ one: Float, _ other: Float) {
        let both = SIMD2(one, other)
        count += 1
        sums += both
        squares += both * both
        products += one * other
    }

    /// -1...1; 0 for less than two different pairs.
    var value: Float {
        let spread = squares - sums * sums / max(count, 1)
        guard spread.x > 0, spread.y > 0 else { return 0 }
        return (products - sums.x * sums.y / count) / (spread.x * spread.y).squareRoot()
    }
}
