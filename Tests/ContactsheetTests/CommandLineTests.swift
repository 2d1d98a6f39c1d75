import Glibc
import Platform
import TestSupport
import Testing

@testable import contactsheet

/// The program as a person calls it.
@Suite(.endToEnd) struct CommandLineTests {
    /// Runs the program to its end.
    private func run(_ words: [String], environment: [String: String] = [:]) throws -> (
        RunningProgram, RunningProgram.End
    ) {
        let program = try RunningProgram(
            ServerUnderTest.binary, words.map { FileName($0) }, environment: environment)
        // One that was expected to end and serves instead must not be left behind.
        defer { program.stop() }
        return (program, try program.waitForEnd(within: ServerUnderTest.patience))
    }

    @Test(arguments: [
        (["serve", "--listne", "127.0.0.1:0", "/photos"], "--listne"),
        (["serve", "--listen", "nowhere", "/photos"], "--listen"),
        (["serve", "--listen"], "--listen"),
        (["serve", "--without-token", "--require-token", "/photos"], "--require-token"),
        (["token", "create"], "--name"),
        (["token", "create", "--name", "x", "--scope", "root"], "--scope"),
        (["token", "create", "--name", "x", "--expires", "soon"], "--expires"),
        (["token", "erase"], "erase"),
        (["token"], "create"),
        (["serve", "--listen=127.0.0.1:0", "--listen=127.0.0.1:1", "/photos"], "--listen"),
        (["serve", "--connections", "+5", "/photos"], "--connections"),
        (["serve", "--connections", "0", "/photos"], "--connections"),
        (["serve", "--thumbnail-space", "10X", "/photos"], "--thumbnail-space"),
        (["serve", "--thumbnail-space", "-1", "/photos"], "--thumbnail-space"),
        (["serve", "--shutdown-time", "soon", "/photos"], "--shutdown-time"),
        (["serve", "--log-format", "xml", "/photos"], "--log-format"),
        (["serve", "--log-level", "", "/photos"], "--log-level"),
        (["serve", "--cors-origin", "example.org", "/photos"], "--cors-origin"),
        (["serve", "--without-token=yes", "/photos"], "--without-token"),
        (["serve", "--decoders", "1.5", "/photos"], "--decoders"),
        (["serve", "--exclude", "[", "/photos"], "--exclude"),
        (["serve", "--data", "", "/photos"], "path"),
        (["serve"], "FOLDER"),
        (["index", "--listen", "127.0.0.1:0", "/photos"], "--listen"),
        (["index"], "FOLDER"),
        (["doctor", "--decoders", "2"], "--decoders"),
        (["sevre", "/photos"], "sevre"),
        (["--data", "/photos"], "--data"),
    ])
    func `a wrong call ends with 2 and names what is wrong`(_ words: [String], _ name: String) throws {
        let home = try TemporaryDirectory()
        let (program, end) = try run(words, environment: ["HOME": home.path])
        #expect(end == .exit(2))
        #expect(program.errorOutput.contains(name), "\(program.errorOutput)")
        #expect(program.output.isEmpty)
    }

    @Test func `a wrong variable ends with 2 and is named`() throws {
        let home = try TemporaryDirectory()
        for (variable, value) in [
            ("CONTACTSHEET_LISTEN", "nowhere"), ("CONTACTSHEET_CONNECTIONS", "many"),
            ("CONTACTSHEET_WITHOUT_TOKEN", "perhaps"), ("CONTACTSHEET_LOG_FORMAT", "xml"),
        ] {
            var environment = ["HOME": home.path, variable: value]
            // The switch matters only beyond this machine.
            if variable.hasSuffix("TOKEN") { environment["CONTACTSHEET_LISTEN"] = "0.0.0.0:0" }
            let (program, end) = try run(["serve", "/photos"], environment: environment)
            #expect(end == .exit(2), "\(variable)")
            #expect(program.errorOutput.contains(variable), "\(program.errorOutput)")
        }
    }

    @Test func `help names every option and variable of each command`() throws {
        for (name, options) in [
            ("serve", ServeConfiguration.options), ("index", CommonOptions.library), ("doctor", [CommonOptions.data]),
        ] {
            let (program, end) = try run([name, "--help"])
            #expect(end == .exit(0))
            for option in options {
                #expect(program.output.contains(option.flag), "\(name) \(option.flag)")
                #expect(program.output.contains(option.variable), "\(name) \(option.variable)")
            }
            #expect(program.output.contains(CommonOptions.foldersVariable), "\(name)")
            let (other, _) = try run(["help", name])
            #expect(other.output == program.output)
        }
        let (program, end) = try run(["--help"])
        #expect(end == .exit(0))
        for name in ["serve", "index", "doctor"] { #expect(program.output.contains(name)) }
        #expect(try run(["--version"]).0.output == "contactsheet \(Composition.version)\n")
    }

    @Test func `index tells what it did and ends with 0`() throws {
        let photos = try TemporaryDirectory()
        let data = try TemporaryDirectory()
        for number in 0..<5 { try photos.write(Samples.picture(number), to: "a/\(number).jpg") }
        try photos.write("no picture".utf8, to: "broken.jpg")
        let (program, end) = try run(["index", "--data", data.path, photos.path])
        #expect(end == .exit(0))
        #expect(
            program.errorOutput.contains("done: 6 assets; 6 files listed, 6 read, 1 of them"), "\(program.errorOutput)")
        let (again, _) = try run(["index", "--data", data.path, photos.path])
        #expect(again.errorOutput.contains("6 files listed, 0 read"), "\(again.errorOutput)")
    }

