internal import Imaging
internal import TerminalProtocols

extension PictureStrings {
    static let hebrew = PictureStrings(
        curve: { shape in
            switch shape {
            case .linear: "ליניארי"
            case .automatic: "רמות אוטומטיות"
            case .asinh: "asinh"
            case .log: "log"
            case .equalised: "מאוזן"
            case .inverted: "הפוך"
            }
        },
        strength: { "עוצמה \($0)" },
        points: { "שחור \($0), לבן \($1)" },
        noLevels: "רמות: כמו בקובץ",
        minimapOn: "המפה מוצגת: לחיצה או גרירה בה מזיזה את התצוגה",
        minimapOff: "המפה מוסתרת",
        minimapWaits: "המפה מופעלת: היא תוצג עם ההתקרבות",
        noMap: "במסוף זה יש מפה רק בשורת המצב.",
        bands: { SafeText("ערוצים \($0.text) כאדום, ירוק, כחול") },
        noBandsChosen: "ערוצים: כמו בקובץ",
        noBands: "אין בקובץ שלושת הערוצים האלה.",
        help: Help(
            minimap: "מפה כן/לא",
            levels: "רמות: העקומה הבאה",
            strength: "חלש יותר, חזק יותר",
            points: "נקודת שחור, לבן",
            resetLevels: "ביטול הרמות",
            turn: "סיבוב ימינה",
            mirror: "היפוך כבראי", magnify: "גודל ההגדלה",
            bands: "3 ערוצים כצבע"))
}
