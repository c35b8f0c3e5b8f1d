import Raster

/// Where the screen is, where the art is, and what has to be worked out.
package struct Regions {
    package let background: BitPlane
    /// Pixels beside the background, to be explained by samples.
    package let near: BitPlane
    /// Those of `near` whose alpha is in question; the others get a new color only.
    package let band: BitPlane
    /// Pixels behind those that touch the screen.
    ///
    /// Edges that were drawn anti-aliased end at the first ring, so these are art unless they are
    /// well explained as mixtures.
    package let secondRing: BitPlane
    /// Pixels that certainly show art alone.
    package let samples: BitPlane
    /// Pixels of `near` that do not lean to the screen's hue: all there is of lines one or two
    /// pixels wide.
    package let thinSamples: BitPlane
    /// Pixels that lean to the screen's hue, away from the screen.
    package let greens: Greens
    /// Pixels well inside of something see-through.
    package let veilCores: BitPlane
    /// Pixels between something solid and something see-through.
    package let veilEdges: BitPlane
    let isSubsampled: Bool

    init(
        _ picture: StraightImage,
        _ classes: PixelClasses,
        screen: Screen,
        settings: KeySettings,
        isPixelArt: Bool,
        keep: [RGB]
    ) {
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
        if green.isEmpty {
            greens = Greens(width: picture.width, height: picture.height, over: screen)
        } else {
            let areas =
                isFast
                ? nil
                : GreenAreas(
                    green,
                    of: picture,
                    over: screen,
                    close: background.dilated(5),
                    // Edges belong to the area, but do not tell what it is.
                    beside: background.dilated(isSubsampled || isPixelArt ? 0 : 2)
                )
            greens = Greens(green, of: picture, over: screen, settings: settings, areas: areas)
            samples = samples | greens.solid
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
        let cores =
            isFast || greens.thin.isEmpty
            ? BitPlane(width: picture.width, height: picture.height)
            : greens.thin.eroded(isSubsampled ? 2 : 1)
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
            let ring = background.dilated(2).subtracting(background).subtracting(near)
            secondRing = isFast ? ring & classes.leaning : ring
            thinSamples = near.subtracting(classes.leaning)
        }
        self.near = near
        self.band = band
        self.samples = samples
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
