internal import Imaging
internal import PhotoCatalog
internal import TerminalProtocols

extension HintStrings {
    static let german = HintStrings(
        retry: "wiederholen", search: "suchen", editSearch: "Suche ändern",
        removeFilter: "Filter entfernen", remove: "entfernen", otherFilters: "andere Filter",
        done: "fertig", openDemo: "nasa-view --demo öffnen (funktioniert offline)", view: "ansehen",
        details: "Details", grid: "Raster", list: "Liste", size: "Größe", keys: "Tasten",
        dismiss: "schließen", otherDay: "anderer Tag", fullScreen: "Vollbild",
        nextPrevious: "blättern", links: "Links", data: "Daten", captions: "Wortlaut",
        save: "sichern", cancel: "abbrechen", filters: "Filter", history: "Verlauf",
        nextField: "nächstes Feld", complete: "ergänzen", show: "zeigen", keep: "merken",
        zoom: "Zoom", fit: "einpassen", favourite: "Favorit", otherPhotos: "andere Fotos",
        back: "zurück", quit: "beenden", otherPhoto: "das andere", sideBySide: "nebeneinander",
        measure: "messen", close: "schließen", scroll: "blättern", allKeys: "alle Tasten")
}

extension LibraryStrings {
    static let german = LibraryStrings(
        start: "NASA: neueste Fotos",
        popular: "NASA: beliebte Fotos",
        demo: "Demo: mitgelieferte Fotos",
        service: { service in
            switch service {
            case .nasa: "NASA"
            case .apod: "Astronomisches Bild des Tages"
            case .mars2020: "Mars: Rohbilder von Perseverance"
            case .msl: "Mars: Rohbilder von Curiosity"
            case .epic: "Erde: Bilder von EPIC"
            case .commons: "Wikimedia Commons"
            case .picsum: "Lorem Picsum"
            case .flickr: "Flickr"
            }
        },
        sol: { "Sol \($0)" },
        upToDay: { "bis \($0)" },
        named: "Eigene Fotos",
        favourites: "Favoriten",
        search: { "Suche: \($0)" },
        album: { "Album: \($0)" },
        seen: { "Schon gesehen: \($0)" },
        everything: "alle Fotos",
        media: { type in
            switch type {
            case .video: "Video"
            case .audio: "Ton"
            case .image, .other, .unstated: ""
            }
        },
        mediaName: { ["image": "Fotos", "video": "Videos", "audio": "Ton"][$0] ?? $0 },
        sinceYear: { "ab \($0)" },
        untilYear: { "bis \($0)" },
        position: { "\($0) von \($1)" },
        loading: "Wird geladen …",
        loadingMore: "Weitere werden geladen …",
        limited: "Die NASA listet nur die ersten 10.000 Treffer: Suche eingrenzen",
        unread: { "\($0) Treffer nicht gelesen: Neuere Fotos fehlen vielleicht" },
        offline: "ohne Netz",
        saved: "gespeicherte Liste",
        busy: { "ausgelastet, \($0) s" },
        noPictureOfTheDay: "Kein Bild des Tages",
        noFavourites: "Noch keine Favoriten.",
        favouritesHint: { "Mit \($0[.photo(.favourite)]) kommt ein Foto dazu." },
        places: "Gemerkte Ansichten",
        noPlaces: "Noch keine Ansichten gemerkt.",
        placesHint: { "\($0[.photo(.keepPlace)]) in einem Foto merkt sich die Ansicht." },
        nothingFound: { media, words in
            switch media {
            case .image: "Keine Fotos zu „\(words)“."
            case .video: "Keine Videos zu „\(words)“."
            case .audio: "Kein Ton zu „\(words)“."
            default: "Nichts zu „\(words)“."
            }
        },
        nothing: "Keine Fotos.",
        noPictures: { $0.map { "Keine Bilder in \($0)." } ?? "Keine Bilder." },
        recursiveHint: "--recursive sucht auch in Unterordnern.",
        onlyFirst: { "Nur die ersten \($0) sind gelistet" },
        unreadable: { "\($0) ist nicht lesbar" },
        unshown: Unshown(
            noPicture: "kein Bild", unsupported: "Format nicht unterstützt",
            damaged: "beschädigt", failed: "nicht darstellbar"),
        nothingLoaded: "Nichts geladen.",
        alertTitles: .init(
            unreachable: "NASA nicht erreichbar", serverBusy: "Der Server ist überlastet",
            serverFailed: "Der Server meldet einen Fehler", other: "Etwas ist schiefgegangen"))
}

