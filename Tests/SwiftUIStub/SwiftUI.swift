// As much of SwiftUI as KilnSwiftUI, the tutorial and Layers.swift use, as its interface declares it: to check
// their types where there is no SwiftUI. Nothing here does anything.
public import CoreGraphics
public import Foundation

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError("a stub") }
}

/// A view without a body of its own.
public protocol Leaf: View where Body == Never {}
extension Leaf {
    public var body: Never { fatalError("a stub") }
}

@resultBuilder public enum ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> EmptyView {
        EmptyView()
    }
    public static func buildIf<Content: View>(_ content: Content?) -> EmptyView { EmptyView() }
}

public struct EmptyView: Leaf {
    public nonisolated init() {}
}

public struct Text: Leaf {
    public nonisolated init(verbatim: String) {}
    public nonisolated init<Words: StringProtocol>(_ content: Words) {}
}

public struct VStack<Content: View>: Leaf {
    public nonisolated init(@ViewBuilder content: () -> Content) {}
}

public struct HStack<Content: View>: Leaf {
    public nonisolated init(@ViewBuilder content: () -> Content) {}
}

public struct ZStack<Content: View>: Leaf {
    public nonisolated init(@ViewBuilder content: () -> Content) {}
}

public struct ForEach<Elements: RandomAccessCollection, ID: Hashable, Content: View>: Leaf {
    public nonisolated init(
        _ data: Elements,
        id: KeyPath<Elements.Element, ID>,
        @ViewBuilder content: @escaping (Elements.Element) -> Content
    ) {}
}

public struct Button: Leaf {
    public nonisolated init<Words: StringProtocol>(
        _ title: Words,
        action: @escaping @MainActor () -> Void
    ) {}
}

public struct Image: Leaf {
    public enum Interpolation: Hashable, Sendable {
        case none
        case low
        case medium
        case high
    }

    public nonisolated init(decorative image: CGImage, scale: CGFloat) {}
    public nonisolated func interpolation(_ interpolation: Interpolation) -> Image { self }
}

public enum ContentMode: Hashable, Sendable {
    case fit
    case fill
}

public struct AccessibilityTraits: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let isImage = AccessibilityTraits(rawValue: 1)
}

public struct UnitPoint: Hashable, Sendable {
    public static let center = UnitPoint()
    public static let bottom = UnitPoint()
}

public struct Animation: Hashable, Sendable {
    public static func easeInOut(duration: TimeInterval) -> Animation { Animation() }
}

public struct PlaceholderContentView<Value>: Leaf {}

extension View {
    public nonisolated func aspectRatio(
        _ ratio: CGFloat?,
        contentMode: ContentMode
    ) -> some View { EmptyView() }
    public nonisolated func frame(width: CGFloat?, height: CGFloat?) -> some View { EmptyView() }
    public nonisolated func scaleEffect(
        x: CGFloat = 1,
        y: CGFloat = 1,
        anchor: UnitPoint = .center
    ) -> some View { EmptyView() }
    public nonisolated func phaseAnimator<Phase: Equatable>(
        _ phases: some Sequence<Phase>,
        @ViewBuilder content: @escaping (PlaceholderContentView<Self>, Phase) -> some View,
        animation: @escaping (Phase) -> Animation?
    ) -> some View { EmptyView() }
    public nonisolated func accessibilityElement() -> some View { EmptyView() }
    public nonisolated func accessibilityLabel(_ label: Text) -> some View { EmptyView() }
    public nonisolated func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
        EmptyView()
    }
    public nonisolated func accessibilityHidden(_ hidden: Bool) -> some View { EmptyView() }
    public nonisolated func environment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
        _ value: Value
    ) -> some View { EmptyView() }
    public nonisolated func onChange<Value: Equatable>(
        of value: Value,
        _ action: @escaping () -> Void
    ) -> some View { EmptyView() }
}

// MARK: - State and environment

@propertyWrapper public struct State<Value> {
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public var wrappedValue: Value {
        get { fatalError("a stub") }
        nonmutating set {}
    }
}

extension State: Sendable where Value: Sendable {}

@propertyWrapper public struct Environment<Value> {
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
    public var wrappedValue: Value { fatalError("a stub") }
}

public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

public struct EnvironmentValues: Sendable {
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { Key.defaultValue }
        set {}
    }
    public var accessibilityReduceMotion: Bool { false }
    public var displayScale: CGFloat {
        get { 1 }
        set {}
    }
}

// MARK: - Time and drawing

public enum TimelineScheduleMode: Sendable {
    case normal
    case lowFrequency
}

public protocol TimelineSchedule {
    typealias Mode = TimelineScheduleMode
    associatedtype Entries: Sequence where Entries.Element == Date
    func entries(from startDate: Date, mode: Mode) -> Entries
}

public struct TimelineView<Schedule: TimelineSchedule, Content: View>: Leaf {
    public struct Context {
        public var date: Date
    }
    public nonisolated init(
        _ schedule: Schedule,
        @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content
    ) {}
}

public typealias TimelineViewDefaultContext = TimelineView<EveryMinuteTimelineSchedule, Never>
    .Context

public struct EveryMinuteTimelineSchedule: TimelineSchedule, Sendable {
    public func entries(from startDate: Date, mode: Mode) -> [Date] { [] }
}

public struct Canvas: Leaf {
    public nonisolated init(renderer: @escaping (inout GraphicsContext, CGSize) -> Void) {}
}

public struct Angle: Sendable {
    public static func degrees(_ degrees: Double) -> Angle { Angle() }
}

public struct GraphicsContext {
    public mutating func scaleBy(x: CGFloat, y: CGFloat) {}
    public mutating func translateBy(x: CGFloat, y: CGFloat) {}
    public mutating func rotate(by angle: Angle) {}
    public func draw(_ image: Image, in rect: CGRect) {}
}
