internal import Imaging
internal import PhotoCatalog
internal import Settings
internal import TerminalProtocols

extension FailureStrings {
    static let hebrew = FailureStrings(
        this: "פריט זה",
        quotation: { "\"\($0)\"" },
        damage: { "הקובץ \($0) פגום ומוצג רק בחלקו." },
        reason: text, file: text, decoding: text, catalog: text, fetching: text,
        noPage: { name, page, count in
            count == 1
                ? "ב־\(name) יש רק עמוד אחד; אין עמוד \(page)."
                : "ב־\(name) יש \(count) עמודים; אין עמוד \(page)."
        },
        positionFault: { fault, name in
            switch fault {
            case .noPositions: "ב־\(name) לא צוין היכן נמצאים הפיקסלים."
            case .notOnSky:
                "\(name) מציג את השמיים. יש לציין 0 עד 24 שעות או 360°, ואז ‎-90 עד 90°."
            case .notOnGround: "\(name) מציג את הקרקע. יש לציין ‎-90 עד 90°, ואז ‎-360 עד 360°."
            case .outside: "המקום הזה אינו ב־\(name)."
            }
        })

    @Sendable private static func text(_ failure: FileFailure, _ name: String) -> String {
        switch failure {
        case .notFound: "אין קובץ בשם \(name)."
        case .isDirectory:
            "\(name) היא תיקייה. יש לציין את התמונות שבה, כמו \(name)/*.jpg."
        case .notRegular: "\(name) אינו קובץ רגיל. לקריאה מצינור יש לכתוב -."
        case .notPermitted: "לא ניתן לקרוא את \(name): אין הרשאה."
        case .empty: "הקובץ \(name) ריק."
        case .unreadable(let reason): "לא ניתן לקרוא את \(name): \"\(reason)\"."
        case .keyboard:
            "לא ניתן לקרוא את \(name): זו המקלדת; יש להעביר אליו תמונה בצינור."
        case .overLimit(let bytes):
            "לא ניתן לקרוא את \(name): הוא גדול מ־\(bytes >> 20) MB."
        case .zip(let fault): "לא ניתן לקרוא את \(name): \(text(fault))."
        }
    }

    private static func text(_ fault: ZipFault) -> String {
        switch fault {
        case .damaged: "הארכיון פגום"
        case .encrypted: "הקובץ מוצפן; יש לפרוס אותו תחילה עם הסיסמה"
        case .method(let number): "הקובץ דחוס בשיטה שאינה נתמכת (\(number))"
        case .nested: "זהו ארכיון בתוך ארכיון; יש לפרוס תחילה את החיצוני"
        case .outside: "שם של קובץ מוביל אל מחוץ לארכיון"
        case .tooLarge(let bytes): "הוא גדול מ־\(bytes >> 20) MB"
        case .ratio: "לאחר פריסה הוא גדול בהרבה מתמונה"
        }
    }

    @Sendable private static func text(_ failure: DecodingFailure, _ name: String) -> String {
        switch failure {
        case .unsupported(let kind): "לא ניתן להציג את \(name): \(text(kind))."
        case .damaged(let damage): "לא ניתן להציג את \(name): הקובץ פגום (\(text(damage)))."
        case .tooLarge(let size):
            "לא ניתן להציג את \(name): גדול מדי (\(size.width)x\(size.height) פיקסלים)."
        case .outOfMemory: "לא ניתן להציג את \(name): אין די זיכרון."
        case .noRoom(let byteCount):
            """
            לגודל זה דרושים \(LocalStrings.hebrew.size(byteCount)) פנויים בתיקיית המטמון. יש להקטין \
            את התצוגה כדי לראות את \(name).
            """
        case .decoderCrashed:
            "לא ניתן להציג את \(name): המפענח קרס. תמונות אחרות לא הושפעו."
        case .decoderStalled: "לא ניתן להציג את \(name): המפענח אינו מגיב."
        case .noDecoder:
            "לא ניתן להציג את \(name): אזלו הזיכרון, הקבצים הפתוחים או התהליכים. יש לסגור תוכניות."
        case .tiles(let fault): "לא ניתן להציג את \(name): \(text(fault))."
        }
    }

