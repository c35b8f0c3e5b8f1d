internal import AssetNaming
public import Diagnostics
internal import ImageCodec

extension LoadedCatalog {
    /// Looks at everything that a bake would look at, pixels included, and writes nothing.
    ///
    /// - Parameters:
    ///   - jobs: how many pictures to work on at once.
    ///   - disk: where they are.
    /// - Returns: every finding, in report order.
    /// - Throws: `CancellationError`.
    public func validate(jobs: Int, disk: any Disk) async throws -> [Diagnostic] {
        let (_, findings) = try await render(
            coverage.cells,
            scales: [1],
            jobs: jobs,
            limits: DecodeLimits(),
            disk: disk
        )
        return (diagnostics + findings).inReportOrder()
    }
}
