internal import Imaging
internal import PhotoCatalog
internal import TerminalProtocols

// Sentences are in reading order; drawing a page puts them in the terminal's order.

extension HintStrings {
    static let hebrew = HintStrings(
        retry: "ניסיון חוזר", search: "חיפוש", editSearch: "עריכת החיפוש",
        removeFilter: "הסרת המסנן", remove: "הסרה", otherFilters: "מסננים אחרים", done: "סיום",
        openDemo: "פתיחת nasa-view --demo, שפועל ללא רשת", view: "הצגה", details: "פרטים",
        grid: "רשת", list: "רשימה", size: "גודל", keys: "מקשים", dismiss: "סגירה",
        otherDay: "יום אחר", fullScreen: "מסך מלא", nextPrevious: "הבאה/הקודמת", links: "קישורים",
        data: "נתונים", captions: "כתוביות", save: "שמירה", cancel: "ביטול", filters: "מסננים",
        history: "היסטוריה", nextField: "לשדה הבא", complete: "השלמה", show: "הצגה", keep: "שמירה",
        zoom: "זום", fit: "התאמה", favourite: "מועדף", otherPhotos: "תמונות אחרות", back: "חזרה",
        quit: "יציאה", otherPhoto: "האחרת", sideBySide: "זו לצד זו", measure: "מדידה",
        close: "סגירה", scroll: "גלילה", allKeys: "כל המקשים")
}

extension LibraryStrings {
    static let hebrew = LibraryStrings(
        start: "NASA: התמונות האחרונות",
        popular: "NASA: תמונות פופולריות",
        demo: "הדגמה: תמונות מצורפות",
        service: { service in
            switch service {
            case .nasa: "NASA"
            case .apod: "תמונת היום האסטרונומית"
            case .mars2020: "מאדים: תמונות גולמיות של Perseverance"
            case .msl: "מאדים: תמונות גולמיות של Curiosity"
            case .epic: "כדור הארץ: תמונות של EPIC"
            case .commons: "Wikimedia Commons"
            case .picsum: "Lorem Picsum"
            case .flickr: "Flickr"
            }
        },
        sol: { "סול \($0)" },
        upToDay: { "עד \($0)" },
        named: "התמונות שלך",
        favourites: "מועדפים",
        search: { "חיפוש: \($0)" },
        album: { "אלבום: \($0)" },
        seen: { "נצפו בעבר: \($0)" },
        everything: "כל התמונות",
        media: { type in
            switch type {
            case .video: "וידאו"
            case .audio: "שמע"
            case .image, .other, .unstated: ""
            }
        },
        mediaName: { ["image": "תמונות", "video": "סרטונים", "audio": "שמע"][$0] ?? $0 },
        sinceYear: { "משנת \($0)" },
        untilYear: { "עד שנת \($0)" },
        position: { "\($0) מתוך \($1)" },
        loading: "בטעינה…",
        loadingMore: "תמונות נוספות בטעינה…",
        limited: "NASA מציגה רק את 10,000 התוצאות הראשונות: יש לצמצם את החיפוש",
        unread: { "\($0) תוצאות לא נקראו: ייתכן שחסרות תמונות חדשות יותר" },
        offline: "לא מקוון",
        saved: "רשימה שמורה",
        busy: { "עמוס, \($0) שנ׳" },
        noPictureOfTheDay: "אין תמונת היום",
        noFavourites: "אין עדיין מועדפים.",
        favouritesHint: { "לחיצה על \($0[.photo(.favourite)]) בתמונה מוסיפה אותה." },
        places: "תצוגות שמורות",
        noPlaces: "אין עדיין תצוגות שמורות.",
        placesHint: { "לחיצה על \($0[.photo(.keepPlace)]) בתמונה שומרת את התצוגה." },
        nothingFound: { media, words in
            switch media {
            case .image: "אין תמונות שמתאימות אל \"\(words)\"."
            case .video: "אין סרטונים שמתאימים אל \"\(words)\"."
            case .audio: "אין קטעי שמע שמתאימים אל \"\(words)\"."
            default: "אין פריטים שמתאימים אל \"\(words)\"."
            }
        },
        nothing: "אין כאן תמונות.",
        noPictures: { $0.map { "אין תמונות בתיקייה \($0)." } ?? "אין תמונות." },
        recursiveHint: "האפשרות --recursive מחפשת גם בתיקיות המשנה.",
        onlyFirst: { "מוצגות רק \($0) הראשונות" },
        unreadable: { "לא ניתן לקרוא את \($0)" },
        unshown: Unshown(
            noPicture: "לא תמונה", unsupported: "תבנית לא נתמכת",
            damaged: "פגום", failed: "לא ניתן להצגה"),
        nothingLoaded: "דבר לא נטען.",
        alertTitles: .init(
            unreachable: "אין חיבור אל NASA", serverBusy: "השרת עמוס",
            serverFailed: "השרת דיווח על שגיאה", other: "משהו השתבש"))
}

