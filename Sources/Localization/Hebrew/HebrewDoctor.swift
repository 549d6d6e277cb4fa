internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

extension DiagnosisStrings {
    static let hebrew = DiagnosisStrings(
        pictures: { "תמונות: \($0), \($1.string)." },
        picturesThrough: { "תמונות: \($0) דרך \($1), \($2.string)." },
        unknown: "תמונות: לא ידוע.",
        allColours: "כל הצבעים",
        colours: { "\($0) צבעים" },
        allWell: "הכול תקין.",
        notAsked: "המסוף לא נשאל.",
        noAnswer: "המסוף לא ענה.",
        advice: { advice in
            switch advice {
            case .startXtermAsVT340:
                "xterm מציג תמונות אם מפעילים אותו עם -ti vt340."
            case .openTmux:
                "כדי להציג תמונות ב־tmux יש לכתוב ב־tmux.conf: set -g allow-passthrough on"
            case .updateTmux:
                """
                גרסה זו של tmux מאבדת תמונות שעליה להעביר. tmux 3.8 ומעלה אינו מאבד; גם sixel שלו \
                עצמו פועל, אם נבנה איתו.
                """
            case .enableImagesInVSCode:
                """
                VS Code מציג תמונות אם בהגדרותיו כתוב "terminal.integrated.enableImages": true.
                """
            case .raiseXtermLimit(let limit):
                """
                התמונות מוגבלות ל־\(limit.width)x\(limit.height) פיקסלים. כדי להסיר את המגבלה יש \
                להפעיל את xterm עם -xrm 'XTerm*maxGraphicSize: 4096x4096'.
                """
            }
        },
        noPictures: """
            מסוף זה אינו מציג תמונות. אלה מציגים: kitty, Ghostty, Konsole, foot, WezTerm, iTerm2.
            """,
        noSandbox: "תמונות מפוענחות ללא ארגז חול.",
        noDecoder: "לא ניתן לפענח תמונות.",
        unasked: { failure in
            switch failure {
            case .noTerminal: "אין מסוף לשאול. ההמשך מבוסס על הסביבה בלבד."
            case .pipe:
                """
                הפלט מועבר בצינור אל תוכנית שאולי משתמשת במסוף, ולכן המסוף לא נשאל. ההמשך מבוסס על \
                הסביבה בלבד. עדיף לכתוב לקובץ: nasa-view doctor > report.md
                """
            case .background:
                "התוכנית פועלת ברקע, ולכן המסוף לא נשאל. ההמשך מבוסס על הסביבה בלבד."
            case .kind:
                """
                מסוף עם TERM כזה אינו נשאל, כי הוא עלול להציג את השאלות כטקסט. ההמשך מבוסס על \
                הסביבה בלבד.
                """
            }
        },
        sandbox: { status in
            switch status {
            case .holds:
                """
                תמונות מפוענחות בארגז חול שאינו יכול לפתוח קבצים, להשתמש ברשת או לשלוח אותות \
                לתהליכים אחרים (נבדק כעת).
                """
            case .open(let operations):
                """
                תמונות מפוענחות בתהליכים נפרדים, אך מערכת זו אינה מבודדת אותם. בבדיקה אחד מהם יכול \
                היה \(operations.map(name).joined(separator: ", ")).
                """
            case .broken:
                """
                תמונות מפוענחות בתהליכים נפרדים, אך אף אחד מהם לא הופעל. לא ניתן להציג תמונות עד \
                שיתפנו במערכת זיכרון וקבצים פתוחים.
                """
            case .none:
                """
                תמונות מפוענחות בתוכנית עצמה כי מערכת זו אינה מציעה לכך תהליכים נפרדים. אם מפענח \
                קורס, התוכנית מסתיימת.
                """
            }
        },
        multiplexer: .hebrew)

    private static func name(_ operation: SandboxStatus.ForbiddenOperation) -> String {
        switch operation {
        case .openFiles: "לפתוח קבצים"
        case .useNetwork: "להשתמש ברשת"
        case .signalProcesses: "לשלוח אותות לתהליכים"
        }
    }
}

extension MultiplexerAdvice {
    static let hebrew = MultiplexerAdvice(
        makeActive: { "מיקום החלונית לא ידוע. יש להפוך אותה לחלונית הפעילה של \($0)." },
        outsideIsPlain: { "המסוף שמחוץ ל־\($0) עונה, אך אינו מציג תמונות." },
        unknownPictures: {
            """
            \($0) אינו עוקב אחרי התמונות שהוא מעביר. Ctrl+L מצייר מחדש את מה שהוא כיסה.
            """
        },
        keptPictures: {
            """
            \($0) אינו עוקב אחרי התמונות שהוא מעביר. Ctrl+L מצייר מחדש את מה שהוא כיסה; בחלונות \
            אחרים kitty ממשיך להציג את התמונות.
            """
        },
        textPictures: {
            """
            עבור \($0) תמונות הן טקסט (תווי Unicode שומרי מקום): הוא עצמו מזיז, חותך ומצייר אותן.
            """
        },
        tmuxIsClosed: """
            tmux אינו מעביר דבר למסוף החיצוני. עם `set -g allow-passthrough on` ב־tmux.conf יכול אותו \
            מסוף להציג תמונות; גרסאות חדשות של tmux מציירות sixel בעצמן.
            """,
        tmuxIsSilent: "tmux לא דיווח היכן החלונית, ולכן לא נשלחות דרכו תמונות.",
        screenIsSilent: "המסוף שמחוץ ל־GNU screen לא ענה.")
}
