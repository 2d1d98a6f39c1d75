import Glibc

/// The variables that this process was started with.
public enum Environment {
    /// The value of `name` (getenv(3)); nil where it is not set.
    public static subscript(name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
