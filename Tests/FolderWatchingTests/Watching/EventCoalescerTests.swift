import FolderWatching
import Platform
import Testing

struct EventCoalescerTests {
    @Test(arguments: [
        // One file
        ("C a.jpg,W a.jpg", "a.jpg"),
        ("C a.jpg,+500,W a.jpg", "a.jpg"),
        ("W a.jpg,A a.jpg,W a.jpg", "a.jpg"),
        ("A a.jpg", "a.jpg"),
        ("D a.jpg", "a.jpg"),
        ("C a.jpg,W a.jpg,D a.jpg", ""),
        ("C a.jpg,W a.jpg,+10,D a.jpg", "a.jpg | a.jpg"),
        ("C a.jpg", "a.jpg?"),
        ("C a.jpg,+11000,W a.jpg", "a.jpg? | a.jpg"),
        // Renames
        ("F a.jpg 1,T b.jpg 1", "a.jpg>b.jpg a.jpg b.jpg"),
        ("F a.jpg 1,T s/a.jpg 1", "a.jpg>s/a.jpg a.jpg s/a.jpg"),
        ("F a.jpg 1,F c.jpg 2,T b.jpg 1,T d.jpg 2", "a.jpg>b.jpg c.jpg>d.jpg a.jpg b.jpg c.jpg d.jpg"),
        ("F p.jpg 1,C q.jpg,W q.jpg", "q.jpg | p.jpg"),
        ("T p.jpg 1", "p.jpg"),
        ("F a.jpg 1,T b.jpg 1,F b.jpg 2,T c.jpg 2", "a.jpg>b.jpg b.jpg>c.jpg a.jpg b.jpg c.jpg"),
        ("F a.jpg 1,T b.jpg 1,D b.jpg", "a.jpg>b.jpg a.jpg | b.jpg"),
        (
            "F a.jpg 1,T t.jpg 1,F b.jpg 2,T a.jpg 2,F t.jpg 3,T b.jpg 3",
            "a.jpg>t.jpg b.jpg>a.jpg t.jpg>b.jpg a.jpg b.jpg t.jpg"
        ),
        ("F a.jpg 1,T t~ 1,F b.jpg 2,T a.jpg 2,F t~ 3,T b.jpg 3", "a.jpg>t~ b.jpg>a.jpg t~>b.jpg a.jpg b.jpg"),
        ("C a.jpg,W a.jpg,F a.jpg 1,T b.jpg 1", "b.jpg"),
        ("W a.jpg,F a.jpg 1,T b.jpg 1", "a.jpg>b.jpg a.jpg b.jpg"),
        ("D a.jpg,C a.jpg,W a.jpg,F a.jpg 1,T b.jpg 1", "b.jpg | a.jpg"),
        // Saves by way of another file
        ("C .p.jpg.tmp,W .p.jpg.tmp,F .p.jpg.tmp 1,T p.jpg 1", "p.jpg"),
        ("C .p.jpg.tmp,+300,W .p.jpg.tmp,+300,F .p.jpg.tmp 1,T p.jpg 1", "p.jpg"),
        ("F p.jpg 1,T p.jpg~ 1,C p.jpg,W p.jpg,D p.jpg~", "p.jpg"),
        ("F p.jpg 1,T p.jpg~ 1,+300,C p.jpg,+3000,W p.jpg,+300,D p.jpg~", "p.jpg"),
        ("C p.jpg_exiftool_tmp,W p.jpg_exiftool_tmp,A p.jpg_exiftool_tmp,F p.jpg_exiftool_tmp 1,T p.jpg 1", "p.jpg"),
        (
            "C p.jpg_exiftool_tmp,W p.jpg_exiftool_tmp,F p.jpg 1,T p.jpg_original 1,F p.jpg_exiftool_tmp 2,T p.jpg 2",
            "p.jpg"
        ),
        ("C 4913,W 4913,D 4913,F p.jpg 1,T p.jpg~ 1,C p.jpg,W p.jpg,A p.jpg,D p.jpg~", "p.jpg"),
        ("C .goutputstream-AB12CD,W .goutputstream-AB12CD,F .goutputstream-AB12CD 1,T p.jpg 1", "p.jpg"),
        (
            "C .goutputstream-AB12CD,W .goutputstream-AB12CD,F p.jpg 2,T p.jpg~ 2,F .goutputstream-AB12CD 1,T p.jpg 1",
            "p.jpg"
        ),
        ("C .p.jpg.Xa81bQ,+5000,A .p.jpg.Xa81bQ,W .p.jpg.Xa81bQ,A .p.jpg.Xa81bQ,F .p.jpg.Xa81bQ 1,T p.jpg 1", "p.jpg"),
        ("C .p.jpg.abcdef,W .p.jpg.abcdef,F .p.jpg.abcdef 1,T p.jpg 1,A p.jpg", "p.jpg"),
        ("C p.jpg.a8XbQ2,W p.jpg.a8XbQ2,F p.jpg.a8XbQ2 1,T p.jpg 1", "p.jpg"),
        ("C sedAbCd12,W sedAbCd12,F sedAbCd12 1,T p.jpg 1", "p.jpg"),
        ("C p.jpg.part,+20000,W p.jpg.part,F p.jpg.part 1,T p.jpg 1", "p.jpg"),
        ("D p.jpg,C p.jpg,W p.jpg", "p.jpg"),
        ("D p.jpg,+10,C p.jpg,+400,W p.jpg", "p.jpg"),
        ("F p.jpg 1,T p.jpg.bak 1,C p.jpg,W p.jpg", "p.jpg"),
        // What stays under a name that looks passing
        ("C .p.jpg.Xa81bQ,W .p.jpg.Xa81bQ", ".p.jpg.Xa81bQ"),
        ("F p.jpg 1,T p.jpg~ 1", "p.jpg"),
        ("F p.jpg 1,T p.jpg~ 1,+100,F p.jpg~ 2,T p.jpg 2", "p.jpg>p.jpg~ p.jpg~>p.jpg p.jpg"),
        // Directories
        ("C/ d", "d/"),
        ("C/ d,C d/a.jpg,W d/a.jpg", "d/a.jpg d/"),
        ("D/ d", "d/"),
        ("D d/a.jpg,D d/b.jpg,D/ d", "d/"),
        ("C/ d,C d/a.jpg,D d/a.jpg,D/ d", ""),
        ("F/ d 1,T/ e 1", "d>e"),
        ("C d/a.jpg,W d/a.jpg,F/ d 1,T/ e 1", "d>e e/a.jpg"),
        ("C d/a.jpg,F/ d 1,T/ e 1,+5,W e/a.jpg", "d>e | e/a.jpg"),
        ("C/ d,C/ d/s,C d/s/a.jpg,F/ d 1,T/ e 1,W e/s/a.jpg", "e/s/a.jpg e/ e/s/"),
        ("F/ d 1", "d/"),
        ("F/ d 1,T/ e 1,F e/a.jpg 2,T b.jpg 2", "d>e e/a.jpg>b.jpg b.jpg e/a.jpg"),
        ("F d/a.jpg 2,F/ d 1,T/ e 1,T b.jpg 2", "d>e e/a.jpg>b.jpg b.jpg e/a.jpg"),
        ("F/ a 1,T/ b 1,F/ b 2,T/ c 2", "a>b b>c"),
        ("A/ d", "d/"),
        // Rescans and roots
        ("C d/a.jpg,W d/a.jpg,R d", "d*"),
        ("R d,R d/e,R ", "*"),
        ("R,C a.jpg,W a.jpg", "a.jpg *"),
        ("C a.jpg,W a.jpg,F b.jpg 1,T c.jpg 1,G", "-0"),
        ("G,B,R", "* +0"),
        // Stories that once ended wrong
        ("F a.jpg 1,T .a.jpg.Xy12Zq 1,C a.jpg,D .a.jpg.Xy12Zq", "a.jpg>.a.jpg.Xy12Zq .a.jpg.Xy12Zq a.jpg?"),
        ("C h.jpg,F a.jpg 1,T h.jpg 1,D h.jpg", "a.jpg>h.jpg a.jpg | h.jpg"),
        ("C/ e,F a.jpg 1,T e/h.jpg 1,F/ e 2,T/ f 2", "a.jpg>e/h.jpg e>f a.jpg f/h.jpg f/"),
        ("C/ b,F/ e 1,T/ b/c 1,F/ b 2", "e>b/c | b/"),
        ("C/ c,C c/a.jpg,W c/a.jpg,F/ b 1,T/ c 1", "b>c c/a.jpg c/"),
    ])
    func tells(_ story: String, _ expected: String) {
        let script = CoalescerScript.play(story)
        #expect(script.told == expected, "\(story)")
        #expect(script.coalescer.isSettled && script.coalescer.deadline == nil)
    }