    @Test func `folders can be given by a variable`() throws {
        let photos = try TemporaryDirectory()
        let data = try TemporaryDirectory()
        try photos.write(Samples.picture(), to: "a b.jpg")
        let (program, end) = try run(
            ["index"], environment: ["CONTACTSHEET_FOLDERS": photos.path, "CONTACTSHEET_DATA": data.path])
        #expect(end == .exit(0))
        #expect(program.errorOutput.contains("done: 1 assets"))
    }

    @Test func `doctor tells what the machine offers`() throws {
        let photos = try TemporaryDirectory()
        let data = try TemporaryDirectory()
        let (program, end) = try run(["doctor", "--data", data.path, photos.path])
        #expect(end == .exit(0), "\(program.output)")
        for word in ["libvips", "SQLite", "fs.inotify.max_user_watches", data.path, photos.path, "reads"] {
            #expect(program.output.contains(word), "\(word)")
        }
        let (missing, failure) = try run(["doctor", "--data", data.path, photos.path("missing")])
        #expect(failure == .exit(1))
        #expect(missing.output.contains(photos.path("missing")))
    }

    @Test func `data among photos is refused, and so are photos among data`() throws {
        let folder = try TemporaryDirectory()
        try folder.makeDirectories("photos/data")
        for (data, photos) in [("photos/data", "photos"), ("photos", "photos/data"), ("photos", "photos")] {
            let (program, end) = try run(["index", "--data", folder.path(data), folder.path(photos)])
            #expect(end == .exit(2))
            #expect(program.errorOutput.contains("--data"), "\(program.errorOutput)")
        }
        #expect(try Directory(at: FileName(folder.path("photos/data"))).names() == [])
    }

    @Test func `a second server on a data folder is refused and says why`() throws {
        let photos = try TemporaryDirectory()
        let data = try TemporaryDirectory()
        try photos.write(Samples.picture(), to: "a.jpg")
        let first = try ServerUnderTest(photos, data: data)
        try first.waitUntilIdle()
        let (second, end) = try run(["serve", "--listen", "127.0.0.1:0", "--data", data.path, photos.path])
        #expect(end == .exit(1))
        #expect(second.errorOutput.contains(data.path), "\(second.errorOutput)")
        #expect(second.errorOutput.contains("another"), "\(second.errorOutput)")
        #expect(try first.assets().count == 1)
        #expect(try first.terminate() == .exit(0))
    }

    @Test func `an address that is taken is named`() throws {
        let photos = try TemporaryDirectory()
        let first = try ServerUnderTest(photos, data: try TemporaryDirectory())
        let data = try TemporaryDirectory()
        let (second, end) = try run(["serve", "--listen", "127.0.0.1:\(first.port)", "--data", data.path, photos.path])
        #expect(end == .exit(1))
        #expect(second.errorOutput.contains("127.0.0.1:\(first.port)"), "\(second.errorOutput)")
    }

    @Test func `a data folder of a newer program is refused and left as it is`() throws {
        let photos = try TemporaryDirectory()
        let data = try TemporaryDirectory()
        try photos.write(Samples.picture(), to: "a.jpg")
        #expect(try run(["index", "--data", data.path, photos.path]).1 == .exit(0))
        // Bytes 60 to 63 of an SQLite database are `user_version`, which counts the migrations (sqlite.org/fileformat).
        let database = data.path("catalogue.sqlite")
        let file = open(database, O_RDWR)
        let version: [UInt8] = [0, 1, 0, 0]
        #expect(pwrite(file, version, 4, 60) == 4)
        close(file)
        let before = try FileTree(data.name).entries
        let (program, end) = try run(["serve", "--listen", "127.0.0.1:0", "--data", data.path, photos.path])
        #expect(end == .exit(1))
        #expect(program.errorOutput.contains("newer"), "\(program.errorOutput)")
        #expect(
            try FileTree(data.name).entries.filter { $0.key.description.hasSuffix(".sqlite") }
                == before.filter { $0.key.description.hasSuffix(".sqlite") })
    }
}
