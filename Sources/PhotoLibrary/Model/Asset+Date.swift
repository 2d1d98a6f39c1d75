import Platform

extension Asset {
    /// The source of a date that the file's name tells.
    public static let nameDateSource = "file:name"
    /// The source of the last resort for a date: when the content last changed.
    public static let modifiedDateSource = "file:modified"

    /// Takes the date of the name, else that of the content's last change, an instant and so shown in UTC: for files that
    /// tell none themselves.
    public mutating func takeDateOfFile() {
        let file = primary
        if let (time, precision) = DateNames.date(in: file.filename) {
            captureDate = CaptureDate(time: time, source: Self.nameDateSource)
            details[.datePrecision] = precision
        } else {
            captureDate = TakenTime(file.stamp.modified).wallTime(offsetMinutes: 0).map {
                CaptureDate(time: $0, source: Self.modifiedDateSource)
            }
            details[.datePrecision] = captureDate.map { $0.time.nanosecond > 0 ? "fraction" : "second" }
        }
    }
}