    @Test func pairsAcrossRoots() {
        var coalescer = EventCoalescer()
        let now = MonotonicTime(nanoseconds: 0)
        let name = FileName("a.jpg")
        coalescer.add(
            [
                .entry(.movedFrom(cookie: 7), directory: RootedPath(root: 0), name: name, isDirectory: false),
                .entry(.movedTo(cookie: 7), directory: RootedPath(root: 1), name: name, isDirectory: false),
            ], at: now)
        let changes = coalescer.take(at: now, isUrgent: true)
        #expect(changes?.moves.first?.from.root == 0)
        #expect(changes?.moves.first?.to == RootedPath(root: 1, path: name))
    }

    @Test func holdsTheFileBackWhileItIsPutAside() {
        var script = CoalescerScript()
        for words in [["F", "p.jpg", "1"], ["T", "p.jpg~", "1"], ["+", "100"], ["C", "p.jpg"]] { script.step(words) }
        script.wait(.seconds(1))
        #expect(script.batches.isEmpty)
        script.step(["W", "p.jpg"])
        script.wait(.milliseconds(5))
        #expect(script.told == "p.jpg")
    }

    @Test func otherFilesDoNotWaitForASave() {
        let script = CoalescerScript.play("F p.jpg 1,T p.jpg~ 1,F a.jpg 2,T b.jpg 2,+50")
        #expect(script.told == "a.jpg>b.jpg a.jpg b.jpg | p.jpg")
    }

