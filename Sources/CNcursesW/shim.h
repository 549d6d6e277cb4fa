#pragma once
// The functions of ncursesw that Swift cannot import: variadic macros, casts, globals, wide
// characters.
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <langinfo.h>
#include <locale.h>
#if __has_include(<ncursesw/curses.h>)
#include <ncursesw/curses.h>
#else
#include <curses.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

static inline WINDOW *nv_stdscr(void) { return stdscr; }
static inline WINDOW *nv_curscr(void) { return curscr; }
static inline WINDOW *nv_newscr(void) { return newscr; }
static inline attr_t nv_plain(void) { return A_NORMAL; }
static inline attr_t nv_bold(void) { return A_BOLD; }
static inline attr_t nv_dim(void) { return A_DIM; }
static inline attr_t nv_underline(void) { return A_UNDERLINE; }
static inline attr_t nv_reverse(void) { return A_REVERSE; }
static inline int nv_colours(void) { return COLORS; }
static inline void nv_attrset(attr_t attributes, short pair) {
    (void)attr_set(attributes, pair, NULL);
}
static inline int nv_move_add(WINDOW *window, int row, int column, const char *text) {
    return mvwaddnstr(window, row, column, text, -1);
}
// Returns a file in memory, closed on exec; -1 if the system does not support it. The system call
// is used, because glibc declares the function only for _GNU_SOURCE.
static inline int nv_open_memory(const char *name) {
#ifdef SYS_memfd_create
    return (int)syscall(SYS_memfd_create, name, 1U);
#else
    (void)name;
    return -1;
#endif
}
// Restores the size of the current screen's windows; returns 1 if a window had another size.
static inline int nv_restore_size(int rows, int columns) {
    WINDOW *windows[] = {stdscr, curscr, newscr};
    int restored = 0;
    for (int i = 0; i < 3; i++) {
        if (getmaxy(windows[i]) == rows && getmaxx(windows[i]) == columns) continue;
        (void)wresize(windows[i], rows, columns);
        restored = 1;
    }
    return restored;
}
static inline void nv_repaint_all(void) { (void)clearok(curscr, TRUE); }
