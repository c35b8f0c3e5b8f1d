import Raster

/// Where the screen is, where the art is, and what has to be worked out.
struct Regions {
    /// A pixel that leans to the screen's hue, away from the screen, and how solid it is (0...1).
    struct Veil {
        var x: Int
        var y: Int
        var solid: Float
    }

    let background: BitPlane
    /// Pixels beside the background, to be explained by samples.
    let near: BitPlane
    /// Those of `near` whose alpha is in question; the others get a new color only.
    let band: BitPlane
    /// Pixels that certainly show art alone.
    let samples: BitPlane
    /// Pixels whose alpha is less than 1 away from the screen.
    private(set) var veils: [Veil] = []
    /// Pixels well inside of something see-through.
    let veilCores: BitPlane
    /// Pixels between something solid and something see-through.
    let veilEdges: BitPlane

    init(
        _ picture: StraightImage,
        screen: Screen,
        isSubsampled: Bool,
        threshold: Float,
        smoothing: Float
    ) {
        let (width, height) = (picture.width, picture.height)
        var background = BitPlane(width: width, height: height)
        var greenish = BitPlane(width: width, height: height)
        var clean = BitPlane(width: width, height: height)
        let noise = screen.noise
        let cleanLimit = 14 + 2 * noise
        let limit = max(2, 1.25 * noise)
        let most = 3 * limit * limit
        let margin = 1 - (0.03 + 0.006 * noise + (isSubsampled ? 0.04 : 0))
        let isChromatic = screen.isChromatic
        unsafe picture.withPixels { pixels in
            unsafe pixels.withMemoryRebound(to: UInt32.self) { words in
                for y in 0..<height {
                    for x in 0..<width {
                        let pixel = EdgeSolver.color(unsafe words[y &* width &+ x])
                        let behind = screen(x, y)
                        let d = pixel - behind
                        let n2 = (d * d).sum()
                        if n2 < most { background[x, y] = true }
                        if n2 < 3 * cleanLimit * cleanLimit { clean[x, y] = true }
                        guard isChromatic else { continue }
                        let evidence = Evidence(pixel, over: behind)
                        if evidence.vlahos < margin { greenish[x, y] = true }
                        if isSubsampled {
                            background[x, y] =
                                evidence.vlahos < 0.5 && evidence.solidity < threshold * 0.6
                                && n2 < 3 * 60 * 60
                        }
                    }
                }
            }
        }
        var deep: BitPlane
        var near: BitPlane
        var band: BitPlane
        if isSubsampled {
            let rough = background
            background = rough.eroded(3)
            // Ripples around edges stay within their block of 8 or 16 pixels.
            let rippled = rough.inverted.dilated(10)
            let far = BitPlane.above(
                3 + 2 * noise,
                picture,
                screen,
                background.subtracting(rippled)
            )
            let close = BitPlane.above(
                9 + 2 * noise,
                picture,
                screen,
                background & rippled
            )
            let veil = far | close
            background = background.subtracting(veil)
            let besideScreen = clean.dilated(4)
            let soft = besideScreen.inverted | veil
            near = background.inverted.subtracting(rough.inverted.eroded(2))
                .subtracting(soft)
            band = background.inverted.subtracting(rough.inverted.eroded(2))
                .subtracting(soft)
            deep = (background | near).inverted
        } else {
            near = background.dilated(2).subtracting(background)
            band = near
            deep = (background | near).inverted
        }
        self.background = background
        var green = deep & greenish
        let opened = green.eroded(1).dilated(1)
        let pockets = green.subtracting(opened) & background.dilated(5)
        near = near | pockets
        band = band | pockets
        deep = deep.subtracting(pockets)
        green = green.subtracting(pockets)
        var samples = deep.subtracting(greenish)
        var veils: [Veil] = []
        var thin = BitPlane(width: width, height: height)
        if !green.isEmpty {
            func color(_ x: Int, _ y: Int) -> SIMD4<Float> {
                let pixel = picture[x, y]
                return SIMD4(Float(pixel.r), Float(pixel.g), Float(pixel.b), 0)
            }
            func solidity(_ x: Int, _ y: Int) -> Float {
                Evidence(color(x, y), over: screen(x, y)).solidity
            }
            let close = background.dilated(5)
            let faint = 30 + noise
            let areas = GreenAreas(green) { x, y in
                let behind = screen(x, y)
                let d = color(x, y) - behind
                let length = (d * d).sum()
                return GreenAreas.reading(
                    Evidence(color(x, y), over: behind),
                    direction: d / max(length.squareRoot(), 1),
                    isFaint: length < 3 * faint * faint,
                    isNearScreen: close[x, y]
                )
            }
            areas.visit { y, xs, area in
                for x in xs {
                    let score = GreenAreas.vote(own: solidity(x, y), area: area)
                    let solid = smoothstep(
                        threshold - smoothing / 2,
                        threshold + smoothing / 2,
                        score
                    )
                    if solid > 0.5 { samples[x, y] = true }
                    if solid < 0.5,
                        Evidence(color(x, y), over: screen(x, y)).veil < 0.97
                    {
                        thin[x, y] = true
                    }
                    if solid < 1 { veils.append(Veil(x: x, y: y, solid: solid)) }
                }
            }
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
        self.near = near
        self.band = band
        self.samples = samples
        self.veils = veils
    }
}

extension BitPlane {
    /// The pixels of `within` around which 3 x 3 pixels are farther from the screen than `limit`.
    static func above(
        _ limit: Float,
        _ picture: StraightImage,
        _ screen: Screen,
        _ within: BitPlane
    ) -> BitPlane {
        var result = BitPlane(width: within.width, height: within.height)
        within.visit { x, y in
            var sum: Float = 0
            for py in y - 1...y + 1 {
                for px in x - 1...x + 1 {
                    let cx = min(max(px, 0), within.width - 1)
                    let cy = min(max(py, 0), within.height - 1)
                    let pixel = picture[cx, cy]
                    let d =
                        SIMD4(Float(pixel.r), Float(pixel.g), Float(pixel.b), 0) - screen(cx, cy)
                    sum += ((d * d).sum() / 3).squareRoot()
                }
            }
            if sum > 9 * limit { result[x, y] = true }
        }
        return result
    }
}
