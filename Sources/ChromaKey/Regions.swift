import Raster

/// Where the screen is, where the art is, and what has to be worked out.
struct Regions {
    /// A pixel that leans to the screen's hue, away from the screen, and how solid it is (0...1).
    struct Veil {
        var x: Int
        var y: Int
        var solid: Float
        /// What was compared with the threshold.
        var score: Float
    }

    let background: BitPlane
    /// Pixels beside the background, to be explained by samples.
    let near: BitPlane
    /// Those of `near` whose alpha is in question; the others get a new color only.
    let band: BitPlane
    /// Pixels behind those that touch the screen.
    ///
    /// Edges that were drawn anti-aliased end at the first ring, so these are art unless they are
    /// well explained as mixtures.
    let secondRing: BitPlane
    /// Pixels that certainly show art alone.
    let samples: BitPlane
    /// Pixels of `near` that do not lean to the screen's hue: all there is of lines one or two
    /// pixels wide.
    let thinSamples: BitPlane
    /// Pixels whose alpha is less than 1 away from the screen.
    private(set) var veils: [Veil] = []
    /// Pixels well inside of something see-through.
    let veilCores: BitPlane
    /// Pixels between something solid and something see-through.
    let veilEdges: BitPlane

    /// Pixels whose solidity is within 0.05 of the threshold.
    private(set) var doubtfulPixels = 0
    let isSubsampled: Bool

    init(
        _ picture: StraightImage,
        _ classes: PixelClasses,
        screen: Screen,
        settings: KeySettings,
        isPixelArt: Bool,
        keep: [RGB],
        listsAllGreens: Bool = false
    ) {
        let threshold = Float(settings.threshold)
        let smoothing = Float(settings.smoothing)
        let isFast = settings.mode == .fast
        isSubsampled = classes.rough != nil
        let noise = screen.noise
        var background = classes.screen
        var deep: BitPlane
        var near: BitPlane
        var band: BitPlane
        if let rough = classes.rough {
            background = rough.eroded(3)
            // Ripples around edges stay within their block of 8 or 16 pixels.
            let rippled = rough.inverted().dilated(10)
            let veil = unrest(
                of: picture,
                over: screen,
                far: (3 + 2 * noise, background.subtracting(rippled)),
                close: (9 + 2 * noise, background & rippled)
            )
            background = background.subtracting(veil)
            let besideScreen = classes.close.dilated(4)
            let soft = besideScreen.inverted() | veil
            near = background.inverted().subtracting(rough.inverted().eroded(2))
                .subtracting(soft)
            band = background.inverted().subtracting(rough.inverted().eroded(2))
                .subtracting(soft)
            deep = (background | near).inverted()
        } else if isPixelArt {
            // Hard edges: every pixel is the screen or is not.
            near = BitPlane(width: picture.width, height: picture.height)
            band = near
            deep = background.inverted()
        } else {
            near = background.dilated(1).subtracting(background)
            // Around painted and compressed art the screen ripples, so that edges begin farther out.
            if noise > 1.5 {
                near = near | (background.dilated(2).subtracting(background) & classes.leaning)
            }
            band = near
            deep = (background | near).inverted()
        }
        self.background = background
        var green = deep & classes.leaning
        if !green.isEmpty, !isFast, !isPixelArt {
            // What is thinner than three pixels so near to the screen is mixed with it: strands of
            // hair close together leave no screen between them.
            let opened = green.eroded(1).dilated(1)
            let pockets = green.subtracting(opened) & background.dilated(5)
            near = near | pockets
            band = band | pockets
            deep = deep.subtracting(pockets)
            green = green.subtracting(pockets)
        }
        var samples = deep.subtracting(classes.leaning)
        if !keep.isEmpty {
            let kept = picture.pixels(like: keep, outside: background)
            samples = samples | kept
            near = near.subtracting(kept)
            band = band.subtracting(kept)
            green = green.subtracting(kept)
        }
        var veils: [Veil] = []
        var doubtful = 0
        var thin = BitPlane(width: picture.width, height: picture.height)
        if !green.isEmpty {
            func color(_ x: Int, _ y: Int) -> SIMD4<Float> { EdgeSolver.color(picture[x, y]) }
            func solidity(_ x: Int, _ y: Int) -> Float {
                Evidence(color(x, y), over: screen(x, y)).solidity
            }
            func decide(_ x: Int, _ y: Int, _ score: Float) {
                let solid = smoothstep(threshold - smoothing / 2, threshold + smoothing / 2, score)
                if abs(score - threshold) < 0.05 { doubtful += 1 }
                if solid > 0.5 { samples[x, y] = true }
                if solid < 1 || listsAllGreens {
                    veils.append(Veil(x: x, y: y, solid: solid, score: score))
                }
                guard !isFast, solid < 0.5 else { return }
                if Evidence(color(x, y), over: screen(x, y)).veil < 0.97 { thin[x, y] = true }
            }
            if isFast {
                var last = StraightPixel.clear
                var score: Float = 0
                green.visit { x, y in
                    let pixel = picture[x, y]
                    if pixel != last || !screen.isFlat {
                        last = pixel
                        score = Evidence(EdgeSolver.color(pixel), over: screen(x, y)).solidity
                    }
                    decide(x, y, score)
                }
            } else {
                let close = background.dilated(5)
                let beside = background.dilated(isSubsampled || isPixelArt ? 0 : 2)
                let faint = 30 + noise
                let areas = GreenAreas(green) { x, y in
                    let behind = screen(x, y)
                    let d = color(x, y) - behind
                    let length = (d * d).sum()
                    let reading = GreenAreas.reading(
                        Evidence(color(x, y), over: behind),
                        direction: d / max(length.squareRoot(), 1),
                        isFaint: length < 3 * faint * faint,
                        isNearScreen: close[x, y]
                    )
                    // Edges belong to the area, but do not tell what it is.
                    return beside[x, y] ? reading * 1e-3 : reading
                }
                areas.visit { y, xs, area in
                    for x in xs {
                        decide(x, y, GreenAreas.vote(own: solidity(x, y), area: area))
                    }
                }
            }
        }
        if !green.isEmpty, !isFast, !isPixelArt, !isSubsampled {
            let gaps = BitPlane.mixtures(
                of: picture,
                screen,
                green & samples & background.dilated(5),
                besides: samples,
                tolerance: 6 + noise
            )
            near = near | gaps
            band = band | gaps
            samples = samples.subtracting(gaps)
        }
        let cores = thin.isEmpty ? thin : thin.eroded(isSubsampled ? 2 : 1)
        veilCores = cores
        if cores.isEmpty {
            veilEdges = cores
        } else {
            let reach = isSubsampled ? 3 : 2
            veilEdges = (cores.dilated(reach) & samples.dilated(reach))
                .subtracting(near | cores | background)
            // What lies beside something see-through may itself be mixed.
            samples = samples.subtracting(cores.dilated(reach))
        }
        if isSubsampled || isPixelArt {
            secondRing = BitPlane(width: picture.width, height: picture.height)
            thinSamples = secondRing
        } else {
            secondRing = background.dilated(2).subtracting(background).subtracting(near)
            thinSamples = near.subtracting(classes.leaning)
        }
        self.near = near
        self.band = band
        self.samples = samples
        self.veils = veils
        doubtfulPixels = doubtful
    }
}

