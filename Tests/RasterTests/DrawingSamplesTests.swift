import Raster
import TestSupport
import Testing

/// What comparisons of pictures know of each.
struct DrawingSamplesTests {
    @Test(arguments: [1, 2, 5, 23, 64])
    func `samples are what counting pixel by pixel finds`(width: Int) {
        var random = SeededRandom(seed: UInt64(width))
        // Flat runs, gradients and noise; clear, soft and opaque.
        let image = StraightImage(width + 9, 24) { x, y in
            let noise = UInt8.random(in: 0...255, using: &random)
            let alphas: [UInt8] = [0, 7, 8, 95, 96, 247, 248, 255]
            switch y % 3 {
            case 0: return StraightPixel(r: 90, g: 40, b: 20, a: x / 4 % 3 == 0 ? 0 : 255)
            case 1: return StraightPixel(r: UInt8(x * 2), g: UInt8(x), b: 9, a: 255)
            case 2 where x % 7 < 3: return StraightPixel(r: 240, g: 250, b: 232, a: alphas[x % 8])
            default:
                return StraightPixel(
                    r: noise,
                    g: 255 - noise,
                    b: noise / 2,
                    a: alphas[Int(noise) % 8]
                )
            }
        }
        for rowStep in [1, 3] {
            let frame = PixelRect(x: 5, y: 2, width: width, height: 20)!
            let fast = DrawingSamples(image, frame, rowStep: rowStep, clearAlpha: 8)
            let slow = Counted(image, frame, rowStep: rowStep, clearAlpha: 8)
            #expect(fast.alphas == slow.alphas)
            #expect(fast.lumas == slow.lumas)
            #expect(fast.floors == slow.floors)
            #expect(fast.chromas == slow.chromas)
            #expect(fast.rims == slow.rims)
            #expect(fast.rimWidths == slow.rimWidths)
            #expect(fast.edges == slow.edges && fast.overshoots == slow.overshoots)
            #expect(fast.paleRims == slow.paleRims)
            #expect(fast.steps.map(\.count) == slow.steps)
            #expect(fast.steps.map(\.sum) == slow.stepSums)
            #expect(fast.fives == slow.fives)
            #expect(fast.detailOfOne == slow.one && fast.detailOfTwo == slow.two)
        }
    }

    @Test func `the soft pixels of each edge are counted, and edges with halos on both sides`() {
        func samples(_ row: [StraightPixel]) -> DrawingSamples {
            let image = StraightImage(row.count, 1) { x, _ in row[x] }
            return DrawingSamples(image, PixelRect(image.size), rowStep: 1, clearAlpha: 8)
        }
        // No soft pixel, then three; one that fades out again is no edge.
        let alphas: [UInt8] = [0, 255, 255, 200, 90, 20, 0, 0, 60, 0]
        let widths = samples(alphas.map { StraightPixel(r: 9, g: 9, b: 9, a: $0) }).rimWidths
        #expect(widths == [1, 0, 0, 1, 0, 0, 0, 0, 0, 0])
        func edge(_ lights: [UInt8]) -> [Int] {
            let found = samples(lights.map { StraightPixel(r: $0, g: $0, b: $0) })
            return [found.edges, found.overshoots]
        }
        #expect(edge([50, 50, 50, 50, 100, 150, 150, 150, 150]) == [1, 0])
        #expect(edge([50, 50, 40, 30, 100, 170, 160, 150, 150]) == [1, 1])
        #expect(edge([150, 150, 160, 170, 100, 30, 40, 50, 50]) == [1, 1])
        // Only on one side; and an outline between two areas.
        #expect(edge([50, 50, 50, 50, 100, 170, 160, 150, 150]) == [1, 0])
        #expect(edge([150, 150, 150, 150, 90, 30, 30, 150, 150]) == [1, 0])
    }

    @Test func `colors of solid pixels are counted`() {
        let image = StraightImage(16, 1) { x, _ in
            StraightPixel(r: UInt8(x / 4), g: 0, b: 0, a: x < 4 ? 95 : 255)
        }
        let samples = DrawingSamples(
            image,
            PixelRect(image.size),
            rowStep: 1,
            clearAlpha: 8
        )
        #expect(samples.colors.reduce(0) { $0 + $1.nonzeroBitCount } == 3)
    }
}

