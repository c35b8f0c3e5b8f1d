import Raster
import Testing

struct RowBandsTests {
    private func bands(_ cores: PictureCores?, rows: Int = 37) -> [Range<Int>] {
        PictureCores.$leastPixels.withValue(1) {
            PictureCores.$shared.withValue(cores) { inRowBands(rows, width: 10) { $0 } }
        }
    }

    @Test(arguments: [1, 2, 3, 8, 100])
    func `bands hold every row once, from the top`(cores: Int) {
        let bands = bands(PictureCores(cores, pictures: 1))
        #expect(bands.flatMap { Array($0) } == Array(0..<37))
        #expect((bands.count > 1) == (cores > 1))
    }

    @Test func `rows stay together where no one shares cores, and where they are few pixels`() {
        #expect(bands(nil) == [0..<37])
        let small = PictureCores.$shared.withValue(PictureCores(8, pictures: 1)) {
            inRowBands(37, width: 10) { $0 }
        }
        #expect(small == [0..<37])
    }

    @Test func `a picture takes more cores as others end`() {
        let cores = PictureCores(4, pictures: 4)
        #expect(bands(cores).count == 1)
        cores.endPicture()
        cores.endPicture()
        let two = bands(cores).count
        #expect(two > 1)
        cores.endPicture()
        #expect(bands(cores).count > two)
    }

    @Test func `a band is not parted again`() {
        let cores = PictureCores(2, pictures: 1)
        let inner = PictureCores.$leastPixels.withValue(1) {
            PictureCores.$shared.withValue(cores) {
                inRowBands(8, width: 10) { _ in inRowBands(8, width: 10) { $0 }.count }
            }
        }
        #expect(inner.count > 1)
        #expect(inner.allSatisfy { $0 == 1 })
    }
}
