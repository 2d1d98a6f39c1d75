import CLinux
import Glibc

/// What a process forbids itself before it touches what strangers made.
public enum ProcessLimits {
    /// Ends this process when its parent does (prctl(2)); at once, where the parent is gone already.
    ///
    /// The kernel watches the thread that started this process, so that thread must last as long as the parent.
    public static func dieWithParent() throws(SystemError) {
        try systemCall("prctl") { clinux_die_with_parent() }
        if getppid() == 1 { exit(0) }
    }

    /// Limits memory (setrlimit(2)) and forbids core files.
    /// - Parameters:
    ///   - data: bytes of private writable memory.
    ///   - addressSpace: bytes of address space, mapped files and libraries included.
    public static func limitMemory(data: Int, addressSpace: Int) throws(SystemError) {
        try systemCall("setrlimit") { clinux_limit_memory(UInt64(data), UInt64(addressSpace)) }
    }

    /// Has SIGXCPU end this process after `seconds` more of processor time, unless called again before.
    public static func limitProcessorTime(seconds: Int) throws(SystemError) {
        try systemCall("setrlimit") { clinux_limit_processor_time(CUnsignedInt(seconds)) }
    }

    /// Gives way to other processes (setpriority(2)).
    public static func lowerPriority(by step: Int) throws(SystemError) {
        try systemCall("setpriority") { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, CInt(step)) }
    }
}
