import Diagnostics
import Testing

@Suite("Numbers in text")
struct DecimalTests {
    @Test func `numbers are written with the digits that were asked for`() {
        #expect(decimal(0.005, 2) == "0.01")
        #expect(decimal(12.0, 1) == "12.0")
        #expect(decimal(-0.04, 1) == "0.0")
        #expect(decimal(-1.25, 2) == "-1.25")
        #expect(decimal(99.96, 1) == "100.0")
        #expect(decimal(.infinity, 1) == "inf")
    }
}

@Test(
    arguments: [
        (0, "0 bytes"), (999, "999 bytes"), (1000, "1.0 kB"), (1_540, "1.5 kB"),
        (999_999, "1000.0 kB"), (1_000_000, "1.0 MB"), (123_456_789, "123.5 MB"),
    ]
)
func `sizes are reported in powers of a thousand`(count: Int, text: String) {
    #expect(bytesText(count) == text)
}
