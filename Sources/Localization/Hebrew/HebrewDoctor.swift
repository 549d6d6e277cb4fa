internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

extension DoctorStrings {
    static let hebrew = DoctorStrings(
        verdict: .hebrew,
        headings: Headings(
            program: "תוכנית",
            version: "גרסה",
            environment: "סביבה",
            asked: "שאלה",
            answered: "תשובה",
            decided: "תוצאה",
            why: "סיבה"),
        count: { "\($0) מתוך \($1) שאלות" },
        answered: { "המסוף ענה על \($0), על האחרונה אחרי \($1) ms." },
        timedOut: { "המסוף ענה בתוך \($1) ms על \($0), אך לא על האחרונה." },
        notAsked: { failure in
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
        query: { query in
            switch query {
            case .version: "שם וגרסה (XTVERSION)"
            case .secondaryAttributes: "סוג המסוף (DA2)"
            case .sixelGeometry: "גודל sixel הנוכחי"
            case .cellPixels: "גודל תא בפיקסלים (16t)"
            case .textAreaPixels: "אזור הטקסט בפיקסלים (14t)"
            case .synchronizedUpdates: "עדכונים מסונכרנים (mode 2026)"
            case .mousePixels: "עכבר בפיקסלים (mode 1016)"
            case .resizeReports: "דיווח על שינוי גודל (mode 2048)"
            case .colourSchemeReports: "דיווח על בהיר/כהה (mode 2031)"
            case .visibilityReports: "דיווח על נראות (mode 2033)"
            case .background: "צבע הרקע (OSC 11)"
            case .primaryAttributes: "יכולות (DA1)"
            case .kittyGraphics, .sixelLimit, .sixelRegisters, .keyboard:
                DoctorText.code(of: query)
            }
        },
        topic: { topic in
            switch topic {
            case .terminal: "מסוף"
            case .window: "חלון"
            case .cell: "גודל תא"
            case .graphics: "תמונות"
            case .passage: "העברה הלאה"
            case .registers: "אוגרי sixel"
            case .pictureLimit: "מגבלת sixel"
            case .colours: "צבעי טקסט"
            case .synchronizedUpdates: "עדכון מסונכרן"
            case .keyboard: "מקלדת kitty"
            case .mousePixels: "עכבר בפיקסלים"
            case .resizeReports: "דיווח גודל"
            case .background: "רקע"
            case .colourSchemeReports: "בהיר או כהה"
            case .visibilityReports: "נראות"
            case .hyperlinks: "קישורים"
            case .progress: "מד התקדמות"
            case .rightToLeft: "הופך טקסט מימין לשמאל"
            }
        },
        setting: { setting in
            switch setting {
            case 0: "לא ידוע"
            case 1: "פועל"
            case 2: "כבוי"
            case 3: "תמיד פועל"
            case 4: "תמיד כבוי"
            default: "לא תקין"
            }
        },
        error: { "שגיאה \($0)" },
        yes: "כן",
        no: "לא",
        unknown: "לא ידוע",
        noneNamed: "לא דווח",
        bits: "24 סיביות",
        rightToLeft: { support in
            switch support {
            case .none: "לא"
            case .words: "כן, מילה אחר מילה"
            case .switched: "כן, עד שמכבים זאת"
            case .rows: "כן, שורות שלמות"
            }
        },
        cells: { "\($0)x\($1) תאים" },
        namesSixel: "DA1 מציין sixel (4)",
        namesNoSixel: "DA1 אינו מציין sixel (4)",
        answerTo: { "תשובה על " + $0 },
        noAnswerTo: { "אין תשובה על " + $0 },
        wasNotAsked: "לא נשאל",
        kernel: "הליבה (TIOCGWINSZ)",
        assumed: "הנחה (אין מידע)",
        measuredIn: { "ידוע על \($0)" },
        tried: "נוסה: הוא מציב חלקים של תמונות",
        quirks: { name in
            name.isEmpty ? "במסוף זה, ומובא בחשבון:" : "ב־\(name), ומובא בחשבון:"
        },
        quirk: hebrewQuirk,
        chart: { "עם \($0), כל ריבוע צריך להיות בצבע ששמו מעליו:" },
        multiplexer: .hebrew,
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
        unknownVersion: "לא ידועה",
        isSet: "מוגדר")

    private static func name(_ operation: SandboxStatus.ForbiddenOperation) -> String {
        switch operation {
        case .openFiles: "לפתוח קבצים"
        case .useNetwork: "להשתמש ברשת"
        case .signalProcesses: "לשלוח אותות לתהליכים"
        }
    }
}

extension VerdictStrings {
    static let hebrew = VerdictStrings(
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
        noDecoder: "לא ניתן לפענח תמונות.")
}

extension MultiplexerStrings {
    static let hebrew = MultiplexerStrings(
        pane: { "\($0), חלונית ב־\($1),\($2)" },
        fromOutside: ", המסוף החיצוני",
        namesSixel: "DA1 של המסוף החיצוני מציין sixel (4)",
        noAnswer: "אין תשובה מהמסוף החיצוני",
        answers: "תשובות מהמסוף החיצוני",
        noPlace: "מיקום החלונית לא ידוע",
        noPictures: "המסוף החיצוני אינו מציג תמונות",
        answered: { "דרך \($0) ענה המסוף החיצוני על \($1) מתוך \($2) שאלות:" },
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
        asText: { "\($0), כטקסט (תווי Unicode שומרי מקום)" },
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
