import CoreGraphics
import Foundation
import KilnManifest
import KilnSwiftUI
import SwiftUI

struct PetScreen: View {
    let folder: URL
    @State var pages: Pages<CGImage>
    @State var look: Look

    var body: some View {
        VStack {
            PetView(look: look, animation: "idle")
                .petPages(pages)
                .frame(width: 256, height: 256)
            HStack {
                ForEach(pages.manifest.wearableItems(for: look), id: \.id) { item in
                    Button(item.name) { tap(item.id) }
                }
            }
        }
    }

    private func tap(_ item: String) {
        do {
            try look.toggle(item, in: pages.manifest)
            try pages.load(for: look, from: folder)
        } catch {
            print(error)
        }
    }
}
