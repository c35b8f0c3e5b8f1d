/// Filters bytes `range` of a row, one at a time.
///
/// `row` has the row's bytes, `above` those of the previous row, or zeros for the first; `out` gets
/// the filtered bytes at the same indices.
@unsafe
package func filterRowReference(
    _ filter: PNGFilter,
    _ row: UnsafePointer<UInt8>,
    above: UnsafePointer<UInt8>,
    to out: UnsafeMutablePointer<UInt8>,
    in range: Range<Int>,
    distance: Int
) {
    for i in range {
        let left = i >= distance ? unsafe row[i - distance] : 0
        let corner = i >= distance ? unsafe above[i - distance] : 0
        let up = unsafe above[i]
        let prediction = filter.prediction(left, up, corner)
        unsafe out[i] = row[i] &- prediction
    }
}
