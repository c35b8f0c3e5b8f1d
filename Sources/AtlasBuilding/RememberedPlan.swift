import AtlasPack
import FileStore
import Raster

/// Packs, or loads the cached plan for the same sizes.
///
/// `settled` is called with each page as soon as it is final.
func rememberedPlan(
    _ items: [PackItem],
    _ options: PackOptions,
    _ cache: BakeCache?,
    settled: (PagePlan) -> Void = { _ in }
) throws(PackError) -> AtlasPlan {
    guard let cache else { return try pack(items, options: options, settled: settled) }
    var out = ByteWriter()
    out.put("plan \(BakeCache.version)", String(reflecting: options))
    out.put(items) { out, item in
        out.put(item.name)
        out.put(item.size)
        out.put(item.group) { $0.put($1) }
        out.put(item.mayTurn)
        out.put(item.together) { $0.put($1) }
        out.put(item.near) { $0.put($1) }
        out.put(item.isClear)
    }
    let key = Digest(of: out.bytes)
    // Every machine needs it, and one computes it.
    let known =
        cache.header(of: key) ?? (cache.claim(key) ? nil : cache.headerFromOther(of: key))
    // A plan from a shared cache is validated.
    if let known, let plan = AtlasPlan(known), plan.places(items, options: options) {
        plan.pages.forEach(settled)
        return plan
    }
    let plan = try pack(items, options: options, settled: settled)
    cache.store(key, header: plan.encoded, payload: [])
    return plan
}

extension AtlasPlan {
    fileprivate var encoded: [UInt8] {
        var out = ByteWriter()
        out.put(pages) { out, page in
            out.put(page.size)
            out.put(page.group) { $0.put($1) }
            out.put(page.placements) { out, placement in
                out.put(placement.item)
                out.put(placement.rect)
                out.put(placement.isRotated)
            }
        }
        return out.bytes
    }

    fileprivate init?(_ bytes: [UInt8]) {
        typealias Damage = ByteReader.Damage
        var reader = ByteReader(bytes)
        let pages = try? reader.array { (reader) throws(Damage) in
            PagePlan(
                size: try reader.value(),
                group: try reader.value(),
                placements: try reader.array { (reader) throws(Damage) in
                    Placement(
                        item: try reader.int(),
                        rect: try reader.value(),
                        isRotated: try reader.flag()
                    )
                }
            )
        }
        guard let pages, (try? reader.finish()) != nil else { return nil }
        self.init(pages: pages)
    }
}
