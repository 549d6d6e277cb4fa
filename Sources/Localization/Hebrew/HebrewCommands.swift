internal import Imaging
internal import PhotoCatalog
internal import Settings
internal import TerminalProtocols

extension ProgramStrings {
    static let hebrew = ProgramStrings(
        noTerminal:
            "אין מסוף לציור. --print כותב תמונה ו־--plain כותב טקסט.",
        noThreads:
            "לא ניתן ליצור תהליכון. יש לסגור תוכניות או להגדיל את המגבלות (ר׳ ulimit -a).",
        noProc:
            "לא ניתן לקרוא את ‎/proc, והוא נחוץ. יש לעגן אותו או להריץ את nasa-view במקום שבו הוא גלוי.",
        fewDescriptors: {
            "לא ניתן לפתוח די קבצים (נחוצים \($0)). יש להגדיל את המגבלה (ר׳ ulimit -n)."
        },
        littleMemory: {
            "אין די מרחב כתובות (נחוצים \($0) MB). יש להגדיל את המגבלה (ר׳ ulimit -v)."
        },
        crashed: { log in
            "התוכנית קרסה. "
                + (log.map { "צעדיה האחרונים רשומים בקובץ \($0)." }
                    ?? "NASA_VIEW_LOG=FILE גורם לה לרשום את פעולותיה.")
        },
        outputFailed: { "לא ניתן לכתוב לפלט התקני: \"\($0)\"." })
}

extension CacheStrings {
    static let hebrew = CacheStrings(
        trouble: { trouble in
            switch trouble {
            case .diskFull: "הכונן מלא. תמונות חדשות אינן נשמרות במטמון."
            case .notWritable: "לא ניתן לכתוב לתיקיית המטמון. דבר לא נשמר בה."
            case .notOurs: "תיקיית המטמון שייכת למשתמש אחר. דבר לא נשמר בה."
            case .isLink: "תיקיית המטמון היא קישור. דבר לא נשמר בה."
            case .unusable(let reason): "לא ניתן להשתמש במטמון (\"\(reason)\"). דבר לא נשמר בו."
            }
        },
        archiveFailure: { failure in
            switch failure {
            case .noHomeFolder: "תיקיית הבית לא נמצאה. המועדפים וההיסטוריה אינם נשמרים."
            case .newerVersion:
                "המועדפים וההיסטוריה נשמרו ב־nasa-view חדש יותר. יש לעדכן את התוכנית."
            case .notOurs(let path):
                "המועדפים וההיסטוריה אינם נשמרים: \(path) שייך למשתמש אחר."
            case .isLink(let path):
                "המועדפים וההיסטוריה אינם נשמרים: \(path) הוא קישור."
            case .damagedAgain:
                "לא ניתן להשתמש במועדפים ובהיסטוריה (גם קובץ חדש פגום)."
            case .endless:
                "לא ניתן להשתמש במועדפים ובהיסטוריה (שאילתה אינה מסתיימת)."
            case .unusable(let reason): "לא ניתן להשתמש במועדפים ובהיסטוריה (\"\(reason)\")."
            }
        },
        archiveNotice: { notice in
            switch notice {
            case .wasReset(let path):
                "המועדפים וההיסטוריה היו פגומים ואופסו. הקובץ הישן: \(path)"
            }
        },
        offline: { "אין חיבור לשרת. מוצג מה שנשמר \($0)." },
        daysAgo: { $0 == 1 ? "לפני יום" : "לפני \(LocalStrings.hebrew.number($0)) ימים" },
        hoursAgo: { $0 == 1 ? "לפני שעה" : "לפני \($0) שעות" },
        minutesAgo: { $0 == 1 ? "לפני דקה" : "לפני \($0) דקות" },
        momentAgo: "לפני רגע")
}

