internal import Imaging
internal import PhotoCatalog
internal import Settings
internal import TerminalProtocols

extension ArgumentStrings {
    static let spanish = ArgumentStrings(
        noTerminal:
            "No hay terminal donde dibujar. --print escribe una imagen y --plain texto.",
        noThreads:
            "No se puede crear un hilo. Cierre programas o aumente los límites (vea ulimit -a).",
        noProc:
            "No se puede leer /proc, que es necesario. Móntelo o use nasa-view donde sea visible.",
        fewDescriptors: {
            "No se pueden abrir suficientes archivos (hacen falta \($0)). Aumente el límite (vea ulimit -n)."
        },
        littleMemory: {
            "Falta espacio de direcciones (hacen falta \($0) MB). Aumente el límite (vea ulimit -v)."
        },
        crashed: { log in
            "El programa ha fallado. "
                + (log.map { "Sus últimos pasos están en \($0)." }
                    ?? "Con NASA_VIEW_LOG=ARCHIVO registra lo que hace.")
        },
        nothingToPrint:
            "No hay nada que escribir. Indique una foto (ID de la NASA, archivo o URL) o use --demo.",
        sizeIsInCells:
            "--size se mide ahora en celdas; para píxeles añada px: 800x600px.",
        nothingToCompare: "--compare necesita dos fotos.",
        noDemo: "No se encuentra la colección de ejemplo. Indique su carpeta en NASA_VIEW_DEMO.",
        noList: "--stdin-list necesita nombres en la entrada estándar, por ejemplo de find.",
        popularAlone: "--popular no admite palabras, filtros ni --offline.",
        mediaTypes:
            "--media debe ser image, video o audio, o varios separados por comas.",
        api:
            "--api y NASA_VIEW_API deben empezar por https://, o por http:// en este equipo.",
        memory: "--memory debe ser al menos 16M.",
        cellSize: {
            "El tamaño de la celda debe ser como 10x20, hasta \($0)x\($0) píxeles."
        },
        day: { text, isSol in
            isSol
                ? "«\(text)» no es un sol. Escriba el número de un día en Marte, como 1520."
                : "«\(text)» no es un día. Escríbalo como 2026-10-02."
        },
        place: {
            "«#\($0)» no es un lugar de una foto. Escriba #xywh=X,Y,ANCHO,ALTO o #X,Y,ZOOM."
        },
        area: "--area debe ser X,Y,ANCHO,ALTO en píxeles de la foto.",
        target: "--to debe ser un archivo que termine en .png, .jpg o .jpeg.",
        fileExists: { "\($0) ya existe. --force lo sustituye." },
        seeHelp: "Vea nasa-view --help.",
        meant: { "Orden desconocida «\($0)». ¿Quería decir \($1)?" },
        outputFailed: { "No se puede escribir en la salida estándar: \($0)." })
}

extension CacheStrings {
    static let spanish = CacheStrings(
        off: "La caché está desactivada.",
        contents: { "\($0) entradas, \($1) de \($2)" },
        cleared: { "\($0) entradas borradas (\($1))." },
        trouble: { trouble in
            switch trouble {
            case .diskFull: "El disco está lleno. Las fotos nuevas no se guardan en la caché."
            case .notWritable:
                "No se puede escribir en la carpeta de la caché. No se guarda nada en ella."
            case .notOurs:
                "La carpeta de la caché es de otro usuario. No se guarda nada en ella."
            case .isLink: "La carpeta de la caché es un enlace. No se guarda nada en ella."
            case .unusable(let reason):
                "No se puede usar la caché (\(reason)). No se guarda nada en ella."
            }
        },
        archiveFailure: { failure in
            switch failure {
            case .noPlace:
                "No hay carpeta personal. Los favoritos y el historial no se guardan."
            case .newerVersion:
                "Los favoritos y el historial son de un nasa-view más nuevo. Actualice este."
            case .notOurs(let path):
                "Los favoritos y el historial no se guardan: \(path) es de otro usuario."
            case .isLink(let path):
                "Los favoritos y el historial no se guardan: \(path) es un enlace."
            case .damagedAgain:
                "No se pueden usar los favoritos ni el historial (un archivo nuevo también está dañado)."
            case .endless:
                "No se pueden usar los favoritos ni el historial (una consulta no termina nunca)."
            case .unusable(let reason):
                "No se pueden usar los favoritos ni el historial (\(reason))."
            }
        },
        archiveNotice: { notice in
            switch notice {
            case .wasReset(let path):
                "Los favoritos y el historial estaban dañados y se han vaciado. Archivo anterior: \(path)"
            }
        },
        offline: { "No se puede conectar con el servidor. Se muestra lo guardado \($0)." },
        daysAgo: {
            $0 == 1 ? "hace 1 día" : "hace \(LocalStrings.spanish.number($0)) días"
        },
        hoursAgo: { $0 == 1 ? "hace 1 hora" : "hace \($0) horas" },
        minutesAgo: { $0 == 1 ? "hace 1 minuto" : "hace \($0) minutos" },
        momentAgo: "hace un momento")
}

