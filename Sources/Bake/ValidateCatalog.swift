import AtlasBuilding
import AtlasPack
import Catalog
import ChromaKey
package import Diagnostics
import FileStore
import ImageCodec
import KilnManifest
import Raster
import SheetSlicing

extension LoadedCatalog {
    /// Looks at everything that a bake would look at, pixels included, and writes nothing.
    ///
    /// - Parameters:
    ///   - previous: the path of a bake, or its manifest, that players' saves rely on; nil compares
    ///     with none.
    ///   - context: how many pictures to work on at once, where they are, who hears of every picture,
    ///     and the cache, if any.
    /// - Returns: every finding, in report order, with the severities that the catalog wants.
    /// - Throws: `DiskError` when the earlier manifest cannot be had, `CommandFailure` when it is
    ///   none, `CancellationError`.
    package func validate(
        against previous: String? = nil,
        in context: RenderContext
    ) async throws -> [Diagnostic] {
        defer { context.cache?.flush() }
        var found = diagnostics + (diagnostics.hasErrors ? [] : nothingToBake)
        var plan = RenderPlan(
            catalog,
            coverage.cells,
            images: coverage.images,
            in: folder,
            scales: [1]
        )
        try await evenHeights(of: &plan, in: self.context(jobs: context.jobs))
        found += try await checkPictures(of: plan, in: context)
        found += try layoutFindings()
        if !found.hasErrors { found += try await checkBudgets(jobs: context.jobs) }
        found = found.applying(policy).seenFromHere(catalog: path)
        if let previous {
            let bake = try OpenedBake(previous, disk: disk)
            found += checkStability(
                of: catalog,
                showing: ArtFacts(plan),
                against: bake.manifest,
                path: bake.path
            ).applying(policy)
        }
        return found.withholdingConsequences().inReportOrder()
    }

    /// What the pictures of a plan show, each by itself and side by side; severities are those of
    /// the checks.
    func checkPictures(
        of plan: RenderPlan,
        in context: RenderContext
    ) async throws -> [Diagnostic] {
        let uses = plan.uses(in: catalog)
        let pageLimit = catalog.smallestPage
        context.monitor.began(.render, plan.jobs.count)
        let looked = try await inParallel(plan.jobs.count, jobs: context.jobs) { index in
            let job = plan.jobs[index]
            guard let uses = uses[index] else {
                return (checked: CheckedAsset(), failures: [RenderFailure]())
            }
            return await context.monitor.measuring(.render, job.asset) {
                await job.check(uses, pageLimit: pageLimit, in: context)
            }
        }
        var found = zip(plan.jobs, looked).flatMap { job, look in
            look.failures.map { $0.diagnostic(of: job.asset, in: catalog) }
        }
        found += ComparedPictures(catalog, plan, uses, looked.map(\.checked)).findings(
            scales: Set(catalog.targets.flatMap(\.settings.scales)).sorted(),
            // A placement that could not be read puts its picture anywhere; art that is missing says
            // nothing of other art.
            arePlacesKnown: !diagnostics.contains { finding in
                finding.severity == .error && !Check.ofNames.contains(finding.check)
            }
        )
        found += frameCountFindings(
            plan.openCounts(of: looked.map { $0.failures.isEmpty ? $0.checked.cells.count : nil })
        )
        found += catalog.checkPageSizes(
            looked.reduce(into: [:]) {
                $0.merge($1.checked.largeFrames) { first, _ in first }
            },
            plan
        )
        return found
    }

    private var layouts: LayoutPlaces {
        LayoutPlaces(catalog: path, profile: catalog.profile?.name)
    }

    /// What is wrong with the layout files that targets keep to.
    private func layoutFindings() throws -> [Diagnostic] {
        try catalog.targets.filter { $0.settings.layout == .stable }.compactMap { target in
            do {
                _ = try KeptLayout(at: layouts.path(of: target.id), repack: .never, disk: disk)
                return nil
            } catch {
                guard let finding = target.finding(error) else { throw error }
                return finding
            }
        }
    }

    /// Targets with a budget are baked in memory, to know what they come to; so are app icons and
    /// pictures of widgets, to see them; what is drawn for panels is planned.
    private func checkBudgets(jobs: Int) async throws -> [Diagnostic] {
        let limited = catalog.targets.filter {
            !$0.settings.budget.isEmpty || $0.settings.assetCatalog.hasLimits || $0.kind == .eink
        }
        guard !limited.isEmpty else { return [] }
        let scales = Set(limited.flatMap(\.settings.scales)).sorted()
        let context = context(jobs: jobs)
        let rendered = try await render(scales: scales, targets: limited, in: context)
        guard let art = rendered.art else { return rendered.failures }
        var found: [Diagnostic] = []
        for target in limited {
            do {
                // What is wrong with it is known before it is drawn.
                if target.kind == .eink, target.settings.budget.isEmpty {
                    found += try art.panelPlan(of: target).findings
                    continue
                }
                let job = TargetJob(target: target, art: art, layouts: layouts, context: context)
                let baked = try await target.kind.baking.bake(job)
                found += baked.findings + checkBudget(of: target, baked)
            } catch {
                guard let finding = target.finding(error) else { throw error }
                found.append(finding)
            }
        }
        return found
    }
}