extension DetailStrings {
    static let german = DetailStrings(
        photographer: "Fotograf",
        secondaryCreator: "Außerdem",
        center: "Zentrum",
        location: "Ort",
        alternative: "Alternativtext",
        licence: "Lizenz",
        source: "Quelle",
        id: "ID",
        links: "Verweise",
        albums: "Alben",
        keywords: "Stichwörter",
        loading: "Wird geladen …",
        noFacts: "Die Datei enthält keine Metadaten.",
        noCaptions: "Das Video hat keine Untertitel.",
        sizes: "Größen",
        size: { size in
            switch size {
            case .thumb: "Vorschau"
            case .small: "klein"
            case .medium: "mittel"
            case .large: "groß"
            case .original: "Original"
            }
        },
        shownHere: "zu sehen",
        camera: Camera(
            title: "Kamera", lens: "Objektiv", filmFocalLength: "Kleinbild", taken: "Aufgenommen",
            compensation: "Belichtung", flash: "Blitz", fired: "ausgelöst",
            software: "Bearbeitet in"),
        file: File(
            name: "Datei", dimensions: "Abmessungen", byteCount: "Dateigröße", format: "Format",
            bits: "Bits", profile: "Farbprofil", orientation: "Ausrichtung", mirrored: "gespiegelt",
            position: "Position", modified: "Geändert"))
}

extension SearchStrings {
    static let german = SearchStrings(
        name: { field in
            switch field {
            case .text: "Suche"
            case .firstYear: "Ab Jahr"
            case .lastYear: "Bis Jahr"
            case .center: "Zentrum"
            case .keywords: "Stichwörter"
            case .photographer: "Fotograf"
            case .location: "Ort"
            case .media: "Medien"
            case .source: "Quelle"
            case .day: "Bis Tag"
            }
        },
        nameExample: "Teil eines Namens",
        found: { $1 == .one ? "\($0) Foto" : "\($0) Fotos" },
        filter: { field, value in
            switch field {
            case .center: "Zentrum \(value)"
            case .keywords: "#\(value)"
            case .photographer: "von \(value)"
            case .location: "Ort: \(value)"
            case .text, .firstYear, .lastYear, .media, .source, .day: value
            }
        },
        example: { field in
            switch field {
            case .text: "z. B. moon landing (Englisch)"
            case .firstYear: "z. B. 1969"
            case .lastYear: "z. B. 1972"
            case .center: "z. B. JSC, JPL"
            case .keywords: "z. B. Moon, Apollo 11"
            case .photographer: "ein Name"
            case .location: "z. B. Houston, TX"
            case .media: "z. B. video, audio"
            case .source: "z. B. apod, commons"
            case .day: "2026-10-02, ein Sol"
            }
        })
}

extension ViewerStrings {
    static let german = ViewerStrings(
        advice: { advice in
            switch advice {
            case .startXtermAsVT340:
                "Blöcke: dieses xterm zeigt Bilder, wenn es mit -ti vt340 gestartet wird"
            case .openTmux: "Blöcke: für Bilder braucht tmux wohl: set -g allow-passthrough on"
            case .updateTmux: "Blöcke: dieses tmux verliert Bilder; ab 3.8 gibt es sie weiter"
            case .enableImagesInVSCode:
                "Blöcke: VS Code braucht die Einstellung terminal.integrated.enableImages"
            case .raiseXtermLimit(let limit):
                """
                Fotos enden bei \(limit.width)x\(limit.height) Pixeln: maxGraphicSize von xterm \
                erhöhen, etwa 4096x4096
                """
            }
        },
        aligning: "[ausrichten]",
        nameOfPlace: "Name dieser Ansicht: ",
        bits: { "(\($0) Bit)" })
}

