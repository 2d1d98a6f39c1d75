import Foundation
import Glibc
import TestSupport

extension ServerUnderTest {
    /// One of the server's decoder processes.
    struct Child {
        let id: pid_t
        /// The most memory that it has ever held (proc(5), `VmHWM`).
        let peakByteCount: Int
    }

    /// The processes that the server has started and that still run.
    func children() throws -> [Child] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { name in
            guard let id = pid_t(name), let fields = Self.status(of: id), fields["PPid"] == "\(program.id)" else {
                return nil
            }
            return Child(id: id, peakByteCount: Self.bytes(fields["VmHWM"]))
        }
    }

    /// Bytes of memory that the server holds.
    var residentByteCount: Int { Self.bytes(Self.status(of: program.id)?["VmRSS"]) }

    private static func status(of id: pid_t) -> [String: String]? {
        guard let text = try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8) else { return nil }
        var fields: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { fields[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces) }
        }
        return fields
    }

    private static func bytes(_ kibibytes: String?) -> Int {
        (kibibytes?.split(separator: " ").first.flatMap { Int($0) } ?? 0) << 10
    }
}
