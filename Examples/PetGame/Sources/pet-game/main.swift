import Foundation
import PetGame

// `pet-game FILE`: the dog on its birthday, drawn as the game draws it.
guard CommandLine.arguments.count == 2 else {
    print("usage: pet-game FILE.png")
    exit(2)
}
var shop = try PetShop()
let dog = try shop.look(.dog, wearing: [.scarf, .partyHat])
let picture = try shop.draw(dog)
try Data(picture.png).write(to: URL(filePath: CommandLine.arguments[1]))