extension DetailStrings {
    static let hebrew = DetailStrings(
        photographer: "צילום",
        secondaryCreator: "גם מאת",
        center: "מרכז",
        location: "מיקום",
        alternative: "תיאור חלופי",
        licence: "רישיון",
        source: "מקור התמונה",
        id: "מזהה",
        links: "קישורים",
        albums: "אלבומים",
        keywords: "מילות מפתח",
        loading: "בטעינה…",
        noFacts: "אין בקובץ נתוני על.",
        noCaptions: "אין לסרטון כתוביות.",
        sizes: "גדלים",
        size: { size in
            switch size {
            case .thumb: "תמונה ממוזערת"
            case .small: "קטן"
            case .medium: "בינוני"
            case .large: "גדול"
            case .original: "מקור"
            }
        },
        shownHere: "מוצג",
        camera: Camera(
            title: "מצלמה", lens: "עדשה", filmFocalLength: "שקול ל־35 מ״מ", taken: "צולם",
            compensation: "חשיפה", flash: "מבזק", fired: "הופעל", software: "עובד ב־"),
        file: File(
            name: "קובץ", dimensions: "מידות", byteCount: "גודל הקובץ", format: "תבנית",
            bits: "סיביות", profile: "פרופיל צבע", orientation: "כיוון", mirrored: "בהיפוך",
            position: "מיקום", modified: "שונה"))
}

extension SearchStrings {
    static let hebrew = SearchStrings(
        name: { field in
            switch field {
            case .text: "חיפוש"
            case .firstYear: "משנת"
            case .lastYear: "עד שנת"
            case .center: "מרכז"
            case .keywords: "מילות מפתח"
            case .photographer: "צילום"
            case .location: "מיקום"
            case .media: "סוג מדיה"
            case .source: "מקור"
            case .day: "עד יום"
            }
        },
        nameExample: "חלק משם",
        found: { $1 == .one ? "תמונה אחת" : "\($0) תמונות" },
        filter: { field, value in
            switch field {
            case .center: "מרכז \(value)"
            case .keywords: "#\(value)"
            case .photographer: "צילום: \(value)"
            case .location: "מיקום: \(value)"
            case .text, .firstYear, .lastYear, .media, .source, .day: value
            }
        },
        example: { field in
            switch field {
            case .text: "למשל moon landing (באנגלית)"
            case .firstYear: "למשל 1969"
            case .lastYear: "למשל 1972"
            case .center: "למשל JSC, JPL"
            case .keywords: "למשל Moon, Apollo 11"
            case .photographer: "שם"
            case .location: "למשל Houston, TX"
            case .media: "למשל video, audio"
            case .source: "למשל apod, commons"
            case .day: "2026-10-02, או סול"
            }
        })
}

extension ViewerStrings {
    static let hebrew = ViewerStrings(
        advice: { advice in
            switch advice {
            case .startXtermAsVT340:
                "תצוגה בגושים: xterm מציג תמונות אם מפעילים אותו עם -ti vt340"
            case .openTmux:
                "תצוגה בגושים: ייתכן שיש להגדיר ב־tmux: set -g allow-passthrough on"
            case .updateTmux: "תצוגה בגושים: tmux בגרסה זו מאבד תמונות; מ־3.8 הוא מעביר אותן"
            case .enableImagesInVSCode:
                "תצוגה בגושים: יש להפעיל ב־VS Code את terminal.integrated.enableImages"
            case .raiseXtermLimit(let limit):
                """
                התמונות נחתכות ב־\(limit.width)x\(limit.height) פיקסלים: יש להגדיל ב־xterm את \
                maxGraphicSize, למשל 4096x4096
                """
            }
        },
        aligning: "[יישור]",
        nameOfPlace: "שם התצוגה: ",
        bits: { "(\($0) סיביות)" })
}