extension CommandStrings {
    static let hebrew = CommandStrings(
        moreFailures: { "עוד \($0) נכשלו." },
        received: { "\($0) מתוך \($1)" },
        pixels: { "\($0) על \($1) פיקסלים" },
        more: { "\($0) מתוך \($1) תמונות. --search והמסננים שלו מצמצמים את הרשימה." },
        noFavourite: { "\($0) אינה במועדפים." },
        noSuchSize: { name, size, sizes in
            let list = sizes.isEmpty ? "אין" : sizes.joined(separator: ", ")
            return "\(name) אינה קיימת בגודל \"\(size)\". גדלים זמינים: \(list)."
        },
        noFolder: { "אין תיקייה בשם \($0)." },
        notWritable: { "לא ניתן לכתוב אל \($0). יש לבדוק את ההרשאות." },
        diskFull:
            "הכונן מלא. יש לפנות מקום ולנסות שוב: ההורדה תימשך.",
        outside: { "החלק המבוקש אינו בתוך \($0), שבה \($1) פיקסלים." },
        tooLargeForFormat: {
            "קובץ JPEG אינו יכול להיות רחב או גבוה מ־\($0) פיקסלים. יש לשמור כ־PNG."
        },
        tooMuchOfTiles: {
            "מתמונה המורכבת מאריחים אפשר לשמור בבת אחת עד \($0) מגה־פיקסל. יש להתקרב."
        },
        busy: { "תוכנית אחרת משתמשת ב־\($0)." },
        tooManyOfName: { "לא ניתן לשמור את \($0): יש יותר מדי קבצים בשם זה." },
        unusable: { "לא ניתן לשמור את \($0) (\($1))." },
        fileExists: { "הקובץ \($0) כבר קיים. --force מחליף אותו." })
}

extension ConfigurationStrings {
    static let hebrew = ConfigurationStrings(
        fault: { kind in
            switch kind {
            case .noName: "חסר כאן שם"
            case .noEquals: "חסר כאן ="
            case .noValue: "חסר כאן טקסט במירכאות, מספר או רשימה"
            case .openText: "חסרות מירכאות סוגרות"
            case .openList: "חסר ] או פסיק ברשימה זו"
            case .openTable: "חסר ]"
            case .unknownEscape: "רצף בריחה לא מוכר; לוכסן הפוך נכתב \\\\"
            case .leftover: "טקסט מיותר בסוף השורה"
            case .unsupported: "תחביר לא נתמך"
            case .twice(let name): "\(name) כבר הוגדר למעלה; המערכת מתעלמת משורה זו"
            case .tooLong: "הקובץ ארוך מדי"
            case .unreadable: "לא ניתן לקרוא את הקובץ; יש לבדוק את ההרשאות"
            case .unknownSetting(let name, let meant):
                "הגדרה לא מוכרת \"\(name)\"; \(meantOrAll(meant))"
            case .wrongValue(let name, let value, .words(let words)):
                "\(name): הערך \"\(value)\" לא מוכר; אפשר \(list(words))"
            case .wrongValue(let name, let value, .range(let range)):
                "\(name) חייב להיות \(range.lowerBound)–\(range.upperBound) (לא \(value))"
            case .wrongValue(let name, let value, .examples(let examples)):
                "\(name): הערך \"\(value)\" אינו תקין; אפשר למשל \(list(examples))"
            case .unknownAction(let name, let meant):
                "פעולה לא מוכרת \"\(name)\"; \(meantOrAll(meant))"
            case .unknownKey(let name): "מקש לא מוכר \"\(name)\"; ? ב־nasa-view מציג את כולם"
            case .keptKey(let name): "לא ניתן להקצות מחדש את המקש \(name)"
            }
        })

    private static func meantOrAll(_ meant: String?) -> String {
        meant.map { "האם הכוונה ל־\"\($0)\"?" } ?? "nasa-view config מציג את כולן"
    }

    private static func list(_ words: [String]) -> String {
        LocalStrings.hebrew.alternatives(words)
    }
}

extension KindStrings {
    static let hebrew = KindStrings(
        viewer: "במציג התמונות",
        comparison: "בהשוואת שתי תמונות, נוסף על מקשי המציג",
        library: "ברשימות וברשתות",
        detail: "בדף של תמונה")
}
