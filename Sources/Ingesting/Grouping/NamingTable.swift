import PhotoLibrary
import Platform

/// How phones, cameras and services name files that belong together: all that grouping knows of names.
///
/// Letters count as they stand: nobody who names files in series changes their case.
enum NamingTable {
    /// Names of edited forms.
    static let edited = [
        // iPhones, when photos are copied to a computer.
        NameRelation(derived: .init("IMG_E"), original: .init("IMG_"), isNumbered: true),
        // Google Photos, in what it gives out with Takeout.
        NameRelation(derived: .init("", "-edited"), original: .init(""), isNumbered: false),
    ]

    /// Names of raw data whose developed picture is not named the same.
    static let raw = [
        // Pixel phones; the second where the picture is a motion photo.
        NameRelation(
            derived: .init("PXL_", ".RAW-02.ORIGINAL"), original: .init("PXL_", ".RAW-01.COVER"), isNumbered: false),
        NameRelation(
            derived: .init("PXL_", ".RAW-02.ORIGINAL"), original: .init("PXL_", ".RAW-01.MP.COVER"), isNumbered: false),
    ]

    /// Names of pictures taken by one press; what is kept names the series.
    static let bursts = [
        // Google Camera on Nexus and Pixel phones.
        NamePattern("#####(IMG)_#####(_BURST+)*"),
        NamePattern("#####?(PORTRAIT)_#####(_BURST+)*"),
        // Huawei and Honor.
        NamePattern("(IMG_########_######_BURST)+*"),
        // Sony Xperia.
        NamePattern("DSC_+(_BURST+)*"),
        // Samsung: date, time, and the number in the series.
        NamePattern("(########_######)_###"),
    ]

    /// Names of the picture that a phone shows for a burst.
    static let covers = [NamePattern("*_COVER")]

    /// The series that a picture's name says it is of.
    static func burst(of stem: FileName) -> String? {
        for pattern in bursts {
            if let kept = pattern.match(stem) { return String(decoding: kept, as: UTF8.self) }
        }
        return nil
    }

    /// Whether a picture's name says that it stands for its burst.
    static func isCover(_ stem: FileName) -> Bool { covers.contains { $0.match(stem) != nil } }

    /// The stems of what an edited form may have been made of.
    static func originals(ofEdited stem: FileName) -> [FileName] { edited.compactMap { $0.original(of: stem) } }

    /// The stems of pictures that raw data may have been developed to, its own first.
    static func pictures(ofRaw stem: FileName) -> [FileName] { [stem] + raw.compactMap { $0.original(of: stem) } }

    /// The stems that files may have which belong to one of this stem by their names, its own first.
    static func relatives(of stem: FileName) -> [FileName] {
        [stem] + (edited + raw).flatMap { [$0.original(of: stem), $0.derived(of: stem)].compactMap(\.self) }
    }
}
