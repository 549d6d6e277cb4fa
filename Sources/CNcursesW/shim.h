#pragma once
// What Swift cannot say of ncursesw: variadic macros, attributes made by casts, globals, wide cells.
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <ncursesw/curses.h>
#include <ncursesw/term.h>
#include <stdio.h>
#include <sys/types.h>
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
static inline attr_t nv_reverse(void) { return A_REVERSE; }
static inline int nv_colours(void) { return COLORS; }
static inline void nv_attrset(attr_t attributes, short pair) {
    (void)attr_set(attributes, pair, NULL);
}
static inline int nv_move_add(WINDOW *window, int row, int column, const char *text) {
    return mvwaddnstr(window, row, column, text, -1);
}
// A file in memory, closed in processes that are started; -1 where there are none such. By its number:
// glibc declares it for _GNU_SOURCE alone, which other modules' headers were read without.
static inline int nv_open_memory(const char *name) {
#ifdef SYS_memfd_create
    return (int)syscall(SYS_memfd_create, name, 1U);
#else
    (void)name;
    return -1;
#endif
}
static inline void nv_repaint_all(void) { (void)clearok(curscr, TRUE); }
// Takes from ncurses whatever it could scroll with; after newterm, for the terminal that it began with.
static inline void nv_never_scroll(void) {
    change_scroll_region = NULL;
    scroll_forward = NULL;
    scroll_reverse = NULL;
    parm_index = NULL;
    parm_rindex = NULL;
    insert_line = NULL;
    delete_line = NULL;
    parm_insert_line = NULL;
    parm_delete_line = NULL;
}