    @Sendable private static func text(_ damage: Damage) -> String {
        switch damage {
        case .endsEarly: "הקובץ נגמר מוקדם מדי"
        case .incomplete: "חלק מהקובץ חסר או שגוי"
        case .noPicture: "אין תמונה בקובץ"
        case .noPixels: "אין פיקסלים בתמונה"
        case .badHeader: "כותרת הקובץ אינה הגיונית"
        case .badData: "נתוני התמונה אינם הגיוניים"
        case .badColours: "צבעי התמונה אינם הגיוניים"
        case .wrongChecksum: "סכום ביקורת שגוי"
        case .tooLittleData: "יש בקובץ פחות נתונים מכפי שהתמונה צריכה"
        case .tooMuchData: "יש בקובץ יותר נתונים מכפי שיכולים להיות לתמונה"
        case .tooManyScans(let limit): "יש בתמונה יותר מ־\(limit) סריקות"
        case .missingTiles(let count): count == 1 ? "חסר אריח אחד" : "חסרים \(count) אריחים"
        case .nested: "התמונה מורכבת מעצמה, או מתמונות רבות מדי"
        case .unreadable: "לא ניתן לקרוא את הקובץ"
        case .diskCache: "לא ניתן לקרוא את המטמון שבדיסק"
        case .changed: "הקובץ השתנה"
        case .noMemory: "לא היה די זיכרון"
        case .library(let text): "\"\(text)\""
        }
    }

    private static func text(_ fault: TileFault) -> String {
        switch fault {
        case .unreadable: "לא ניתן לקרוא את תיאור האריחים"
        case .side(let pixels): "גודל האריחים אינו שמיש (\(pixels) פיקסלים)"
        case .levels(let count): "רמות הזום של האריחים אינן שמישות (\(count))"
        case .count(let count): "הגודל ומספר האריחים (\(count)) אינם תואמים"
        case .format: "תבנית האריחים אינה מוכרת"
        case .missing: "אריח לא הגיע"
        case .otherBytes: "השרת שולח בתים אחרים מאלה שהתבקשו"
        }
    }

    private static func text(_ kind: FileKind) -> String {
        switch kind {
        case .photo(.webp): "WebP דורש את הספרייה libwebp (החבילה libwebp7)"
        case .photo(.heif): "HEIC ו־AVIF דורשים את הספרייה libheif (החבילה libheif1)"
        case .photo(.jpegXL): "JPEG XL דורש את הספרייה libjxl (החבילה libjxl0.7 ומעלה)"
        case .photo(.openEXR): "OpenEXR דורש את הספרייה OpenEXRCore (החבילה libopenexr-3-1-30)"
        case .photo(.fits): "אין בקובץ FITS זה תמונה שניתן להציג"
        case .photo(let format): "סוג זה של \(format.rawValue) אינו נתמך"
        case .bmp: unsupported("BMP")
        case .svg: unsupported("SVG")
        case .pdf: unsupported("PDF")
        case .video: "זה סרטון, לא תמונה"
        case .gzip: "זה קובץ דחוס, לא תמונה"
        case .webPage: "זה דף אינטרנט, לא תמונה"
        case .json: "זה טקסט JSON, לא תמונה"
        case .text: "זה קובץ טקסט, לא תמונה"
        case .empty: "הקובץ ריק"
        case .unknown: "התבנית אינה מוכרת"
        case .unsupported(.imageSequence): "רצפי תמונות של HEIF ו־AVIF אינם נתמכים"
        case .unsupported(.detachedPDS): "תווית זו מתארת תמונה בקובץ אחר, שאינו נמצא בתיקייה שלה"
        case .unsupported(.fitsTables): "בקובץ FITS זה יש טבלאות, אך אין תמונה"
        case .unsupported(.zip): "זהו ארכיון zip; שם של תמונה בתוכו הוא, למשל, a.zip/b.jpg"
        case .unsupported(let format): unsupported(name(format))
        }
    }

    private static func name(_ format: UnsupportedFormat) -> String {
        switch format {
        case .losslessJPEG: "JPEG ללא אובדן"
        case .deepJPEG: "JPEG של 12 סיביות"
        case .hierarchicalJPEG: "JPEG היררכי"
        case .applePNG: "PNG של Apple (CgBI)"
        case .uncompressedHEIF: "HEIF לא דחוס"
        case .otherHEIF: "סוג זה של HEIF"
        case .oldJPEGInTIFF: "JPEG מסוג ישן ב־TIFF"
        default: format.rawValue
        }
    }

    private static func unsupported(_ format: String) -> String { "\(format) אינו נתמך" }

