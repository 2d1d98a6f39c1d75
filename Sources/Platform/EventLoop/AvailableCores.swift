import CLinux
import Glibc

/// Number of cores that the process may run on (sched_getaffinity(2)); at least 1.
public func availableCores() -> Int { max(1, Int(clinux_available_cores())) }
