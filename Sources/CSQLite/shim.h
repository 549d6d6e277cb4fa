#pragma once
#include <sqlite3.h>

// Wrappers for SQLITE_TRANSIENT, a cast of -1 to a function pointer, which Swift cannot import.

static inline int csqlite_bind_text(sqlite3_stmt *statement, int place, const char *text, int length) {
    return sqlite3_bind_text(statement, place, text, length, SQLITE_TRANSIENT);
}

static inline int csqlite_bind_blob(sqlite3_stmt *statement, int place, const void *bytes, int length) {
    return sqlite3_bind_blob(statement, place, bytes, length, SQLITE_TRANSIENT);
}
