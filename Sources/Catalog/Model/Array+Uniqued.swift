extension Array {
    /// The first of elements with equal values.
    package func uniqued<Value: Hashable>(by value: (Element) -> Value) -> [Element] {
        var seen: Set<Value> = []
        return filter { seen.insert(value($0)).inserted }
    }
}

extension Array where Element: Hashable {
    /// Each once, where it stands first.
    package var uniqued: [Element] { uniqued { $0 } }
}
