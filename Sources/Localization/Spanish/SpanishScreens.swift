internal import Imaging
internal import PhotoCatalog
internal import TerminalProtocols

extension HintStrings {
    static let spanish = HintStrings(
        retry: "reintentar", search: "buscar", editSearch: "cambiar la búsqueda",
        removeFilter: "quitar el filtro", remove: "quitar", otherFilters: "otros filtros",
        done: "listo", openDemo: "abrir nasa-view --demo, que funciona sin conexión", view: "ver",
        details: "detalles", grid: "cuadrícula", list: "lista", size: "tamaño", keys: "teclas",
        dismiss: "cerrar", otherDay: "otro día", fullScreen: "ampliar", nextPrevious: "otras",
        links: "enlaces", data: "datos", captions: "subtítulos", save: "guardar",
        cancel: "cancelar", filters: "filtros", history: "historial", nextField: "otro campo",
        complete: "completar", show: "mostrar", keep: "guardar", zoom: "zoom", fit: "ajustar",
        favourite: "favorito", otherPhotos: "otras fotos", back: "volver", quit: "salir",
        otherPhoto: "la otra", sideBySide: "lado a lado", measure: "medir", close: "cerrar",
        scroll: "desplazar", allKeys: "todas las teclas")
}

extension LibraryStrings {
    static let spanish = LibraryStrings(
        start: "NASA: últimas fotos",
        popular: "NASA: fotos populares",
        demo: "Demo: fotos incluidas",
        service: { service in
            switch service {
            case .nasa: "NASA"
            case .apod: "Imagen astronómica del día"
            case .mars2020: "Marte: imágenes en bruto de Perseverance"
            case .msl: "Marte: imágenes en bruto de Curiosity"
            case .epic: "La Tierra: imágenes de EPIC"
            case .commons: "Wikimedia Commons"
            case .picsum: "Lorem Picsum"
            case .flickr: "Flickr"
            }
        },
        sol: { "sol \($0)" },
        upToDay: { "hasta \($0)" },
        named: "Sus fotos",
        favourites: "Favoritos",
        search: { "Búsqueda: \($0)" },
        album: { "Álbum: \($0)" },
        seen: { "Vistas antes: \($0)" },
        everything: "todas las fotos",
        media: { type in
            switch type {
            case .video: "Vídeo"
            case .audio: "Sonido"
            case .image, .other, .unstated: ""
            }
        },
        mediaName: { ["image": "fotos", "video": "vídeos", "audio": "sonido"][$0] ?? $0 },
        sinceYear: { "desde \($0)" },
        untilYear: { "hasta \($0)" },
        position: { "\($0) de \($1)" },
        loading: "Cargando …",
        loadingMore: "Cargando más …",
        limited: "La NASA solo muestra los primeros 10.000 resultados: limite la búsqueda",
        unread: { "\($0) resultados sin leer: pueden faltar fotos más recientes" },
        offline: "sin conexión",
        saved: "lista guardada",
        busy: { "ocupado, \($0) s" },
        noPictureOfTheDay: "Sin imagen del día",
        noFavourites: "Aún no hay favoritos.",
        favouritesHint: { "Pulse \($0[.photo(.favourite)]) en una foto para añadirla." },
        places: "Vistas guardadas",
        noPlaces: "Aún no hay vistas guardadas.",
        placesHint: { "Pulse \($0[.photo(.keepPlace)]) en una foto para guardar la vista." },
        nothingFound: { media, words in
            switch media {
            case .image: "No hay fotos de «\(words)»."
            case .video: "No hay vídeos de «\(words)»."
            case .audio: "No hay sonidos de «\(words)»."
            default: "No hay nada de «\(words)»."
            }
        },
        nothing: "Aquí no hay fotos.",
        noPictures: { $0.map { "No hay imágenes en \($0)." } ?? "No hay imágenes." },
        recursiveHint: "--recursive busca también en sus carpetas.",
        onlyFirst: { "Solo se muestran las primeras \($0)" },
        unreadable: { "No se puede leer \($0)" },
        unshown: Unshown(
            noPicture: "no es una imagen", unsupported: "formato no admitido",
            damaged: "dañado", failed: "no se puede mostrar"),
        nothingLoaded: "No se ha cargado nada.",
        alertTitles: .init(
            unreachable: "No se puede conectar con la NASA",
            serverBusy: "El servidor está saturado",
            serverFailed: "El servidor ha dado un error", other: "Algo ha fallado"))
}

