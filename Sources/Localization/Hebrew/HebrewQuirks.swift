internal import Imaging
internal import TerminalProtocols

extension DoctorStrings {
    /// A terminal's quirk as a sentence of `doctor`.
    static let hebrewQuirk: @Sendable (TerminalQuirk) -> SafeText = { quirk in
        switch quirk {
        case .unused(let graphics): "הוא מדווח על תמיכה ב־\(graphics.rawValue), שאינו בשימוש כאן."
        case .tried(true): "הוא מציב חלקים של תמונות kitty (נבדק כעת)."
        case .tried(false):
            "הוא אינו מציב חלקים של תמונות kitty (נבדק כעת), ולכן kitty אינו בשימוש."
        case .untried: "לא היה אפשר לבדוק אם הוא מציב חלקים של תמונות kitty."
        case .media(let media): "תמונות מגיעות אליו דרך: \(list(media))."
        case .store(let bytes):
            "הוא מקבל לכל היותר \(bytes / 1_000_000) MB של תמונות בבת אחת."
        case .removalDeletesPicture: "הסרת תמונה מהמסך מוחקת אותה מהמאגר שלו."
        case .picturesInPieces:
            "הוא אינו קורא מקשים בזמן קבלת תמונה, ולכן תמונות נשלחות בחלקים."
        case .unicodePlaceholders: "הוא מצייר תמונות במקום תווים שומרי מקום."
        case .picturesStayInCells: "תמונה נשארת בתאים שלה עד לניקוי המסך."
        case .pictureCount(let count):
            "הוא שומר \(count) תמונות sixel, ולכן אין בדף יותר מכך."
        case .registers(let count): "יש לו \(count) אוגרי sixel, בלי קשר לתשובתו."
        case .sixelLimit(let size):
            "ייתכן שישמיט תמונות sixel גדולות מ־\(size.width)x\(size.height) פיקסלים."
        case .sixelFaults: "ייתכן שגרסה זו מציירת sixel באופן שגוי; חדשות יותר לא."
        case .scrolledPictures:
            "התמונות שלו זזות עם הטקסט, ולכן בהזזה נשלח רק מה שחדש."
        case .virtualCell(let size):
            "לגבי תמונות יש בתא \(size.width)x\(size.height) פיקסלים בכל גופן."
        case .fractionalCells: "התאים שלו הם שברי פיקסלים."
        case .slowTrueColour: "הוא מצייר לאט גושים ברבבות צבעים, ולכן יש להם 256."
        case .mousePixelsFromZero: "הוא סופר את הפיקסלים של העכבר מ־0."
        case .lostPassthrough:
            "הוא מאבד את מה שעליו להעביר למסוף החיצוני; מגרסה 3.8 לא."
        }
    }

    private static func list(_ media: [KittyMedium]) -> String {
        media.map { medium in
            switch medium {
            case .sharedMemory: "זיכרון משותף"
            case .file: "קבצים"
            case .direct: "רצפי בריחה"
            }
        }.joined(separator: ", ")
    }
}
