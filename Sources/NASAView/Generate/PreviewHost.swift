internal import ArgumentParser

/// A program that shows previews of files, and the configuration that makes it call nasa-view.
enum PreviewHost: String, CaseIterable, ExpressibleByArgument {
    case fzf, lf, ranger, vifm, nnn, yazi, less, mailcap, git, thumbnailer

    /// The configuration to paste, with the names of the files to which it belongs.
    ///
    /// Programs that show pictures only as characters, or read the pipe as text, get blocks.
    var lines: String {
        switch self {
        case .fzf: Self.fzfLines
        case .lf: Self.lfLines
        case .ranger: Self.rangerLines
        case .vifm: Self.vifmLines
        case .nnn: Self.nnnLines
        case .yazi: Self.yaziLines
        case .less: Self.lessLines
        case .mailcap: Self.mailcapLines
        case .git: Self.gitLines
        case .thumbnailer: Self.thumbnailerLines
        }
    }

    // fzf passes pictures to the terminal from version 0.44 on, and reports its lines from version
    // 0.46 on.
    private static let fzfLines = #"""
        # ~/.bashrc or ~/.zshrc. The last line of the preview stays free: pictures would scroll it.
        # The terminal's answers are used for a day: nasa-view doctor asks it again.
        export FZF_DEFAULT_OPTS="--preview 'nasa-view preview {} 2>/dev/null \
          --protocol \$([ \$FZF_LINES ] && echo auto || echo blocks) \
          --place \${FZF_PREVIEW_COLUMNS}x\$((FZF_PREVIEW_LINES - 1)) || cat {}'"

        """#

    private static let lfLines = #"""
        # ~/.config/lf/lfrc (in terminals with sixel also: set sixel true)
        set previewer ~/.config/lf/preview

        # ~/.config/lf/preview, an executable file. For sixel: --protocol sixel
        #!/bin/sh
        nasa-view preview "$1" --place "$2x$3" --protocol blocks 2>/dev/null
        [ $? -eq 3 ] && cat -- "$1"
        exit 0

        """#

    private static let rangerLines = #"""
        # ~/.config/ranger/rc.conf
        set use_preview_script true

        # ~/.config/ranger/scope.sh, in handle_image. With a protocol of pictures in rc.conf:
        #   nasa-view convert "$FILE_PATH" --fit 1024x1024 --to "$IMAGE_CACHE_PATH" --force && exit 6
        nasa-view preview "$FILE_PATH" --place "${PV_WIDTH}x${PV_HEIGHT}" --protocol blocks && exit 4

        """#

    private static let vifmLines = #"""
        " ~/.config/vifm/vifmrc. For sixel: --protocol sixel, and %pd at the end.
        fileviewer {*.jpg,*.jpeg,*.png,*.gif,*.webp,*.heic,*.avif,*.jxl,*.tif,*.tiff,*.jp2,*.fits},<image/*>
            \ nasa-view preview %c --place %pwx%ph --protocol blocks

        """#

    private static let nnnLines = #"""
        # ~/.bashrc or ~/.zshrc: for the plugin preview-tui.
        export NNN_PREVIEWIMGPROG='sh -c "nasa-view preview \"\$3\" --place \$1x\$2" -'

        """#

    private static let yaziLines = #"""
        # ~/.config/yazi/yazi.toml: formats that yazi does not decode, as text, by its plugin piper.
        [plugin]
        prepend_previewers = [
          { url = "*.fits", run = 'piper -- nasa-view preview "$1" --place "${w}x$h" --protocol blocks' },
          { url = "*.jp2", run = 'piper -- nasa-view preview "$1" --place "${w}x$h" --protocol blocks' },
        ]

        """#

    private static let lessLines = #"""
        # ~/.bashrc or ~/.zshrc
        export LESS=-R
        export LESSOPEN='|nasa-view preview %s --place ${COLUMNS:-80}x$((${LINES:-24} - 1)) --protocol blocks'

        """#

    private static let mailcapLines = #"""
        # ~/.mailcap
        image/*; nasa-view --print %s; test=test -t 1
        image/*; nasa-view --print --size 80x40 --protocol blocks %s; copiousoutput

        """#

    private static let gitLines = #"""
        # ~/.gitconfig; then: git difftool -t nasa-view
        [difftool "nasa-view"]
            cmd = nasa-view --compare "$LOCAL" "$REMOTE"

        """#

    private static let thumbnailerLines = #"""
        # ~/.local/share/thumbnailers/nasa-view.thumbnailer
        [Thumbnailer Entry]
        TryExec=nasa-view
        Exec=nasa-view convert %i --fit %sx%s --to %o --force
        MimeType=image/fits;image/jp2;image/jxl;image/tiff;image/x-portable-anymap;

        """#
}