extension DetailStrings {
    static let spanish = DetailStrings(
        photographer: "Fotógrafo",
        secondaryCreator: "También de",
        center: "Centro",
        location: "Lugar",
        alternative: "Descripción",
        licence: "Licencia",
        source: "Fuente",
        id: "ID",
        links: "Enlaces",
        albums: "Álbumes",
        keywords: "Palabras clave",
        loading: "Cargando …",
        noFacts: "El archivo no tiene metadatos.",
        noCaptions: "El vídeo no tiene subtítulos.",
        sizes: "Tamaños",
        size: { size in
            switch size {
            case .thumb: "miniatura"
            case .small: "pequeño"
            case .medium: "mediano"
            case .large: "grande"
            case .original: "original"
            }
        },
        shownHere: "se muestra",
        camera: Camera(
            title: "Cámara", lens: "Objetivo", filmFocalLength: "Equiv. 35 mm", taken: "Tomada",
            compensation: "Exposición", flash: "Flash", fired: "usado",
            software: "Procesada en"),
        file: File(
            name: "Archivo", dimensions: "Dimensiones", byteCount: "Tamaño", format: "Formato",
            bits: "Bits", profile: "Perfil", orientation: "Orientación", mirrored: "reflejada",
            position: "Posición", modified: "Modificado"))
}

extension SearchStrings {
    static let spanish = SearchStrings(
        name: { field in
            switch field {
            case .text: "Buscar"
            case .firstYear: "Desde el año"
            case .lastYear: "Hasta el año"
            case .center: "Centro"
            case .keywords: "Palabras clave"
            case .photographer: "Fotógrafo"
            case .location: "Lugar"
            case .media: "Medios"
            case .source: "Fuente"
            case .day: "Hasta el día"
            }
        },
        nameExample: "parte de un nombre",
        found: { $1 == .one ? "\($0) foto" : "\($0) fotos" },
        filter: { field, value in
            switch field {
            case .center: "centro \(value)"
            case .keywords: "#\(value)"
            case .photographer: "de \(value)"
            case .location: "en \(value)"
            case .text, .firstYear, .lastYear, .media, .source, .day: value
            }
        },
        example: { field in
            switch field {
            case .text: "p. ej. moon landing (en inglés)"
            case .firstYear: "p. ej. 1969"
            case .lastYear: "p. ej. 1972"
            case .center: "p. ej. JSC, JPL"
            case .keywords: "p. ej. Moon, Apollo 11"
            case .photographer: "un nombre"
            case .location: "p. ej. Houston, TX"
            case .media: "p. ej. video, audio"
            case .source: "p. ej. apod, commons"
            case .day: "2026-10-02, o un sol"
            }
        })
}

extension ViewerStrings {
    static let spanish = ViewerStrings(
        advice: { advice in
            switch advice {
            case .startXtermAsVT340:
                "Bloques: este xterm dibuja imágenes si se inicia con -ti vt340"
            case .openTmux:
                "Bloques: para las imágenes tmux puede necesitar set -g allow-passthrough on"
            case .updateTmux: "Bloques: este tmux pierde las imágenes; desde la 3.8 las deja pasar"
            case .enableImagesInVSCode:
                "Bloques: VS Code necesita la opción terminal.integrated.enableImages"
            case .raiseXtermLimit(let limit):
                """
                Las fotos acaban en \(limit.width)x\(limit.height) píxeles: aumente maxGraphicSize \
                de xterm, p. ej. 4096x4096
                """
            }
        },
        aligning: "[alineando]",
        nameOfPlace: "Nombre de esta vista: ",
        bits: { "(\($0) bits)" })
}