extension BitPlane {
    /// The pixels of `asked` that are mixtures of the screen and a pixel of `others` at most two
    /// columns and rows away.
    ///
    /// A mixture may be off by `tolerance`, the root of the squared distance in code values.
    static func mixtures(
        of picture: StraightImage,
        _ screen: Screen,
        _ asked: BitPlane,
        besides others: BitPlane,
        tolerance: Float
    ) -> BitPlane {
        var result = BitPlane(width: asked.width, height: asked.height)
        asked.visit { x, y in
            let behind = screen(x, y)
            let own = EdgeSolver.color(picture[x, y]) - behind
            let length = (own * own).sum()
            for py in max(0, y - 2)...min(asked.height - 1, y + 2) {
                for px in max(0, x - 2)...min(asked.width - 1, x + 2) where others[px, py] {
                    let other = EdgeSolver.color(picture[px, py]) - behind
                    let whole = (other * other).sum()
                    // Shades change slowly, edges do not.
                    let step = other - own
                    guard whole > length, (step * step).sum() > 200 else { continue }
                    let share = (own * other).sum() / whole
                    if length - share * share * whole < tolerance * tolerance {
                        result[x, y] = true
                        return
                    }
                }
            }
        }
        return result
    }
}

extension StraightImage {
    /// The pixels within 12 code values of one of the colors in every channel.
    func pixels(like colors: [RGB], outside background: BitPlane) -> BitPlane {
        var result = BitPlane(width: width, height: height)
        background.inverted().visit { x, y in
            let pixel = self[x, y]
            result[x, y] = colors.contains {
                abs(Int(pixel.r) - Int($0.r)) <= 12 && abs(Int(pixel.g) - Int($0.g)) <= 12
                    && abs(Int(pixel.b) - Int($0.b)) <= 12
            }
        }
        return result
    }
}
