import CSQLite
import Platform

/// A prepared statement. Parameters are bound, and columns are read, one after the other from the first.
final class SQLiteStatement {
    private let handle: OpaquePointer
    private unowned let connection: SQLiteConnection
    private var parameter: CInt = 0
    private var column: CInt = 0

    /// Takes over a prepared statement.
    init(_ handle: OpaquePointer, connection: SQLiteConnection) {
        self.handle = handle
        self.connection = connection
    }

    /// Ends the statement's life; the connection does this before it closes.
    func finalize() { sqlite3_finalize(handle) }

    /// Makes the statement ready to be bound anew.
    func reset() {
        sqlite3_reset(handle)
        parameter = 0
    }

    /// Goes to the next row; false where there is none.
    func step() throws -> Bool {
        column = 0
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        guard code == SQLITE_DONE else {
            let failure = connection.failure(code)
            reset()
            throw failure
        }
        return false
    }

    /// Runs a statement that gives no rows.
    func run() throws {
        defer { reset() }
        _ = try step()
    }

    private func check(_ code: CInt) { precondition(code == SQLITE_OK, "no such parameter") }

    private func next() -> CInt {
        parameter += 1
        return parameter
    }

    /// Binds a whole number, or NULL.
    func bind(_ number: Int64?) {
        guard let number else { return bindNull() }
        check(sqlite3_bind_int64(handle, next(), number))
    }

    /// Binds a whole number, or NULL.
    func bind(_ number: Int?) { bind(number.map(Int64.init)) }

    /// Binds true or false.
    func bind(_ flag: Bool) { bind(flag ? 1 : Int64(0)) }

    /// Binds a number, or NULL.
    func bind(_ number: Double?) {
        guard let number else { return bindNull() }
        check(sqlite3_bind_double(handle, next(), number))
    }

    /// Binds text, or NULL.
    func bind(_ text: String?) {
        guard var text else { return bindNull() }
        let index = next()
        text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) {
                check(csqlite_bind_text(handle, index, $0.baseAddress, CInt($0.count)))
            }
        }
    }

    /// Binds bytes, or NULL.
    func bind(_ bytes: [UInt8]?) {
        guard let bytes else { return bindNull() }
        let index = next()
        bytes.withUnsafeBytes { check(csqlite_bind_blob(handle, index, $0.baseAddress, CInt($0.count))) }
    }

    private func bindNull() { check(sqlite3_bind_null(handle, next())) }

    private func nextColumn() -> CInt {
        defer { column += 1 }
        return column
    }

    /// Reads a whole number; 0 for NULL.
    func int64() -> Int64 { sqlite3_column_int64(handle, nextColumn()) }

    /// Reads a whole number.
    func int() -> Int { Int(int64()) }

    /// Reads true or false.
    func bool() -> Bool { int64() != 0 }

    /// Reads a whole number, or nil for NULL.
    func int64OrNil() -> Int64? {
        let index = nextColumn()
        return sqlite3_column_type(handle, index) == SQLITE_NULL ? nil : sqlite3_column_int64(handle, index)
    }

    /// Reads a whole number, or nil for NULL.
    func intOrNil() -> Int? { int64OrNil().map(Int.init) }

    /// Reads a number, or nil for NULL.
    func doubleOrNil() -> Double? {
        let index = nextColumn()
        return sqlite3_column_type(handle, index) == SQLITE_NULL ? nil : sqlite3_column_double(handle, index)
    }

    /// Reads text, or nil for NULL.
    func textOrNil() -> String? {
        let index = nextColumn()
        guard let start = sqlite3_column_text(handle, index) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, index))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Reads bytes; none for NULL.
    func bytes() -> [UInt8] {
        let index = nextColumn()
        guard let start = sqlite3_column_blob(handle, index) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index))))
    }
}