extension StatusStrings {
    static let spanish = StatusStrings(
        tooSmall: "sin espacio",
        standardInput: "entrada estándar", earth: "la Tierra", mars: "Marte", moon: "la Luna",
        sharpening: { "[original: \($0)]" },
        originalPassedOver: { "[el original es \($0), se muestra: \($1)]" },
        originalMissing: { "[no se encuentra el original, se muestra: \($0)]" },
        kept: "[sin conexión]", damaged: "[dañado]",
        frame: { "fotograma \($0)/\($1)" },
        page: { "imagen \($0)/\($1)" },
        still: { "[► vídeo: fotograma \($0) de \($1)]" },
        stillOfVideo: { "[► vídeo: \($0[.photo(.copyAddress)]) copia su dirección]" },
        reading: { "[leyendo la foto: \($0) %]" },
        spilling: { "[leyendo la foto: \($0) %, \($1) en disco]" },
        sharpeningFailed: { "falta la versión mayor, \($0[.screen(.retry)]): reintentar" },
        opening: "Abriendo …",
        lookingUp: "Buscando la foto …",
        decoding: "Decodificando …",
        waiting: { "Servidor ocupado; nuevo intento en \($0) s" },
        loading: { "Cargando: \($0)" },
        fetching: { "\($0) % de \($1)" },
        fetchingSoFar: { "\($0) hasta ahora" },
        notSandboxed: "sin aislamiento",
        moving: "en movimiento",
        atRest: "en reposo",
        bytes: { "\($0) B" },
        peakMemory: { "memoria máxima \($0) MB" },
        tiles: {
            """
            \($0) teselas, \($1) % reutilizadas, \($2) MB en memoria, \($3) MB en disco
            """
        })
}

extension NoticeStrings {
    static let spanish = NoticeStrings(
        saving: "Guardando el original …",
        noAlbum: "Esta foto no está en ningún álbum.",
        noPhoto: "No hay ninguna foto elegida.",
        noSearch: "No se puede buscar en archivos. Para la NASA, inicie nasa-view sin archivos.",
        noPage: "Esta foto no tiene página web.",
        noName: "La entrada estándar no tiene un nombre que copiar.",
        noDetails: "No hay detalles de esta foto.",
        onlyOfTheLibrary: "Solo funciona con fotos de la biblioteca de la NASA.",
        alreadyAFile: "Esta foto ya es un archivo de este equipo.",
        noRecording: "La NASA no indica ningún archivo que reproducir.",
        onlySound: { "Un sonido no tiene imagen. \($0[.photo(.copyAddress)]) copia su dirección." },
        quitKey: { "Pulse \($0[.stack(.quit)]) para salir." },
        copied: { "Copiado: \($0)" },
        viewIsKept: "El zoom y la posición se conservan al cambiar de foto.",
        viewIsNotKept: "El zoom vuelve a empezar con cada foto.",
        marked: { "Pulse \($0[.compare(.mark)]) en otra foto para comparar las dos." },
        notMarked: "No se compara nada",
        aligning: { "Solo se mueve esta foto (\($0[.compare(.align)]): otra vez las dos)" },
        aligned: "Las dos fotos se mueven juntas.",
        blinking: { rate, strings in
            let pace = rate == 1 ? "cada segundo" : "\(rate) veces por segundo"
            return "Cambio \(pace) (\(strings[.compare(.blink)]): parar)"
        },
        blinkingStopped: "Cambio parado",
        tooNarrow: "No hay espacio para dos fotos lado a lado.",
        openingDay: { "Buscando imágenes de \($0) …" },
        noLaterDay: "No hay imágenes posteriores.",
        noEarlierDay: "No hay imágenes anteriores.",
        slideshow: { "Presentación: \($0) s por foto (\($1[.view(.slideshow)]): parar)" },
        slideshowStopped: "Presentación parada",
        favouriteNow: { "★ Añadida a favoritos (\($0[.list(.favourites)]): verlos todos)" },
        favouriteNoLonger: "Quitada de favoritos",
        exporting: { "Guardando esta parte … \($0) %" },
        exported: { "Guardado: \($0), \($1)" + ($2 ? " (ajustado como se ve)" : "") },
        placeKept: { "★ Vista guardada (\($0[.list(.places)]): verlas todas)" },
        placeForgotten: "Vista quitada",
        onlyInTheViewer: { "Abra antes la foto (\($0[.screen(.open)]))." },
        saved: { "Guardado: \($0), \($1)" },
        browsing: "Abriendo la página en el navegador …",
        notSandboxed: "No hay aislamiento: las fotos se decodifican sin él.",
        noBrowser: { "No se puede iniciar un navegador. La página es \($0)" })
}