/// The reference form.
private struct Counted {
    var alphas = [Int](repeating: 0, count: 256)
    var lumas = [Int](repeating: 0, count: 256)
    var floors = [Int](repeating: 0, count: 256)
    var chromas = [Int](repeating: 0, count: 256)
    var (rims, paleRims) = (0, 0)
    var rimWidths = [Int](repeating: 0, count: 10)
    var (edges, overshoots) = (0, 0)
    /// By column modulo 8.
    var (steps, stepSums) = ([Int](repeating: 0, count: 8), [Int](repeating: 0, count: 8))
    var (fives, one, two) = (0, 0, 0)

    init(_ image: StraightImage, _ frame: PixelRect, rowStep: Int, clearAlpha: UInt8) {
        func luma(_ pixel: StraightPixel) -> Int {
            (Int(pixel.r) + 2 * Int(pixel.g) + Int(pixel.b)) / 4
        }
        for y in stride(from: frame.y + rowStep / 2, to: frame.maxY, by: rowStep) {
            // The last pixel that is clear or opaque.
            var last: Int?
            for x in frame.x..<frame.maxX where image[x, y].a < clearAlpha || image[x, y].a >= 240 {
                if let last, (image[last, y].a < clearAlpha) != (image[x, y].a < clearAlpha) {
                    rimWidths[min(x - last - 1, 9)] += 1
                }
                last = x
            }
            for x in frame.x..<frame.maxX {
                if frame.x + 4 <= x, x + 4 < frame.maxX {
                    countEdge((-4...4).map { image[x + $0, y] }.map { $0.a >= 96 ? luma($0) : nil })
                }
                let pixel = image[x, y]
                alphas[Int(pixel.a)] += 1
                // From the newest, of those in the frame.
                let row = (0..<5).filter { x - $0 >= frame.x }.map { image[x - $0, y] }
                let lights = row.map(luma)
                let isSolid = row.map { $0.a >= 96 }
                if isSolid[0] {
                    lumas[lights[0]] += 1
                    let channels = [pixel.r, pixel.g, pixel.b].map(Int.init).sorted()
                    floors[channels[0]] += 1
                    chromas[channels[2] - channels[0]] += 1
                }
                guard row.count > 1 else { continue }
                if (row[0].a < clearAlpha) != (row[1].a < clearAlpha) {
                    rims += 1
                    let inward =
                        row[1].a < clearAlpha
                        ? Array(x...min(x + 3, frame.maxX - 1))
                        : Array(max(x - 4, frame.x)...x - 1).reversed()
                    if let solid = inward.map({ image[$0, y] }).first(where: { $0.a >= 224 }),
                        min(solid.r, solid.g, solid.b) >= 232
                    {
                        paleRims += 1
                    }
                }
                let step = abs(lights[0] - lights[1])
                if isSolid[0], isSolid[1], step <= 24 {
                    steps[x % 8] += 1
                    stepSums[x % 8] += step
                }
                if row.count == 5, isSolid.allSatisfy(\.self) {
                    fives += 1
                    one += abs(2 * lights[2] - lights[1] - lights[3])
                    two += abs(2 * lights[2] - lights[0] - lights[4])
                }
            }
        }
    }

    /// Of nine pixels in a row; nil are not solid.
    private mutating func countEdge(_ row: [Int?]) {
        let light = row.compactMap(\.self)
        guard light.count == 9 else { return }
        let rise = light[5] - light[3]
        guard abs(rise) >= 40, abs(light[4] - light[2]) < abs(rise),
            abs(light[6] - light[4]) <= abs(rise)
        else { return }
        edges += 1
        let beyond = [light[0] - light[2], light[6] - light[8]].map { rise < 0 ? -$0 : $0 }
        overshoots += beyond.allSatisfy { 16 * $0 >= abs(rise) && $0 < abs(rise) } ? 1 : 0
    }
}
