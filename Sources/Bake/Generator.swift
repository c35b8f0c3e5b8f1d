/// The program's name and version, as `--version` and every manifest say them.
public enum Generator {
    public static let name = "kiln"
    public static let version = "0.1.0"
}