extension CommandStrings {
    static let spanish = CommandStrings(
        moreFailures: { "Han fallado \($0) más." },
        facts: Facts(
            id: "ID",
            title: "título",
            credit: "crédito",
            date: "fecha",
            center: "centro",
            location: "lugar",
            keywords: "palabras clave",
            albums: "álbumes",
            page: "página",
            licence: "licencia",
            video: "vídeo"),
        received: { "\($0) de \($1)" },
        pixels: { "\($0) por \($1) píxeles" },
        more: { "\($0) de \($1) fotos. --search y sus filtros acortan la lista." },
        noFavourite: { "\($0) no está entre los favoritos." },
        noSuchSize: { name, size, sizes in
            let list = sizes.isEmpty ? "ninguno" : sizes.joined(separator: ", ")
            return "\(name) no existe en el tamaño «\(size)». Tamaños disponibles: \(list)."
        },
        noFolder: { "No existe la carpeta \($0)." },
        notWritable: { "No se puede escribir en \($0). Compruebe sus permisos." },
        diskFull:
            "El disco está lleno. Libere espacio y vuelva a intentarlo: la descarga continuará.",
        outside: { "El recorte no está dentro de \($0), que tiene \($1) píxeles." },
        tooLargeForFormat: {
            "Un JPEG no puede medir más de \($0) píxeles de ancho o de alto. Guárdelo como PNG."
        },
        tooMuchOfTiles: {
            "De una imagen en teselas se pueden guardar como mucho \($0) megapíxeles a la vez. Acérquese."
        },
        busy: { "Otro programa está usando \($0)." },
        tooManyOfName: { "No se puede guardar \($0): hay demasiados archivos con este nombre." },
        unusable: { "No se puede guardar \($0) (\($1))." })
}

extension ConfigurationStrings {
    static let spanish = ConfigurationStrings(
        fault: { kind in
            switch kind {
            case .noName: "aquí falta un nombre"
            case .noEquals: "aquí falta ="
            case .noValue: "aquí falta un texto entre comillas, un número o una lista"
            case .openText: "faltan las comillas de cierre"
            case .openList: "en esta lista falta ] o una coma"
            case .openTable: "falta ]"
            case .unknownEscape:
                "secuencia de escape desconocida; una barra invertida se escribe \\\\"
            case .leftover: "sobra texto después del valor"
            case .unsupported: "sintaxis no admitida"
            case .twice(let name): "\(name) ya está definido más arriba; esta línea no cuenta"
            case .tooLong: "el archivo es demasiado largo"
            case .unreadable: "no se puede leer el archivo; compruebe sus permisos"
            case .unknownSetting(let name, let meant):
                "opción desconocida «\(name)»; \(meantOrAll(meant))"
            case .wrongValue(let name, let value, .words(let words)):
                "\(name): «\(value)» no se conoce; use \(list(words))"
            case .wrongValue(let name, let value, .range(let range)):
                "\(name) debe ser \(range.lowerBound)–\(range.upperBound) (no \(value))"
            case .wrongValue(let name, let value, .examples(let examples)):
                "\(name): «\(value)» no es válido; use por ejemplo \(list(examples))"
            case .unknownAction(let name, let meant):
                "acción desconocida «\(name)»; \(meantOrAll(meant))"
            case .unknownKey(let name):
                "tecla desconocida «\(name)»; en nasa-view, ? las muestra todas"
            case .keptKey(let name): "la tecla \(name) no se puede cambiar"
            }
        },
        noFile: { "\($0) (no existe)" },
        noHome: "No hay carpeta personal, así que no hay archivo de configuración.",
        byDefault: "valor predeterminado",
        file: { "archivo, línea \($0)" },
        environment: { "entorno, \($0)" },
        flag: { "opción, --\($0)" },
        automatic: "automático")

    private static func meantOrAll(_ meant: String?) -> String {
        meant.map { "¿quería decir «\($0)»?" } ?? "nasa-view config las muestra todas"
    }

    private static func list(_ words: [String]) -> String {
        LocalStrings.spanish.alternatives(words)
    }
}

extension ManualStrings {
    static let spanish = ManualStrings(
        headings: Headings(
            section: "Órdenes de usuario",
            name: "NOMBRE",
            synopsis: "SINOPSIS",
            description: "DESCRIPCIÓN",
            options: "OPCIONES",
            commands: "ÓRDENES",
            keys: "TECLAS",
            environment: "ENTORNO",
            files: "ARCHIVOS",
            exitStatus: "ESTADO DE SALIDA",
            examples: "EJEMPLOS",
            seeAlso: "VÉASE TAMBIÉN",
            bugs: "ERRORES"),
        keys: Keys(
            viewer: "En el visor",
            comparison: "Al comparar dos fotos, además de las teclas del visor",
            library: "En listas y cuadrículas",
            detail: "En la página de una foto"),
        variables: Variables(
            like: { "Igual que \($0), que tiene prioridad." },
            start: "Búsqueda inicial.",
            demo: "Carpeta de la colección de ejemplo.",
            log: "Archivo de registro: cada imagen, desde la tecla hasta sus bytes.",
            noColour: "Si no está vacía, el texto no tiene colores; las imágenes sí.",
            language: "Idioma, si no se indica de otro modo.",
            terminal: "Sirven para reconocer el terminal."),
        files: Files(
            settings: { "Configuración. Carpeta predeterminada: \($0)." },
            cache: { "Respuestas e imágenes guardadas. Carpeta predeterminada: \($0)." },
            archive: { "Favoritos, búsquedas y fotos vistas. Carpeta predeterminada: \($0)." }),
        statuses: [
            "Correcto.",
            "Algo ha fallado; la salida de error dice qué.",
            "Línea de órdenes no válida, o no hay terminal donde dibujar.",
            "No existe esa foto, ese archivo o esa página.",
            "No hay red.",
            "No es una imagen.",
            "Una imagen demasiado dañada para mostrarla.",
        ])
}
