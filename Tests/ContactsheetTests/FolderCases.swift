import Foundation
import Glibc
import Platform
import TestSupport
import Testing

/// Folders as people have them: parts that can't be read, links in circles, roots that come and go.
@Suite(.endToEnd) struct FolderCases {
    let photos: TemporaryDirectory
    let data: TemporaryDirectory

    init() throws {
        photos = try TemporaryDirectory()
        data = try TemporaryDirectory()
    }

    /// Starts a program without what lets root read everything (setpriv(1)).
    static let withoutCapabilities =
        getuid() == 0 ? ["/usr/bin/setpriv", "--inh-caps=-all", "--bounding-set=-all", "--"] : []

    /// Whether file permissions can be made to hold for the server.
    static let permissionsHold: Bool = {
        guard let program = withoutCapabilities.first else { return true }
        let words = withoutCapabilities.dropFirst() + ["/bin/true"]
        let end = try? RunningProgram(FileName(program), words.map { FileName($0) }).waitForEnd()
        return end == .exit(0)
    }()

    @Test(.enabled(if: permissionsHold, "root's capabilities can't be dropped here"))
    func `C13: a folder and a file that can't be read cost nobody else`() throws {
        for name in ["a/1.jpg", ".b/2.jpg", "m/3.jpg", "n/4.jpg", "z/5.jpg", "x.jpg", "y.jpg"] {
            try photos.write(Samples.picture(name.utf8.count + Int(name.utf8.first ?? 0)), to: name)
        }
        chmod(photos.path(".b"), 0)
        chmod(photos.path("m"), 0)
        chmod(photos.path("x.jpg"), 0)
        defer { chmod(photos.path("n"), 0o755) }
        let server = try ServerUnderTest(photos, data: data, wrapper: Self.withoutCapabilities)
        try server.waitUntilIdle()
        var assets = try server.assetsByName()
        #expect(assets.keys.sorted() == ["1.jpg", "4.jpg", "5.jpg", "x.jpg", "y.jpg"])
        for name in ["1.jpg", "4.jpg", "5.jpg", "y.jpg"] {
            let asset = try #require(assets[name])
            #expect(asset.state == "ready")
            #expect(try server.get(asset.originalURL).status == 200)
        }
        let unreadable = try #require(assets["x.jpg"])
        #expect(unreadable.state == "unreadable")
        #expect(unreadable.problems.map(\.code) == ["unreadable"])
        #expect(try server.get(unreadable.originalURL).status == 403)
        #expect([422, 503].contains(try server.get(unreadable.thumbnailURL).status))
        #expect(server.program.errorOutput.contains("can't be listed"))

        // One that becomes unreadable keeps its assets, with their ids.
        chmod(photos.path("n"), 0)
        try server.rescan()
        #expect(try server.assetsByName()["4.jpg"]?.id == assets["4.jpg"]?.id)
        #expect(try server.get(try #require(assets["4.jpg"]).originalURL).status == 403)
        for name in ["m", ".b", "n"] { chmod(photos.path(name), 0o755) }
        chmod(photos.path("x.jpg"), 0o644)
        try server.rescan()
        let healed = try server.assetsByName()
        // A folder whose name starts with a dot is not entered.
        #expect(healed.count == 6)
        #expect(healed.values.allSatisfy { $0.state == "ready" })
        for (name, asset) in assets { #expect(healed[name]?.id == asset.id, "\(name)") }
        assets = healed
        #expect(try server.get(try #require(assets["x.jpg"]).originalURL).status == 200)
    }

    @Test func `C15: links in circles end, and each real file is there once`() throws {
        try photos.write(Samples.picture(1), to: "p.jpg")
        try photos.write(Samples.picture(2), to: "a/q.jpg")
        try photos.write(Samples.picture(3), to: "b/r.jpg")
        for (name, target) in [
            ("loop", "."), ("a/up", "../.."), ("a/l", "../b"), ("b/l", "../a"), ("self", "self"),
            ("dead.jpg", "missing.jpg"), ("alias.jpg", "p.jpg"), ("outside.jpg", "/etc/hostname"),
        ] { try photos.link(name, to: target) }
        let server = try ServerUnderTest(photos, data: data)
        try server.waitUntilIdle()
        #expect(try server.assets().map(\.filename).sorted() == ["p.jpg", "q.jpg", "r.jpg"])
        // Links are not followed, so the target of one appears as itself alone.
        try photos.write(Samples.picture(4), to: "missing.jpg")
        try server.rescan()
        #expect(try server.assets().map(\.filename).sorted() == ["missing.jpg", "p.jpg", "q.jpg", "r.jpg"])
    }

    @Test func `C16: a file that a link took the place of is gone, and no length is that of a link`() throws {
        try photos.write(Samples.picture(1), to: "p.jpg")
        try photos.write(Samples.picture(2), to: "was.jpg")
        try photos.write(Samples.picture(3), to: "sub/inner.jpg")
        let outside = try TemporaryDirectory()
        try outside.write(Samples.picture(4), to: "inner.jpg")
        let server = try ServerUnderTest(photos, data: data)
        try server.waitUntilIdle()
        let assets = try server.assetsByName()
        // Without a scan in between: what the library says is not what is on disk any more.
        try photos.remove("was.jpg")
        try photos.link("was.jpg", to: "p.jpg")
        try photos.move("sub", to: "other")
        try photos.link("sub", to: outside.path)
        for name in ["was.jpg", "inner.jpg"] {
            let asset = try #require(assets[name])
            let response = try server.get(asset.originalURL)
            // A watcher may have noticed that the folder was renamed, and then the file is served from there.
            if name == "inner.jpg", response.status == 200 {
                #expect(try response.body == Samples.picture(3))
            } else {
                #expect(response.status == 404)
            }
        }
        try server.rescan()
        #expect(try server.assets().map(\.filename).sorted() == ["inner.jpg", "p.jpg"])
        #expect(try server.assetsByName()["inner.jpg"]?.id == assets["inner.jpg"]?.id)
        let inner = try server.get(try #require(assets["inner.jpg"]).originalURL)
        #expect(inner["content-length"] == "\(try Samples.picture(3).count)")
        #expect(try inner.body == Samples.picture(3))
    }

    /// Waits until the root is in `state`.
    private func wait(_ server: ServerUnderTest, forRoot state: String) throws {
        try server.poll("/health", "root \(state)") {
            try JSONDecoder().decode(HealthJSON.self, from: Data($0.body)).roots.map(\.state) == [state]
        }
    }

    @Test func `C18: a server whose folder is missing starts, and finds it when it is there`() throws {
        let server = try ServerUnderTest([FileName(photos.path("mount"))], data: data.name)
        try server.waitUntilIdle()
        var health = try server.health()
        #expect(health.status == "degraded")
        #expect(health.roots.map(\.state) == ["offline"])
        #expect(health.roots.first?.detail?.isEmpty == false)
        #expect(try server.assets().isEmpty)
        try photos.write(Samples.picture(1), to: "mount/a.jpg")
        try server.rescan()
        health = try server.health()
        #expect(health.status == "ok")
        #expect(try server.assets().map(\.state) == ["ready"])
    }

    @Test(arguments: ["removed", "re-made"] + (permissionsHold ? ["unreadable"] : []))
    func `C18: a folder that goes away takes nothing with it`(_ how: String) throws {
        for number in 0..<20 { try photos.write(Samples.picture(number), to: "mount/\(number % 3)/\(number).jpg") }
        let wrapper = how == "unreadable" ? Self.withoutCapabilities : []
        let server = try ServerUnderTest([FileName(photos.path("mount"))], data: data.name, wrapper: wrapper)
        try server.waitUntilIdle()
        let before = try server.assets()
        #expect(before.count == 20)
        let thumbnail = try server.get(before[0].thumbnailURL)
        #expect(thumbnail.status == 200)

        switch how {
        case "removed": try photos.move("mount", to: "elsewhere")
        case "re-made":
            // An unmounted file system leaves an empty directory, which is another than the one before.
            try photos.move("mount", to: "elsewhere")
            try photos.makeDirectories("mount")
        default: chmod(photos.path("mount"), 0)
        }
        try server.rescan()
        try wait(server, forRoot: "offline")
        let away = try server.assets()
        #expect(away.map(\.id) == before.map(\.id))
        #expect(away.allSatisfy { $0.state == "offline" })
        #expect(try server.get(before[1].originalURL).status == 503)
        #expect(try server.get(before[0].thumbnailURL).status == 200)
        #expect(try server.get("/ready").status == 200)
        // Also for a server that starts while it is away.
        #expect(try server.terminate() == .exit(0))
        let second = try ServerUnderTest([FileName(photos.path("mount"))], data: data.name, wrapper: wrapper)
        try second.waitUntilIdle()
        #expect(try second.assets().map(\.id) == before.map(\.id))
        #expect(try second.health().roots.map(\.state) == ["offline"])

        switch how {
        case "removed": try photos.move("elsewhere", to: "mount")
        case "re-made":
            try photos.remove("mount")
            try photos.move("elsewhere", to: "mount")
        default: chmod(photos.path("mount"), 0o755)
        }
        try second.rescan()
        try wait(second, forRoot: "online")
        #expect(try second.assets() == before)
        #expect(try second.get(before[0].thumbnailURL)["etag"] == thumbnail["etag"])
    }

    @Test func `C18: an honest removal of everything in a folder removes it`() throws {
        for number in 0..<5 { try photos.write(Samples.picture(number), to: "\(number).jpg") }
        try photos.makeDirectories("empty")
        let server = try ServerUnderTest(photos, data: data)
        try server.waitUntilIdle()
        let before = try server.assets()
        for number in 0..<5 { try photos.remove("\(number).jpg") }
        try server.rescan()
        #expect(try server.assets().isEmpty)
        for asset in before { #expect(try server.get("/assets/\(asset.id)").status == 404) }
        #expect(try server.health().status == "ok")
    }
}
