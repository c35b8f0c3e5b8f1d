/// Counts the set bits of `count` words.
package enum SetBits {
    package static func count(_ words: UnsafePointer<UInt64>, count: Int) -> Int {
        // With the wide instruction set this is one instruction a word, and quicker than to look for empty and
        // full ones.
        var bits = 0
        for index in 0..<count { unsafe bits &+= words[index].nonzeroBitCount }
        return bits
    }
}
