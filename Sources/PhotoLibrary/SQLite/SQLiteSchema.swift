/// How the tables are laid out, and the steps from each layout to the next.
///
/// `PRAGMA user_version` is the number of steps that were taken. A step never changes once it has been released.
/// Instants are nanoseconds since 1970 UTC; names are blobs, since they are in no known encoding; unsigned numbers of 64
/// bits are kept with the same bits.
enum SQLiteSchema {
    /// The steps, the first from an empty database.
    static let migrations = [
        """
        CREATE TABLE library (
            onlyRow INTEGER PRIMARY KEY CHECK (onlyRow = 1),
            id INTEGER NOT NULL,
            created INTEGER NOT NULL,
            program TEXT NOT NULL,         -- what opened it last
            version INTEGER NOT NULL,
            greatestID INTEGER NOT NULL    -- no number up to here is given again
        );
        CREATE TABLE folders (
            id INTEGER PRIMARY KEY,
            parent INTEGER,                -- NULL for a root
            name BLOB NOT NULL,            -- the absolute path for a root
            device INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            isOnline INTEGER NOT NULL
        );
        CREATE INDEX foldersByParent ON folders (parent);
        CREATE TABLE assets (
            id INTEGER PRIMARY KEY,
            folder INTEGER NOT NULL,
            revision INTEGER NOT NULL,     -- the version that changed it last
            mediaType INTEGER NOT NULL,
            mediaSubtypes INTEGER NOT NULL,
            width INTEGER, height INTEGER,
            duration INTEGER,              -- nanoseconds
            takenSeconds INTEGER,          -- on the wall, since 1970-01-01 00:00:00 there
            takenNanosecond INTEGER,
            takenOffset INTEGER,           -- minutes ahead of UTC
            takenSource TEXT,              -- NULL without a capture date
            added INTEGER NOT NULL,
            latitude REAL, longitude REAL, altitude REAL,
            make TEXT, model TEXT, lens TEXT,
            isFavorite INTEGER NOT NULL, isHidden INTEGER NOT NULL,
            rating INTEGER, title TEXT, caption TEXT,
            keywords BLOB,                 -- count, then length and UTF-8 of each
            burst TEXT,
            removed INTEGER                -- when; such an asset is a tombstone
        );
        CREATE INDEX removedAssets ON assets (removed) WHERE removed IS NOT NULL;
        CREATE TABLE resources (
            asset INTEGER NOT NULL,
            ordinal INTEGER NOT NULL,      -- 0 is the main file
            id INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            folder INTEGER NOT NULL,
            name BLOB NOT NULL,
            device INTEGER NOT NULL, inode INTEGER NOT NULL,
            size INTEGER NOT NULL, modified INTEGER NOT NULL, changed INTEGER NOT NULL,
            fingerprintHigh INTEGER, fingerprintLow INTEGER,
            contentType TEXT,
            state INTEGER NOT NULL,
            problems BLOB,                 -- count, then code and detail of each as length and UTF-8
            isRemoved INTEGER NOT NULL,    -- whether its asset is a tombstone
            PRIMARY KEY (asset, ordinal)
        ) WITHOUT ROWID;
        CREATE INDEX resourcesByFolder ON resources (folder) WHERE isRemoved = 0;
        CREATE INDEX pendingResources ON resources (asset) WHERE state = 0 AND ordinal = 0 AND isRemoved = 0;
        CREATE INDEX removedResources ON resources (size) WHERE isRemoved = 1;
        CREATE TABLE changes (
            version INTEGER PRIMARY KEY,
            date INTEGER NOT NULL,
            payload BLOB NOT NULL          -- see ChangePayload
        );
        """,
        """
        DROP TABLE changes;
        CREATE TABLE changes (
            version INTEGER PRIMARY KEY,
            date INTEGER NOT NULL,
            size INTEGER NOT NULL,         -- how many assets and folders it touched
            payload BLOB NOT NULL          -- see ChangePayload
        );
        """,
        """
        DROP INDEX resourcesByFolder;
        CREATE INDEX resourcesByFolder ON resources (folder, name) WHERE isRemoved = 0;
        CREATE INDEX resourcesByInode ON resources (inode) WHERE isRemoved = 0;
        """,
        """
        CREATE TABLE memberships (
            asset INTEGER PRIMARY KEY,
            owner INTEGER NOT NULL,        -- the asset that is shown for it
            kind INTEGER NOT NULL,
            rule TEXT NOT NULL,
            evidence TEXT NOT NULL
        );
        CREATE INDEX membershipsByOwner ON memberships (owner);
        CREATE INDEX assetsByBurst ON assets (folder, burst) WHERE burst IS NOT NULL;
        """,
        """
        ALTER TABLE assets ADD COLUMN contentIdentifier TEXT;
        ALTER TABLE assets ADD COLUMN motionStart INTEGER;
        ALTER TABLE assets ADD COLUMN motionEnd INTEGER;
        ALTER TABLE assets ADD COLUMN videoCodec TEXT;   -- NULL for what is no video, as the four below
        ALTER TABLE assets ADD COLUMN audioCodec TEXT;
        ALTER TABLE assets ADD COLUMN pixelFormat TEXT;
        ALTER TABLE assets ADD COLUMN frameRate REAL;
        ALTER TABLE assets ADD COLUMN captureRate REAL;
        ALTER TABLE assets ADD COLUMN exposureTime REAL; -- seconds
        CREATE INDEX assetsByContentIdentifier ON assets (contentIdentifier) WHERE contentIdentifier IS NOT NULL;
        """,
        """
        CREATE TABLE selections (
            id INTEGER PRIMARY KEY,
            version INTEGER NOT NULL,
            state INTEGER NOT NULL,
            created INTEGER NOT NULL,
            ended INTEGER,                 -- NULL while it is open
            expires INTEGER,
            callback TEXT,
            metadata BLOB,                 -- JSON as the caller gave it
            rules BLOB NOT NULL            -- SelectionRules as JSON
        );
        CREATE TABLE selectionItems (
            selection INTEGER NOT NULL,
            asset INTEGER NOT NULL,
            payload BLOB NOT NULL,         -- see SelectionPayload
            PRIMARY KEY (selection, asset)
        ) WITHOUT ROWID;
        CREATE TABLE selectionChanges (
            selection INTEGER NOT NULL,
            version INTEGER NOT NULL,      -- that it led to
            payload BLOB NOT NULL,         -- see SelectionPayload
            PRIMARY KEY (selection, version)
        ) WITHOUT ROWID;
        """,
        """
        ALTER TABLE assets ADD COLUMN decodedSubtypes INTEGER NOT NULL DEFAULT 0;
        UPDATE assets SET decodedSubtypes = mediaSubtypes & 51;  -- panorama, hdr, animated, raw
        """,
        """
        ALTER TABLE assets ADD COLUMN details BLOB;      -- see MediaDetails
        ALTER TABLE assets ADD COLUMN readerVersion INTEGER NOT NULL DEFAULT 0;
        """,
        """
        ALTER TABLE selections ADD COLUMN secret BLOB;   -- what messages about it are signed with
        CREATE TABLE selectionDeliveries (
            selection INTEGER PRIMARY KEY, -- may be forgotten already
            url TEXT NOT NULL,
            secret BLOB NOT NULL,
            body BLOB NOT NULL,
            created INTEGER NOT NULL,
            state INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            lastAttempt INTEGER,
            nextAttempt INTEGER,           -- NULL where there is none
            lastStatus INTEGER,
            lastFailure TEXT
        );
        """,
        """
        CREATE TABLE selectionFacts (
            selection INTEGER NOT NULL,
            asset INTEGER NOT NULL,
            facts BLOB NOT NULL,           -- of the asset when the selection was completed, as the caller gave them
            PRIMARY KEY (selection, asset)
        ) WITHOUT ROWID;
        """,
    ]

    /// Takes the steps that are missing.
    /// - Parameter migrations: all steps that the program knows.
    /// - Throws: `CatalogueError.newerThanProgram` where more were taken than the program knows.
    static func migrate(_ connection: SQLiteConnection, migrations: [String] = migrations) throws {
        let taken = Int(try connection.number("PRAGMA user_version") ?? 0)
        guard taken <= migrations.count else {
            throw CatalogueError.newerThanProgram(
                found: taken, known: migrations.count, madeBy: program(connection) ?? "unknown")
        }
        for step in taken..<migrations.count {
            try connection.transaction("BEGIN IMMEDIATE") {
                try connection.execute(migrations[step])
                try connection.execute("PRAGMA user_version = \(step + 1)")
            }
        }
    }

    private static func program(_ connection: SQLiteConnection) -> String? {
        guard let statement = try? connection.statement("SELECT program FROM library") else { return nil }
        defer { statement.reset() }
        guard (try? statement.step()) == true else { return nil }
        return statement.textOrNil()
    }
}
