import CSystem
import KernelTypes
import Raster

/// A network of three layers that corrects the color and alpha of a pixel at an edge.
///
/// All of it is integers: every machine computes the same bits. `Benchmarks/Keying/network.py`
/// trains it and writes the weights.
package struct EdgeNetwork: Sendable {
    /// How many columns and rows around a pixel are read of the picture, and of the keyed one.
    static let reach = (picture: 3, keyed: 2)
    /// Values around a pixel: 7 x 7 differences from the screen (red, green, blue), 5 x 5 keyed
    /// pixels (premultiplied red, green, blue, alpha), and the screen, all as code values.
    package static let inputs = {
        let (picture, keyed) = (2 * reach.picture + 1, 2 * reach.keyed + 1)
        return picture * picture * 3 + keyed * keyed * 4 + 3
    }()
    /// Corrections of premultiplied red, green, blue, and of alpha, in sixteenths of code values.
    static let outputs = 4
    /// The number of pixels in a batch, a multiple of four.
    package static let batch = 16
    /// Hidden values are 0 to 16, in steps of 1/256.
    private static let greatest: Int32 = 4095

    /// Outputs are `((sum + bias) >> shift) * factor >> shift`, the last rounded.
    package struct Layer: Sendable {
        /// The length of a row of weights: the inputs, rounded up.
        package let width: Int
        package let rows: Int
        let shifts: SIMD2<Int32>
        fileprivate(set) var weights: [Int16] = []
        fileprivate(set) var biases: [Int32] = []
        fileprivate(set) var factors: [Int32] = []
    }

    /// A batch of pixels on their way through the layers.
    package struct Batch {
        /// The inputs of each layer, pixel by pixel.
        package var values: [[Int16]]
        package fileprivate(set) var outputs: [Int32]

        package init(_ network: EdgeNetwork) {
            values = network.layers.map { .init(repeating: 0, count: EdgeNetwork.batch * $0.width) }
            let rows = network.layers.map(\.rows).max() ?? 0
            outputs = [Int32](repeating: 0, count: EdgeNetwork.batch * rows)
        }
    }

    package let layers: [Layer]

    /// The weights that were trained.
    package static let shipped = {
        let file = unsafe kiln_embedded_file("edges.weights")
        return EdgeNetwork(
            unsafe [UInt8](UnsafeBufferPointer(start: file.bytes, count: file.count))
        )
    }()

    /// Reads three layers; nil if the bytes are anything else.
    ///
    /// Each has the numbers of inputs and rows (16 bits) and both shifts (8 bits); then the bias
    /// (32 bits) and the factor (16 bits) of each row; then a byte for each weight, row by row. Low
    /// bytes come first.
    package init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        func number(_ size: Int) -> UInt32 {
            defer { rest = rest.dropFirst(size) }
            return rest.prefix(size).reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        var layers: [Layer] = []
        var expected = Self.inputs
        for _ in 0..<3 {
            let (inputs, rows) = (Int(number(2)), Int(number(2)))
            let shifts = SIMD2(Int32(number(1)), Int32(number(1)))
            guard inputs == expected, rows > 0, rest.count >= rows * (6 + inputs) else {
                return nil
            }
            var layer = Layer(width: (inputs + 15) / 16 * 16, rows: rows, shifts: shifts)
            for _ in 0..<rows {
                layer.biases.append(Int32(bitPattern: number(4)))
                layer.factors.append(Int32(number(2)))
            }
            for _ in 0..<rows {
                layer.weights += rest.prefix(inputs).map { Int16(Int8(bitPattern: $0)) }
                layer.weights += [Int16](repeating: 0, count: layer.width - inputs)
                rest = rest.dropFirst(inputs)
            }
            layers.append(layer)
            expected = rows
        }
        guard expected == Self.outputs, rest.isEmpty else { return nil }
        self.layers = layers
    }

    /// Computes `outputs` from the first layer's inputs.
    package func correct(_ batch: inout Batch) {
        for (index, layer) in layers.enumerated() {
            layer.apply(to: batch.values[index], &batch.outputs)
            if index + 1 == layers.count { return }
            let (rows, width) = (layer.rows, layers[index + 1].width)
            unsafe batch.outputs.withUnsafeBufferPointer { outputs in
                unsafe batch.values[index + 1].withUnsafeMutableBufferPointer { values in
                    for pixel in 0..<Self.batch {
                        let from = unsafe outputs.start + pixel &* rows
                        let to = unsafe values.start + pixel &* width
                        for row in 0..<rows {
                            let value = unsafe min(max(from[row], 0), Self.greatest)
                            unsafe to[row] = Int16(truncatingIfNeeded: value)
                        }
                    }
                }
            }
        }
    }
}

extension EdgeNetwork.Layer {
    /// Writes an output for each pixel of a batch and row of weights, pixel by pixel.
    fileprivate func apply(to values: [Int16], _ outputs: inout [Int32]) {
        let pixels = EdgeNetwork.batch
        if KernelChoice.usesReference {
            for pixel in 0..<pixels {
                for row in 0..<rows {
                    var sum = biases[row]
                    for index in 0..<width {
                        let weight = Int32(weights[row * width + index])
                        sum &+= weight &* Int32(values[pixel * width + index])
                    }
                    let scaled = (sum &>> shifts.x) &* factors[row]
                    outputs[pixel * rows + row] = (scaled &+ 1 &<< (shifts.y &- 1)) &>> shifts.y
                }
            }
            return
        }
        func call(
            _ weights: UnsafePointer<Int16>,
            _ biases: UnsafePointer<Int32>,
            _ factors: UnsafePointer<Int32>
        ) {
            let layer = unsafe NetworkLayer(
                weights: weights,
                biases: biases,
                factors: factors,
                width: width,
                rows: rows,
                shifts: shifts
            )
            unsafe chosenKernels.apply(layer, values, pixels, &outputs)
        }
        unsafe call(weights, biases, factors)
    }
}
