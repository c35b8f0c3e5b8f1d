import ChromaKey
import Foundation
import Raster
import TestSupport
import Testing

struct EdgeNetworkTests {
    /// Three layers of the smallest size that is read: every weight 1, biases 0, factors 2.
    private var smallest: [UInt8] {
        func layer(_ inputs: Int) -> [UInt8] {
            let rows = inputs == EdgeNetwork.inputs ? 1 : inputs == 1 ? 4 : 0
            return [UInt8(inputs & 255), UInt8(inputs >> 8), UInt8(rows), 0, 0, 1]
                + (0..<rows).flatMap { _ in [0, 0, 0, 0, 2, 0] }
                + [UInt8](repeating: 1, count: inputs * rows)
        }
        // The middle layer has one input and one row.
        let middle: [UInt8] = [1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 2, 0, 1]
        return layer(EdgeNetwork.inputs) + middle + layer(1)
    }

    @Test func `weights that are cut short, too long or of another shape are not read`() {
        let whole = smallest
        #expect(EdgeNetwork(whole) != nil)
        for count in 0..<whole.count { #expect(EdgeNetwork(Array(whole.prefix(count))) == nil) }
        #expect(EdgeNetwork(whole + [0]) == nil)
        var other = whole
        other[0] &+= 1
        #expect(EdgeNetwork(other) == nil)
        #expect(EdgeNetwork([UInt8](repeating: 255, count: 4000)) == nil)
        #expect(EdgeNetwork.shipped != nil)
    }

    @Test func `sums pass through all layers, and hidden values stay within 0 and 4095`() throws {
        let network = try #require(EdgeNetwork(smallest))
        var batch = EdgeNetwork.Batch(network)
        let width = network.layers[0].width
        // One value each for three pixels; the others have zeros.
        batch.values[0][0] = 100
        batch.values[0][width] = -100
        for index in 0..<100 { batch.values[0][2 * width + index] = 255 }
        network.correct(&batch)
        #expect(
            batch.outputs.prefix(12) == [100, 100, 100, 100, 0, 0, 0, 0, 4095, 4095, 4095, 4095]
        )
    }

    @Test(arguments: [false, true])
    func `reference and vector form agree`(usesWideVectors: Bool) throws {
        let network = try #require(EdgeNetwork.shipped)
        var random = SeededRandom(seed: 11)
        for _ in 0..<20 {
            var batch = EdgeNetwork.Batch(network)
            for index in batch.values[0].indices {
                batch.values[0][index] = .random(in: -255...255, using: &random)
            }
            var other = batch
            KernelChoice.$usesReference.withValue(true) { network.correct(&batch) }
            KernelChoice.$usesWideVectors.withValue(
                usesWideVectors && KernelChoice.usesWideVectors
            ) { network.correct(&other) }
            let count = EdgeNetwork.batch * 4
            #expect(batch.outputs.prefix(count) == other.outputs.prefix(count))
        }
    }

    /// A violet disc with a soft edge of one pixel on green, stored as JPEG.
    private func disc() -> (picture: StraightImage, alphas: [Double]) {
        var alphas: [Double] = []
        let picture = painted(96, 96) { x, y in
            let (dx, dy) = (Double(x) - 47.5, Double(y) - 47.5)
            let alpha = min(max(30.5 - (dx * dx + dy * dy).squareRoot(), 0), 1)
            alphas.append(alpha)
            func channel(_ art: Double, _ screen: Double) -> UInt8 {
                UInt8((art * alpha + screen * (1 - alpha)).rounded())
            }
            return StraightPixel(r: channel(120, 10), g: channel(50, 240), b: channel(170, 20))
        }
        return (picture.throughJPEG(), alphas)
    }

    private func keyed(_ settings: KeySettings) -> StraightImage {
        key(disc().picture, settings: settings, hints: KeyHints(chromaSubsampling: .quarter)).image
    }

    @Test func `boxes of the settings decide about corrected edges too`() {
        let box = PixelRect(x: 60, y: 30, width: 30, height: 30)!
        var settings = KeySettings(edge: 0)
        settings.keepBoxes = [box]
        let kept = keyed(settings)
        (settings.keepBoxes, settings.clearBoxes) = ([], [box])
        let cleared = keyed(settings)
        for y in 30..<60 {
            for x in 60..<90 {
                #expect(kept[x, y].a == 255)
                #expect(cleared[x, y] == .clear)
            }
        }
    }

    @Test func `edges of JPEG files come near to the truth`() {
        let (alphas, image) = (disc().alphas, keyed(KeySettings()))
        let edge = alphas.indices.filter { alphas[$0] > 0 && alphas[$0] < 1 }
        let squares = edge.map { index in
            let alpha = Double(image[index % 96, index / 96].a)
            let difference: Double = alpha - 255 * alphas[index]
            return difference * difference
        }
        // Of 255; without the network it is 16.4.
        #expect((squares.reduce(0, +) / Double(edge.count)).squareRoot() < 15)
    }

    @Test func `the threshold does not move the background of pictures with subsampled chroma`() {
        let results = [0.2, 0.4, 0.8].map { threshold in
            keyed(KeySettings(threshold: threshold, edge: 0)).pixels.map { $0.a == 0 }
        }
        #expect(results[0] == results[1])
        #expect(results[1] == results[2])
    }
}