extension HelpStrings {
    static let spanish = HelpStrings(
        title: "Teclas",
        find: "escriba para buscar una",
        count: "un número antes la repite",
        nothingFound: "Ninguna tecla hace eso aquí.",
        viewer: Viewer(
            step: { "mover un \($0) %" },
            page: "mover una pantalla",
            sideEdges: "borde izq., derecho",
            topEdges: "borde sup., inferior",
            toggleZoom: "al 100 % o volver",
            peek: "ver toda la foto",
            zoomStep: "acercar, alejar",
            fit: "ajustar al ancho",
            original: "tamaño original",
            centre: "ir al centro",
            keepView: "zoom y posición",
            slideshow: { "presentación (9\($0[.view(.slideshow)]))" },
            compare: "elegir, comparar",
            animation: "pausar la animación",
            part: "fotograma, pág., día",
            overlay: "medidas de dibujo",
            list: "lista de fotos",
            info: "detalles de la foto",
            export: "guardar lo que ve",
            keepPlace: "guardar esta vista",
            copyLink: "copiar su enlace",
            inspect: "examinar píxeles",
            setPoint: "medir desde aquí"),
        comparison: Comparison(
            flip: "la otra foto",
            blink: "alternar por segundo",
            sideBySide: "lado a lado",
            align: "mover solo esta",
            next: "comparar la próxima",
            previous: "comparar la anterior"),
        library: Library(
            step: "mover",
            page: "página abajo, arriba",
            edges: "primera, última foto",
            open: "ver la foto",
            layout: "lista o cuadrícula",
            zoomStep: "tamaño de miniaturas",
            info: "detalles de la foto",
            removeFilter: "quitar un filtro",
            day: "día antes, después",
            pictureOfTheDay: "imagen del día",
            popular: "fotos populares"),
        detail: Detail(
            step: "desplazar",
            page: "página abajo, arriba",
            edges: "principio, final",
            open: "ampliar, o enlace",
            layout: "siguiente enlace",
            info: "todos los metadatos"),
        photo: Photo(
            next: "foto siguiente",
            previous: "foto anterior",
            search: "buscar",
            album: "álbum de la foto",
            favourites: "favoritos",
            places: "vistas guardadas",
            favourite: "favorita sí/no",
            save: "guardar el original",
            copyID: "copiar el ID",
            copyAddress: "copiar la dirección",
            browse: "abrir la página web"),
        other: Other(
            retry: "volver a cargar",
            redraw: "redibujar",
            help: "esta ayuda",
            back: "volver",
            quit: "volver, luego salir",
            interrupt: "salir ahora mismo",
            suspend: "suspender (fg sigue)"))
}

extension KeyStrings {
    static let spanish = KeyStrings(
        control: "Ctrl+",
        alt: "Alt+",
        shift: "Mayús+",
        name: { key in
            switch key {
            case .character(" "): "Espacio"
            case .pageUp: "RePág"
            case .pageDown: "AvPág"
            case .home: "Inicio"
            case .end: "Fin"
            case .delete: "Supr"
            case .enter: "Intro"
            case .backspace: "Retroceso"
            default: englishName(of: key)
            }
        },
        section: { section in
            switch section {
            case .essentials: "Lo básico"
            case .comparing: "Comparar"
            case .photos: "Fotos"
            case .zooming: "Zoom"
            case .picture: "Imagen"
            case .moving: "Moverse"
            case .thisPhoto: "Esta foto"
            case .library: "Biblioteca"
            case .program: "Programa"
            }
        })
}

extension LocalStrings {
    // The Academy requires a space before the percent sign; newspapers abbreviate months to three
    // letters.
    static let spanish = LocalStrings(
        groupSeparator: ".", decimalSeparator: ",", percentSpace: " ",
        months: [
            "ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic",
        ],
        or: "o",
        monthYear: { month, year in "\(month) \(year)" },
        dayMonthYear: { day, month, year in "\(day) \(month) \(year)" })
}
