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
        let noise = screen.noise
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
        let deep: BitPlane
        if isSubsampled {
            let rough = background
            background = rough.eroded(3)
            near = background.inverted.subtracting(rough.inverted.eroded(2))
            band = background.inverted.subtracting(rough.inverted.eroded(1))
            deep = rough.inverted.eroded(2)
        } else {
            near = background.dilated(2).subtracting(background)
            band = near
            deep = (background | near).inverted
        }
        self.background = background
        let green = deep & greenish
        var samples = deep.subtracting(greenish)
        var veils: [Veil] = []
        if !green.isEmpty {
            func solidity(_ x: Int, _ y: Int) -> Float {
                let pixel = picture[x, y]
                let color = SIMD4(Float(pixel.r), Float(pixel.g), Float(pixel.b), 0)
                return Evidence(color, over: screen(x, y)).solidity
            }
            let areas = GreenAreas(green, solidity: solidity)
            areas.visit { y, xs, mean in
                for x in xs {
                    let score = GreenAreas.vote(own: solidity(x, y), mean: mean)
                    let solid = smoothstep(
                        threshold - smoothing / 2,
                        threshold + smoothing / 2,
                        score
                    )
                    if solid > 0.5 { samples[x, y] = true }
                    if solid < 1 { veils.append(Veil(x: x, y: y, solid: solid)) }
                }
            }
        }
        self.samples = samples
        self.veils = veils
    }
}