extension StatusStrings {
    static let hebrew = StatusStrings(
        tooSmall: "קטן מדי",
        standardInput: "קלט תקני", earth: "כדור הארץ", mars: "מאדים", moon: "הירח",
        sharpening: { "[מקור: \($0)]" },
        originalPassedOver: { "[המקור הוא \($0), מוצג: \($1)]" },
        originalMissing: { "[המקור לא נמצא, מוצג: \($0)]" },
        kept: "[לא מקוון]", damaged: "[פגום]",
        frame: { "פריים \($0)/\($1)" },
        page: { "תמונה \($0)/\($1)" },
        still: { "[► וידאו: תמונה \($0) מתוך \($1)]" },
        stillOfVideo: { "[► וידאו: \($0[.photo(.copyAddress)]) מעתיק את כתובתו]" },
        reading: { "[התמונה נקראת: \($0)%]" },
        spilling: { "[התמונה נקראת: \($0)%, \($1) בכונן]" },
        sharpeningFailed: { "טעינת הגרסה הגדולה נכשלה, \($0[.screen(.retry)]): ניסיון חוזר" },
        opening: "בפתיחה…",
        lookingUp: "התמונה בחיפוש…",
        decoding: "בפענוח…",
        waiting: { "השרת עמוס; ניסיון נוסף בעוד \($0) שניות" },
        loading: { "בטעינה: \($0)" },
        fetching: { "\($0)% מתוך \($1)" },
        fetchingSoFar: { "\($0) עד כה" },
        notSandboxed: "ללא ארגז חול",
        moving: "בתנועה",
        atRest: "במנוחה",
        bytes: { "\($0) בתים" },
        peakMemory: { "שיא הזיכרון \($0) MB" },
        tiles: { "\($0) אריחים, \($1)% בשימוש חוזר, \($2) MB בזיכרון, \($3) MB בכונן" })
}

extension NoticeStrings {
    static let hebrew = NoticeStrings(
        saving: "המקור נשמר…",
        noAlbum: "התמונה אינה באלבום.",
        noPhoto: "לא נבחרה תמונה.",
        noSearch: "אין חיפוש בקבצים. כדי לחפש ב־NASA יש להפעיל את nasa-view בלי קבצים.",
        noPage: "אין לתמונה דף אינטרנט.",
        noName: "לקלט התקני אין שם להעתקה.",
        noDetails: "אין פרטים על התמונה.",
        onlyOfTheLibrary: "פועל רק בתמונות מהספרייה של NASA.",
        alreadyAFile: "התמונה היא כבר קובץ במחשב זה.",
        noRecording: "אין ב־NASA קובץ לנגינה.",
        onlySound: { "לשמע אין תמונה. \($0[.photo(.copyAddress)]) מעתיק את כתובתו." },
        quitKey: { "ליציאה יש ללחוץ על \($0[.stack(.quit)])." },
        copied: { "הועתק: \($0)" },
        viewIsKept: "הזום והמיקום נשמרים במעבר בין תמונות.",
        viewIsNotKept: "הזום מתאפס בכל תמונה.",
        marked: { "לחיצה על \($0[.compare(.mark)]) בתמונה אחרת תשווה ביניהן." },
        notMarked: "אין השוואה",
        aligning: { "רק תמונה זו זזה (\($0[.compare(.align)]): שוב שתיהן)" },
        aligned: "שתי התמונות זזות יחד.",
        blinking: { rate, strings in
            let pace = rate == 1 ? "פעם בשנייה" : "\(rate) פעמים בשנייה"
            return "החלפה \(pace) (\(strings[.compare(.blink)]): עצירה)"
        },
        blinkingStopped: "ההחלפה נעצרה",
        tooNarrow: "אין מקום לשתי תמונות זו לצד זו.",
        openingDay: { "מחפש תמונות של \($0)…" },
        noLaterDay: "אין תמונות מאוחרות יותר.",
        noEarlierDay: "אין תמונות מוקדמות יותר.",
        slideshow: { "מצגת: \($0) שניות לתמונה (\($1[.view(.slideshow)]): עצירה)" },
        slideshowStopped: "המצגת נעצרה",
        favouriteNow: { "★ נוספה למועדפים (\($0[.list(.favourites)]): הצגת כולם)" },
        favouriteNoLonger: "הוסרה מהמועדפים",
        exporting: { "החלק המוצג נשמר… \($0)%" },
        exported: { "נשמר: \($0) (\($1))" + ($2 ? " (כולל השינויים)" : "") },
        placeKept: { "★ התצוגה נשמרה (\($0[.list(.places)]): הצגת כולן)" },
        placeForgotten: "התצוגה הוסרה",
        onlyInTheViewer: { "תחילה יש לפתוח את התמונה (\($0[.screen(.open)]))." },
        saved: { "נשמר: \($0) (\($1))" },
        browsing: "הדף נפתח בדפדפן…",
        notSandboxed: "אין ארגז חול: תמונות מפוענחות בלעדיו.",
        noBrowser: { "לא ניתן להפעיל דפדפן. הדף הוא \($0)" })
}

