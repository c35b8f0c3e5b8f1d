/// When something is shown.
package enum When: String, CaseIterable, Sendable {
    case auto
    case always
    case never

    package func isOn(_ automatic: Bool) -> Bool {
        switch self {
        case .auto: automatic
        case .always: true
        case .never: false
        }
    }
}
