package enum SetBits {
    package static func count(_ words: UnsafePointer<UInt64>, count: Int) -> Int {
        // The wide instruction set has one instruction for a word, faster than testing for empty
        // and full words.
        var bits = 0
        for index in 0..<count { unsafe bits &+= words[index].nonzeroBitCount }
        return bits
    }
}
