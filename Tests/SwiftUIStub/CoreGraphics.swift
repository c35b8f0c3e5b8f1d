// As much of Core Graphics as KilnSwiftUI uses; see SwiftUI.swift.
public import Foundation

public typealias CFData = Data
public typealias CFDictionary = [String: Int]

public final class CGImage {
    public func cropping(to rect: CGRect) -> CGImage? { nil }
}
