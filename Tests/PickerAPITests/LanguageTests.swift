import HTTPServing
import PhotoLibrary
import Platform
import Testing

@testable import PickerAPI

struct LanguageTests {
    @Test(arguments: [
        (nil, "en"), ("de", "de"), ("de-CH", "de"), ("DE-ch;q=0.9, en;q=0.1", "de"), ("zh", "zh-Hans"),
        ("zh-CN", "zh-Hans"), ("zh-TW", "zh-Hant"), ("zh-Hant-HK", "zh-Hant"), ("zh-HK", "zh-Hant"),
        ("pt, fr;q=0.8, es;q=0.7", "fr"), ("fr;q=0.2, es;q=0.7", "es"), ("ja;q=0", "en"), ("*", "en"), ("", "en"),
        ("x-klingon", "en"), ("-", "en"), ("de;q=x, es", "es"),
    ])
    func languageIsTheOneLikedBest(accept: String?, language: String) throws {
        let fields: HTTPFields = accept.map { ["Accept-Language": $0] } ?? [:]
        #expect(Language(try HTTPRequest(.get, "/", fields: fields)).rawValue == language)
    }

    @Test func everyTitleIsKnownInEveryLanguage() {
        for (key, words) in Titles.table {
            #expect(words.count == Language.allCases.count && words.allSatisfy { !$0.isEmpty }, "\(key)")
        }
        for album in SmartAlbum.allCases { #expect(Titles.table[album.rawValue] != nil, "\(album)") }
        for section in CollectionSection.Kind.allCases {
            #expect(Titles.table["section.\(section.rawValue)"] != nil, "\(section)")
        }
    }

    @Test func titlesVaryAndAreTagged() async throws {
        let api = try await TestAPI()
        try await api.add(FileName("a.jpg"))
        let german = try await api.get("/collections/recentlyAdded", ["Accept-Language": "de"])
        #expect(try TestAPI.object(german)["title"] as? String == "Zuletzt hinzugefügt")
        #expect(german.fields["Content-Language"] == "de")
        #expect(german.fields["Vary"]?.contains("Accept-Language") == true)
        let tag = try #require(german.fields["ETag"])
        let again = try await api.get("/collections/recentlyAdded", ["Accept-Language": "de", "If-None-Match": tag])
        #expect(again.status == 304)
        let english = try await api.get("/collections/recentlyAdded", ["If-None-Match": tag])
        #expect(english.status == 200)
        let changes = try await api.get("/changes?resource=collections", ["Accept-Language": "ja"])
        #expect(String(decoding: changes.bytes, as: UTF8.self).contains("最近追加した項目"))
    }
}