    @Sendable private static func text(_ failure: CatalogFailure, _ name: String) -> String {
        switch failure {
        case .fetching(let failure): text(failure)
        case .noSuchPhoto(let id) where id.service != .nasa:
            "אין ב־\(id.service.title) תמונה עם המזהה \(name)."
        case .noSuchPhoto:
            "אין ל־NASA תמונה עם המזהה \(name). יש הבדל בין אותיות גדולות לקטנות."
        case .noSuchAlbum(let album): "אין ל־NASA אלבום בשם \(album)."
        case .notAPhoto(_, .audio): "\(name) היא הקלטת שמע: אין תמונה להצגה."
        case .notAPhoto: "\(name) אינו תמונה."
        case .unreadableReply:
            "השרת שלח תשובה לא מובנת. יש לנסות שוב מאוחר יותר."
        case .webPageInstead: webPage
        case .tooManyResults:
            "NASA מציגה רק את 10,000 התוצאות הראשונות. יש לצמצם את החיפוש."
        case .nothingViewable(_, let formats) where formats.isEmpty:
            "אין עבור \(name) תמונה שניתן להציג."
        case .nothingViewable(_, let formats):
            "\(name) קיים רק בתור \(formats.joined(separator: ", ")), שלא ניתן להציג."
        case .addressNotAllowed(let refusal): text(refusal)
        case .notOffered(let service, .words):
            "אין ב־\(service.title) חיפוש לפי מילים."
        case .notOffered(let service, .day): "אין ב־\(service.title) רשימה לפי ימים."
        case .notOffered(let service, .fields):
            "אין ב־\(service.title) חיפוש לפי שדות כמו כותרת או שנה."
        case .keyMissing(let service):
            "\(service.title) דורש מפתח בקובץ ההגדרות (flickr-key = …)."
        case .keyRefused(let service):
            "\(service.title) לא קיבל את המפתח שבקובץ ההגדרות."
        }
    }

    private static let webPage =
        "הרשת שלחה דף אינטרנט במקום תמונה. האם יש להיכנס אליה עם סיסמה?"

    private static func text(_ refusal: URLPolicyViolation) -> String {
        switch refusal {
        case .scheme: "ניתן לפתוח רק כתובות https://."
        case .host: "תמונות מורדות רק מהשרתים של הספרייה שלהן."
        case .port: "לא ניתן לפתוח את הכתובת: היציאה אינה מורשית."
        case .userInfo: "לא ניתן לפתוח את הכתובת: יש בה שם משתמש או סיסמה."
        case .controlCharacter: "לא ניתן לפתוח את הכתובת: יש בה תווי בקרה."
        case .tooLong: "לא ניתן לפתוח את הכתובת: היא ארוכה מדי."
        case .malformed: "לא ניתן לפתוח את הכתובת: היא אינה תקינה."
        case .notLocal: "בלי https ניתן לפתוח רק מחשב זה."
        }
    }

    @Sendable private static func text(_ failure: FetchFailure) -> String {
        switch failure {
        case .notFound: "אין בשרת קובץ כזה (404)."
        case .refused(let status, _): "השרת סירב לבקשה (\(status)). יש לנסות שוב בעוד דקה."
        case .serverFailed(let status):
            "השרת דיווח על שגיאה (\(status)). יש לנסות שוב מאוחר יותר."
        case .rateLimited: "יותר מדי בקשות. יש לנסות שוב בעוד דקה."
        case .noConnection(let fault):
            "לא ניתן להתחבר לשרת (\(text(fault))). יש לבדוק את הרשת ולנסות שוב."
        case .nameNotFound(let host):
            "אין חיבור לאינטרנט (\(host) לא נמצא). יש לבדוק את הרשת ולנסות שוב."
        case .timedOut(let seconds): "השרת לא ענה בתוך \(seconds) שניות. יש לנסות שוב."
        case .stalled(let bytes):
            "ההורדה נעצרה אחרי \(LocalStrings.hebrew.size(bytes)). יש לנסות שוב."
        case .tlsFailed(let reason):
            "החיבור המאובטח נכשל (\"\(reason)\"). האם שעון המחשב מדויק?"
        case .tooManyRedirects(let limit): "השרת הפנה הלאה יותר מ־\(limit) פעמים."
        case .addressNotAllowed(let refusal): text(refusal)
        case .tooLarge(let limit):
            "הקובץ גדול ממגבלת ההורדה, \(LocalStrings.hebrew.size(limit))."
        case .noRoom(let byteCount):
            "לקובץ דרושים \(LocalStrings.hebrew.size(byteCount)) פנויים בתיקיית המטמון."
        case .webPageInstead: webPage
        case .interrupted(let fault): "ההורדה נקטעה (\(text(fault))). יש לנסות שוב."
        case .cancelled: "ההורדה בוטלה."
        }
    }

    private static func text(_ fault: TransferFault) -> String {
        switch fault {
        case .unreadable: "לא ניתן לקרוא את הקובץ"
        case .cutOff(let bytes, let total): "הגיעו \(bytes) מתוך \(total) בתים"
        case .empty: "הקובץ ריק"
        case .status(let status): "מצב HTTP \(status)"
        case .noAddress(let status): "מצב HTTP \(status) ללא כתובת"
        case .part: "הגיע חלק במקום הקובץ כולו"
        case .noLibrary: "libcurl חסרה"
        case .noThread: "המערכת אינה מאפשרת תהליכונים נוספים"
        case .noMemory: "אין די זיכרון"
        case .library(let text): "\"\(text)\""
        }
    }
}
