import Platform
import Testing

@testable import PhotoLibrary

@Suite struct FetchCursorTests {
    private static let places: [(FetchSort.Key, number: Int64, name: FileName)] = [
        (.taken, -5, FileName("a.jpg")), (.added, .max, FileName("")), (.size, 0, FileName("")),
        (.name, 0, FileName("")),
        (.name, 0, FileName(bytes: [0xFF, 0x41])), (.taken, .min, FileName(bytes: Array(repeating: 0xE9, count: 255))),
    ]

    @Test(arguments: places.indices, [true, false])
    func textGoesThereAndBack(index: Int, isAscending: Bool) {
        let (key, number, name) = Self.places[index]
        let sort = FetchSort(key, isAscending: isAscending)
        let place = SortPlace(number: number, name: name, id: AssetID(rawValue: 77))
        let cursor = FetchCursor(sort: sort, place: place)
        #expect(FetchCursor(cursor.description, sort: sort) == cursor)
        #expect(FetchCursor(cursor.description, sort: FetchSort(key, isAscending: !isAscending)) == nil)
        #expect(FetchCursor(cursor.description, sort: FetchSort(.modified, isAscending: isAscending)) == nil)
    }

    @Test func everyOneCharacterMistakeIsRefused() {
        let sort = FetchSort(.taken)
        let cursor = FetchCursor(sort: sort, place: SortPlace(number: 1, id: AssetID(rawValue: 77)))
        let text = Array(cursor.description)
        for place in text.indices {
            var wrong = text
            wrong[place] = wrong[place] == "A" ? "B" : "A"
            #expect(FetchCursor(String(wrong), sort: sort) == nil)
        }
    }

    @Test(arguments: ["", "AAAA", "a b", "=", "0", String(repeating: "A", count: 5000), "../../etc/passwd"])
    func garbageIsRefused(_ text: String) {
        for key in FetchSort.Key.allCases { #expect(FetchCursor(text, sort: FetchSort(key)) == nil) }
    }

    @Test(arguments: ["all", "recentlyAdded", "panoramas", "0000000000001"])
    func collectionTextGoesThereAndBack(_ text: String) { #expect(CollectionID(text)?.description == text) }

    @Test(arguments: ["", "All", "recentlyDeleted", "000000000000", "zzzzzzzzzzzzz"])
    func unknownCollectionsAreRefused(_ text: String) { #expect(CollectionID(text) == nil) }
}
