import FolderWatching
import MediaDecoding
import PhotoLibrary
import Platform

/// `contactsheet doctor`: tells what this machine offers and what would keep the program from working.
struct DoctorCommand {
    static func command(environment: [String: FileName]) -> Command {
        Command(
            name: "doctor", operands: "[FOLDER…]",
            summary: "Checks decoders, limits, file systems and free space; exit code 1 where something is wrong.",
            options: [CommonOptions.data]
        ) { arguments in
            var doctor = DoctorCommand()
            doctor.checkDecoders()
            doctor.checkLimits()
            doctor.checkData(try CommonOptions.dataFolder(arguments, environment: environment))
            if !arguments.operands.isEmpty || environment[CommonOptions.foldersVariable] != nil {
                for folder in try CommonOptions.folders(arguments, environment: environment) { doctor.check(folder) }
            }
            print(doctor.lines.joined(separator: "\n"))
            return doctor.isWell ? .success : .failure
        }
    }

    /// Fewer descriptors than this do not last for a thousand clients beside the library's own files.
    private static let sensibleDescriptorLimit = 4096
    /// A data folder with less is full after a few thousand thumbnails.
    private static let sensibleFreeByteCount: Int64 = 100 << 20

    private var lines: [String] = ["contactsheet \(Composition.version)"]
    private var isWell = true

    private mutating func say(_ subject: String, _ text: String) { lines.append("  ok    \(subject): \(text)") }
    private mutating func warn(_ subject: String, _ text: String) { lines.append("  note  \(subject): \(text)") }
    private mutating func fail(_ subject: String, _ text: String) {
        lines.append("  FAIL  \(subject): \(text)")
        isWell = false
    }

    private mutating func checkDecoders() {
        for library in MediaLibraries.versions { say(library.name, library.version) }
        for loader in MediaLibraries.loaders {
            if loader.isAvailable { say("reads \(loader.name)", "yes") } else { warn("reads \(loader.name)", "no") }
        }
        if PlayableService.isAvailable {
            say("makes videos playable", "yes")
        } else {
            warn("makes videos playable", "no: Debian's package ffmpeg is missing")
        }
        say("SQLite", SQLiteCatalogue.libraryVersion)
    }

    private mutating func checkLimits() {
        let descriptors = ProcessFacts.raiseDescriptorLimit()
        if descriptors < Self.sensibleDescriptorLimit {
            warn("open files", "\(descriptors); raise it with ulimit -n")
        } else {
            say("open files", "\(descriptors)")
        }
        for name in ["max_user_watches", "max_user_instances", "max_queued_events"] {
            guard let value = KernelSetting.value("fs/inotify/" + name) else {
                fail("fs.inotify.\(name)", "the kernel has no inotify")
                continue
            }
            say("fs.inotify.\(name)", value)
        }
    }

    private mutating func checkData(_ folder: FileName) {
        do throws(SystemError) {
            try Directory.make(at: folder, mode: 0o700)
            let status = try FileSystemStatus(at: folder)
            let kind = FileSystemKind(magic: status.magic)
            let text =
                "\(folder), \(kind.name), \(status.availableBytes >> 20) MB free of \(status.totalBytes >> 20) MB"
            if status.availableBytes < Self.sensibleFreeByteCount { warn("data", text) } else { say("data", text) }
            if !kind.supportsInotify { warn("data", "a network file system is slow, and locks may not hold on it") }
        } catch {
            fail("data", "\(error)")
        }
    }

    private mutating func check(_ folder: FileName) {
        do throws(SystemError) {
            _ = try Directory(at: folder).names()
            let status = try FileSystemStatus(at: folder)
            let kind = FileSystemKind(magic: status.magic)
            let text = "\(kind.name), \(status.totalBytes >> 20) MB"
            if kind.supportsInotify {
                say("\(folder)", text)
            } else {
                warn("\(folder)", text + "; its changes can't be watched")
            }
        } catch {
            fail("\(folder)", "\(error)")
        }
    }
}