extension StatusStrings {
    static let german = StatusStrings(
        tooSmall: "zu klein",
        standardInput: "Standardeingabe", earth: "Erde", mars: "Mars", moon: "Mond",
        sharpening: { "[Original: \($0)]" },
        originalPassedOver: { "[Original ist \($0), gezeigt: \($1)]" },
        originalMissing: { "[Original fehlt, gezeigt: \($0)]" },
        kept: "[ohne Netz]", damaged: "[beschädigt]",
        frame: { "Einzelbild \($0)/\($1)" },
        page: { "Bild \($0)/\($1)" },
        still: { "[► Video: Standbild \($0) von \($1)]" },
        stillOfVideo: { "[► Video: \($0[.photo(.copyAddress)]) kopiert die Adresse]" },
        reading: { "[Foto wird gelesen: \($0) %]" },
        spilling: { "[Foto wird gelesen: \($0) %, \($1) auf dem Datenträger]" },
        sharpeningFailed: { "größere Fassung fehlt, \($0[.screen(.retry)]): wiederholen" },
        opening: "Wird geöffnet …",
        lookingUp: "Foto wird gesucht …",
        decoding: "Wird dekodiert …",
        waiting: { "Server ausgelastet; nächster Versuch in \($0) s" },
        loading: { "Wird geladen: \($0)" },
        fetching: { "\($0) % von \($1)" },
        fetchingSoFar: { "bisher \($0)" },
        notSandboxed: "ohne Sandbox",
        moving: "bewegt",
        atRest: "in Ruhe",
        bytes: { "\($0) Bytes" },
        peakMemory: { "höchstens \($0) MB Speicher" },
        tiles: {
            """
            \($0) Kacheln, \($1) % wiederverwendet, \($2) MB im Speicher, \
            \($3) MB auf dem Datenträger
            """
        })
}

extension NoticeStrings {
    static let german = NoticeStrings(
        saving: "Original wird gesichert …",
        noAlbum: "Dieses Foto ist in keinem Album.",
        noPhoto: "Kein Foto ausgewählt.",
        noSearch: "Dateien lassen sich nicht durchsuchen. NASA-Suche: nasa-view ohne Dateien.",
        noPage: "Zu diesem Foto gibt es keine Webseite.",
        noName: "Die Standardeingabe hat keinen Namen zum Kopieren.",
        noDetails: "Keine Details zu diesem Foto.",
        onlyOfTheLibrary: "Geht nur mit Fotos aus der NASA-Bibliothek.",
        alreadyAFile: "Dieses Foto ist schon eine Datei auf diesem Rechner.",
        noRecording: "Die NASA nennt keine Datei zum Abspielen.",
        onlySound: { "Ton hat kein Bild. \($0[.photo(.copyAddress)]) kopiert seine Adresse." },
        quitKey: { "\($0[.stack(.quit)]) beendet das Programm." },
        copied: { "Kopiert: \($0)" },
        viewIsKept: "Zoom und Ausschnitt bleiben beim Fotowechsel gleich.",
        viewIsNotKept: "Der Zoom wird bei jedem Foto zurückgesetzt.",
        marked: { "\($0[.compare(.mark)]) auf einem anderen Foto vergleicht die beiden." },
        notMarked: "Nichts wird verglichen",
        aligning: { "Nur dieses Foto bewegt sich (\($0[.compare(.align)]): wieder beide)" },
        aligned: "Beide Fotos bewegen sich zusammen.",
        blinking: { rate, strings in
            let pace = rate == 1 ? "jede Sekunde" : "\(rate)-mal je Sekunde"
            return "Wechsel \(pace) (\(strings[.compare(.blink)]): anhalten)"
        },
        blinkingStopped: "Wechsel angehalten",
        tooNarrow: "Kein Platz für zwei Fotos nebeneinander.",
        openingDay: { "Bilder von \($0) werden gesucht …" },
        noLaterDay: "Es gibt keine späteren Bilder.",
        noEarlierDay: "Es gibt keine früheren Bilder.",
        slideshow: { "Diaschau: \($0) s je Foto (\($1[.view(.slideshow)]): anhalten)" },
        slideshowStopped: "Diaschau angehalten",
        favouriteNow: { "★ Zu den Favoriten hinzugefügt (\($0[.list(.favourites)]): alle zeigen)" },
        favouriteNoLonger: "Aus den Favoriten entfernt",
        exporting: { "Ausschnitt wird gesichert … \($0) %" },
        exported: { "Gesichert: \($0), \($1)" + ($2 ? " (angepasst wie gezeigt)" : "") },
        placeKept: { "★ Ansicht gemerkt (\($0[.list(.places)]): alle zeigen)" },
        placeForgotten: "Ansicht entfernt",
        onlyInTheViewer: { "Erst das Foto öffnen (\($0[.screen(.open)]))." },
        saved: { "Gesichert: \($0), \($1)" },
        browsing: "Die Seite wird im Browser geöffnet …",
        notSandboxed: "Keine Sandbox verfügbar: Fotos werden ohne sie dekodiert.",
        noBrowser: { "Kein Browser ließ sich starten. Die Seite: \($0)" })
}

