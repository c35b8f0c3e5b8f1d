import CoreGraphics
import Foundation
import KilnManifest
import KilnSwiftUI
import SwiftUI

struct PetScreen: View {
    let pages: Pages<CGImage>
    @State var look: Look

    var body: some View {
        PetView(look: look, animation: "idle")
            .petPages(pages)
            .frame(width: 256, height: 256)
    }
}
