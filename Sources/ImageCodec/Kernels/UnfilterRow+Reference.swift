/// Reverses a row's filter in place, one byte at a time.
///
/// `above` has the plain bytes of the previous row, or is nil for the first.
@unsafe
package func unfilterRowReference(
    _ filter: PNGFilter,
    _ row: UnsafeMutablePointer<UInt8>,
    above: UnsafePointer<UInt8>?,
    _ shape: PNGRowShape
) {
    let distance = shape.distance
    for i in 0..<shape.rowBytes {
        let left = i >= distance ? unsafe row[i - distance] : 0
        let up = unsafe above?[i] ?? 0
        let corner = i >= distance ? unsafe above?[i - distance] ?? 0 : 0
        let prediction = filter.prediction(left, up, corner)
        unsafe row[i] &+= prediction
    }
}