extension HelpStrings {
    static let hebrew = HelpStrings(
        title: "מקשים",
        find: "הקלדה לחיפוש מקש",
        count: "מספר לפני מקש חוזר עליו",
        nothingFound: "אין כאן מקש כזה.",
        viewer: Viewer(
            step: { "הזזה ב־\($0)%" },
            page: "הזזה במסך שלם",
            sideEdges: "קצה שמאל, ימין",
            topEdges: "קצה עליון, תחתון",
            toggleZoom: "אל 100% וחזרה",
            peek: "כל התמונה, לרגע",
            zoomStep: "הגדלה, הקטנה",
            fit: "התאמה לרוחב",
            original: "גודל המקור (100%)",
            centre: "אל המרכז",
            keepView: "שמירת זום ומיקום",
            slideshow: { "מצגת (9\($0[.view(.slideshow)]): 9 שנ׳)" },
            compare: "בחירה, ואז השוואה",
            animation: "עצירת ההנפשה",
            part: "פריים, עמוד או יום",
            overlay: "נתוני ציור",
            list: "רשימת התמונות",
            info: "פרטי התמונה",
            export: "שמירת מה שרואים",
            keepPlace: "שמירת תצוגה זו",
            copyLink: "העתקת קישור אליה",
            inspect: "בדיקת פיקסלים",
            setPoint: "מדידה מכאן"),
        comparison: Comparison(
            flip: "התמונה האחרת",
            blink: "החלפה בכל שנייה",
            sideBySide: "זו לצד זו",
            align: "הזזת תמונה זו בלבד",
            next: "השוואה אל הבאה",
            previous: "השוואה אל הקודמת"),
        library: Library(
            step: "הזזה",
            page: "עמוד מטה, מעלה",
            edges: "ראשונה, אחרונה",
            open: "הצגת התמונה",
            layout: "רשימה או רשת",
            zoomStep: "גודל הממוזערות",
            info: "פרטי התמונה",
            removeFilter: "הסרת מסנן",
            day: "היום שלפני, אחרי",
            pictureOfTheDay: "תמונת היום",
            popular: "תמונות פופולריות"),
        detail: Detail(
            step: "גלילה",
            page: "עמוד מטה, מעלה",
            edges: "התחלה, סוף",
            open: "מסך מלא, או קישור",
            layout: "הקישור הבא",
            info: "כל נתוני העל (EXIF)"),
        photo: Photo(
            next: "התמונה הבאה",
            previous: "התמונה הקודמת",
            search: "חיפוש",
            album: "האלבום של התמונה",
            favourites: "מועדפים",
            places: "תצוגות שמורות",
            favourite: "מועדף כן/לא",
            save: "שמירת המקור",
            copyID: "העתקת המזהה",
            copyAddress: "העתקת הכתובת",
            browse: "פתיחת דף האינטרנט"),
        other: Other(
            retry: "ניסיון חוזר, רענון",
            redraw: "ציור המסך מחדש",
            help: "עזרה זו",
            back: "חזרה",
            quit: "חזרה, ואז יציאה",
            interrupt: "יציאה מיידית",
            suspend: "השהיה (fg: המשך)"))
}

extension KeyStrings {
    // Hebrew keyboards have English names on these keys. The space bar also has an English name
    // here, because the key ] beside a Hebrew word would look like [.
    static let hebrew = KeyStrings(
        control: "Ctrl+",
        alt: "Alt+",
        shift: "Shift+",
        name: englishName,
        section: { section in
            switch section {
            case .essentials: "עיקרי"
            case .comparing: "השוואה"
            case .photos: "תמונות"
            case .zooming: "זום"
            case .picture: "עיבוד"
            case .moving: "תנועה"
            case .thisPhoto: "תמונה זו"
            case .library: "ספרייה"
            case .program: "תוכנית"
            }
        })
}

extension LocalStrings {
    static let hebrew = LocalStrings(
        groupSeparator: ",", decimalSeparator: ".", percentSpace: "",
        months: [
            "ינואר", "פברואר", "מרץ", "אפריל", "מאי", "יוני", "יולי", "אוגוסט", "ספטמבר",
            "אוקטובר", "נובמבר", "דצמבר",
        ],
        or: "או",
        monthYear: { month, year in "\(month) \(year)" },
        dayMonthYear: { day, month, year in "\(day) ב\(month) \(year)" })
}
