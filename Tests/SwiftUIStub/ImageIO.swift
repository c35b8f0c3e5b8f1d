// As much of Image I/O as KilnSwiftUI uses; see SwiftUI.swift.
public import CoreGraphics

public final class CGImageSource {}

// The system's name.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGImageSourceCreateWithData(
    _ data: CFData,
    _ options: CFDictionary?
) -> CGImageSource? { nil }

// The system's name.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGImageSourceCreateImageAtIndex(
    _ source: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CGImage? { nil }
