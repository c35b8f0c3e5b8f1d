// What game-data.md and the comments of KilnSwiftUI show of its views, to check its types.
import CoreGraphics
import Foundation
import KilnManifest
import KilnSwiftUI
import SwiftUI

struct BreathingPet: View {
    let look: Look
    let mood: String
    let pages: Pages<CGImage>

    var body: some View {
        ZStack {
            CatalogImageView(image: "room", axes: ["mood": mood])
            PetView(look: look, animation: "idle", showing: { $0.item != "glasses" })
                .phaseAnimator([1, 1.03]) { pet, height in
                    pet.scaleEffect(x: 1, y: height, anchor: .bottom)
                } animation: { _ in
                    .easeInOut(duration: 2)
                }
            PetView(look: look, animation: "idle", showing: { $0.item == "glasses" })
                .accessibilityHidden(true)
            PetView(look: look, showing: { $0.item == look.base })
            CatalogImageView(image: "coin", animation: "spin", mode: .once, isPixelArt: true)
                .frame(width: 32, height: 32)
        }
        .petPages(pages)
    }
}

func loadPages(_ pages: inout Pages<CGImage>, for look: Look, from folder: URL) throws {
    try pages.load(for: look, from: folder)
    try pages.load(forImage: "room", axes: ["mood": "happy"], from: folder)
    try pages.load(forImage: "coin", from: folder)
    try pages.keepOnly(for: [look], images: ["room", "coin"])
}
