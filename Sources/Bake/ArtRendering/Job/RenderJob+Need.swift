import AtlasBuilding
import Raster

extension RenderJob {
    /// What rendering a file takes at its peak, for each picture that is read of it.
    ///
    /// `scales` are made from it; `isAlone` is whether all scales are, so that each rendition is packed
    /// as soon as it is drawn.
    func renderingNeed(of file: File, at scales: [Int], isAlone: Bool) -> PictureNeed {
        var base: PictureNeed = keying == .never ? .reading : .keying
        // Smooth resampling begins with a picture that is premultiplied; of a sheet, with a frame.
        if filter != .nearest, cutting == nil,
            renditions.contains(where: { $0.resizes(density: file.density, scales) })
        {
            base = base + .picture
        }
        let isPacked = isAlone && file.following.isEmpty
        // Packed, to a third of its size at most; else until the last frame of the last file.
        let waiting = isPacked ? 1 / 3 : Double(file.all.count)
        var copies: [PictureNeed.Copy] = []
        func add(_ rendition: Rendition, _ scales: [Int], bytes: Double) {
            guard bytes > 0 else { return }
            copies += scales.map { scale in
                var copy = rendition.copy(density: file.density, at: scale)
                copy.bytesPerPixel = bytes
                // A larger one is refused before it is drawn. Of a sheet each frame is a picture.
                copy.most = cutting == nil ? Double(LayerPicture.largestArea) : .infinity
                return copy
            }
        }
        let pixel = PictureNeed.bytesOfPixel
        for rendition in renditions { add(rendition, scales, bytes: pixel * waiting) }
        // Which of the two is larger depends on the picture.
        for kind in Dictionary(grouping: renditions, by: \.isFitted).values {
            func extent(_ rendition: Rendition) -> Double {
                let copy = rendition.copy(density: file.density, at: 1)
                return copy.share + copy.pixels
            }
            guard let largest = kind.max(by: { extent($0) < extent($1) }), let top = scales.max()
            else { continue }
            if isPacked { add(largest, scales, bytes: pixel * (1 - waiting)) }
            // Growing smoothly it is drawn, put on a canvas and made straight.
            let grows = largest.isFitted || largest.copy(density: file.density, at: top).share > 1
            if grows, filter != .nearest { add(largest, [top], bytes: 2 * pixel) }
        }
        return base.with(copies)
    }
}

extension RenderJob.Rendition {
    fileprivate var isFitted: Bool { if case .fitted = transform.size { true } else { false } }

    fileprivate func resizes(density: Int, _ scales: [Int]) -> Bool {
        isFitted || scales.contains { copy(density: density, at: $0).share != 1 }
    }

    /// How large it is drawn; of a box all of it.
    fileprivate func copy(density: Int, at scale: Int) -> PictureNeed.Copy {
        switch transform.size {
        case .scaled(let factor):
            let side = factor * Double(scale) / Double(max(1, density))
            return PictureNeed.Copy(share: side * side)
        case .fitted(let width, let height, _):
            return PictureNeed.Copy(pixels: width * height * Double(scale * scale))
        }
    }
}