extension HelpStrings {
    static let german = HelpStrings(
        title: "Tasten",
        find: "tippen, um eine zu finden",
        count: "eine Zahl davor wiederholt",
        nothingFound: "Das tut hier keine Taste.",
        viewer: Viewer(
            step: { "um \($0) % bewegen" },
            page: "seitenweise bewegen",
            sideEdges: "linker, rechter Rand",
            topEdges: "oberer, unterer Rand",
            toggleZoom: "100 % und zurück",
            peek: "kurz das ganze Foto",
            zoomStep: "größer, kleiner",
            fit: "Fensterbreite",
            original: "Originalgröße",
            centre: "zur Mitte",
            keepView: "Ausschnitt behalten",
            slideshow: { "Diaschau (9\($0[.view(.slideshow)]): 9 s)" },
            compare: "merken, vergleichen",
            animation: "Animation anhalten",
            part: "Bild, Seite oder Tag",
            overlay: "Messwerte",
            list: "Liste der Fotos",
            info: "Details zum Foto",
            export: "Ausschnitt sichern",
            keepPlace: "Ansicht merken",
            copyLink: "Link dazu kopieren",
            inspect: "Pixel untersuchen",
            setPoint: "von hier aus messen"),
        comparison: Comparison(
            flip: "das andere Foto",
            blink: "jede Sekunde wechseln",
            sideBySide: "nebeneinander",
            align: "nur dieses bewegen",
            next: "das nächste vergleichen",
            previous: "das vorige vergleichen"),
        library: Library(
            step: "bewegen",
            page: "seitenweise",
            edges: "erstes, letztes Foto",
            open: "Foto ansehen",
            layout: "Liste oder Raster",
            zoomStep: "Größe der Bilder",
            info: "Details zum Foto",
            removeFilter: "Filter entfernen",
            day: "Tag davor, danach",
            pictureOfTheDay: "Bild des Tages",
            popular: "beliebte Fotos"),
        detail: Detail(
            step: "blättern",
            page: "seitenweise",
            edges: "Anfang, Ende",
            open: "Vollbild, oder Link",
            layout: "nächster Link",
            info: "alle Metadaten"),
        photo: Photo(
            next: "nächstes Foto",
            previous: "voriges Foto",
            search: "suchen",
            album: "Album des Fotos",
            favourites: "Favoriten",
            places: "gemerkte Ansichten",
            favourite: "Favorit an/aus",
            save: "Original sichern",
            copyID: "ID kopieren",
            copyAddress: "Webadresse kopieren",
            browse: "Webseite öffnen"),
        other: Other(
            retry: "noch einmal laden",
            redraw: "neu zeichnen",
            help: "diese Hilfe",
            back: "zurück",
            quit: "zurück, dann beenden",
            interrupt: "sofort beenden",
            suspend: "anhalten (fg weiter)"))
}

extension KeyStrings {
    static let german = KeyStrings(
        control: "Strg-",
        alt: "Alt-",
        shift: "Umschalt-",
        name: { key in
            switch key {
            case .character(" "): "Leertaste"
            case .pageUp: "Bild↑"
            case .pageDown: "Bild↓"
            case .home: "Pos1"
            case .end: "Ende"
            case .insert: "Einfg"
            case .delete: "Entf"
            case .backspace: "Rücktaste"
            default: englishName(of: key)
            }
        },
        section: { section in
            switch section {
            case .essentials: "Das Wichtigste"
            case .comparing: "Vergleichen"
            case .photos: "Fotos"
            case .zooming: "Zoom"
            case .picture: "Bild"
            case .moving: "Bewegen"
            case .thisPhoto: "Dieses Foto"
            case .library: "Bibliothek"
            case .program: "Programm"
            }
        })
}

extension LocalStrings {
    // DIN 5008 requires a space before the percent sign. As in newspapers, months are not
    // abbreviated.
    static let german = LocalStrings(
        groupSeparator: ".",
        decimalSeparator: ",",
        percentSpace: " ",
        months: [
            "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September",
            "Oktober", "November", "Dezember",
        ],
        or: "oder",
        monthYear: { month, year in "\(month) \(year)" },
        dayMonthYear: { day, month, year in "\(day). \(month) \(year)" })
}