    @Test func aSingleChangeComesOutWithinMilliseconds() {
        for word in ["W a.jpg", "F a.jpg 1,T b.jpg 1", "C .t.tmp,W .t.tmp,F .t.tmp 3,T a.jpg 3"] {
            #expect(CoalescerScript.play(word).batches.first?.milliseconds ?? 99 <= 5)
        }
        let later = CoalescerScript.play("W a.jpg,+1000,W a.jpg,+1000,W a.jpg")
        #expect(later.batches.map(\.milliseconds) == [2, 1_002, 2_002])
    }

    @Test func aStormComesOutInBatches() {
        var script = CoalescerScript()
        for number in 0..<5_000 {
            script.step(["C", "d/\(number).jpg"])
            script.step(["W", "d/\(number).jpg"])
            script.wait(.milliseconds(1))
        }
        script.wait(.seconds(1))
        #expect(script.batches.reduce(0) { $0 + $1.changes.files.count } == 5_000)
        #expect(script.batches.count < 32)
        let gaps = zip(script.batches.dropFirst(), script.batches).map { $0.milliseconds - $1.milliseconds }
        #expect(gaps.max() ?? 0 <= 251)
    }

    @Test func tooManyFilesBecomeAListing() {
        var script = CoalescerScript()
        for number in 0..<12_000 { script.step(["C", "d/\(number).jpg"]) }
        script.wait(.milliseconds(500))
        #expect(script.told == "d/")
    }

    @Test func tooMuchBecomesARescan() {
        var script = CoalescerScript()
        for number in 0..<60_000 { script.step(["C", "\(number / 100)/\(number).jpg"]) }
        script.take(isUrgent: true)
        #expect(script.told == "*")
    }

    @Test func looksAgainAtWhatIsNotWhole() {
        var script = CoalescerScript()
        let path = RootedPath(root: 0, path: FileName("a.jpg"))
        var coalescer = script.coalescer
        #expect(coalescer.lookAgain(at: path, .found, now: script.now) == path)
        #expect(coalescer.isSettled)
        #expect(coalescer.deadline == script.now + .seconds(1))
        let changes = coalescer.take(at: script.now + .milliseconds(1_003), isUrgent: true)
        #expect(changes?.unfinished == [path: .found])
        script.wait(.zero)
    }

    @Test func looksAgainWhereTheDirectoryWent() {
        let script = CoalescerScript.begun("F/ a 1,T/ b 1,F/ b 2,T/ c/d 2")
        let now = script.now
        var coalescer = script.coalescer
        let there = RootedPath(root: 0, path: FileName("c/d/x.jpg"))
        #expect(coalescer.lookAgain(at: RootedPath(root: 0, path: FileName("a/x.jpg")), .found, now: now) == there)
        let changes = coalescer.take(at: now + .milliseconds(1_003), isUrgent: true)
        #expect(changes?.unfinished == [there: .found])
    }

    @Test(arguments: [
        (0.5, Stillness.found, false), (1.5, .found, true), (1.5, .open, false), (11, .open, true), (-5, .found, true),
    ])
    func knowsStillFiles(_ age: Double, _ stillness: Stillness, _ isWhole: Bool) {
        let now = Timestamp(seconds: 1_000_000)
        let modified = Timestamp(nanoseconds: now.nanoseconds - Int64(age * 1e9))
        let stamp = FileStamp(device: 1, inode: 1, size: 1, modified: modified, changed: now)
        #expect(stillness.isWhole(stamp, now: now) == isWhole)
    }
}
