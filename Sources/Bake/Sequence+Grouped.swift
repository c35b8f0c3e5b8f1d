extension Sequence {
    /// Elements with equal keys together, in the order of the first of each.
    func grouped<Key: Hashable>(
        by key: (Element) -> Key
    ) -> [(key: Key, elements: [Element])] {
        var groups: [(key: Key, elements: [Element])] = []
        var places: [Key: Int] = [:]
        for element in self {
            let key = key(element)
            if let place = places[key] {
                groups[place].elements.append(element)
            } else {
                places[key] = groups.count
                groups.append((key, [element]))
            }
        }
        return groups
    }
}
