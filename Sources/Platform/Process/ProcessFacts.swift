import Glibc

/// What this process was started with and may do.
public enum ProcessFacts {
    /// The arguments as bytes, without the program's own name.
    public static var arguments: [FileName] {
        (1..<Int(max(CommandLine.argc, 1))).compactMap { index in
            CommandLine.unsafeArgv[index].map { FileName(cString: $0) }
        }
    }

    /// The environment's variables; the first of two with one name.
    public static var environment: [String: FileName] {
        var result: [String: FileName] = [:]
        var next = environ
        while let entry = next.pointee {
            let bytes = FileName(cString: entry).bytes
            if let equals = bytes.firstIndex(of: UInt8(ascii: "=")) {
                let name = String(decoding: bytes[..<equals], as: UTF8.self)
                if result[name] == nil { result[name] = FileName(bytes: bytes[(equals + 1)...]) }
            }
            next += 1
        }
        return result
    }

    /// The directory that relative paths start from (getcwd(3)); nil where it is gone.
    public static var workingDirectory: FileName? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return FileName(cString: path)
    }

    /// The absolute path of the program that runs (proc(5), `/proc/self/exe`).
    public static var executable: FileName? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        return FileName(cString: path)
    }

    /// Whether standard error is a terminal (isatty(3)).
    public static var standardErrorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Raises the number of descriptors that may be open to what the system allows (setrlimit(2), `RLIMIT_NOFILE`).
    /// - Returns: the number.
    @discardableResult
    public static func raiseDescriptorLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(clamping: limit.rlim_cur)
    }

    /// Bytes of memory that the process holds now (proc(5), the second number of `/proc/self/statm`).
    public static var residentByteCount: Int {
        guard let directory = try? Directory(at: FileName("/proc/self")),
            let bytes = try? directory.file(FileName("statm")).read(count: 128, at: 0)
        else { return 0 }
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * sysconf(CInt(_SC_PAGESIZE))
    }
}

extension FileName {
    /// Makes a name of C's.
    init(cString: UnsafePointer<CChar>) {
        self.init(bytes: UnsafeBufferPointer(start: cString, count: strlen(cString)).map { UInt8(bitPattern: $0) })
    }
}
