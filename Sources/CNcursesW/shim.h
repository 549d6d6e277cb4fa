#pragma once
// What Swift cannot say of ncursesw: variadic macros, attributes made by casts, and globals.
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <ncursesw/curses.h>

static inline WINDOW *nv_stdscr(void) { return stdscr; }
static inline attr_t nv_plain(void) { return A_NORMAL; }
static inline attr_t nv_bold(void) { return A_BOLD; }
static inline attr_t nv_dim(void) { return A_DIM; }
static inline attr_t nv_reverse(void) { return A_REVERSE; }
static inline void nv_attrset(attr_t attributes) { (void)attrset(attributes); }
static inline int nv_move_add(int row, int column, const char *text) {
    return mvaddnstr(row, column, text, -1);
}
static inline void nv_repaint_all(void) { (void)clearok(curscr, TRUE); }
