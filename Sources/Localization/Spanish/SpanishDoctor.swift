internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

extension DoctorStrings {
    static let spanish = DoctorStrings(
        verdict: .spanish,
        headings: Headings(
            program: "programa",
            version: "versión",
            environment: "entorno",
            asked: "pregunta",
            answered: "respuesta",
            decided: "resultado",
            why: "motivo"),
        count: { "\($0) de \($1) preguntas" },
        answered: { "El terminal ha respondido a \($0), la última tras \($1) ms." },
        timedOut: { "El terminal ha respondido en \($1) ms a \($0), pero no a la última." },
        notAsked: { failure in
            switch failure {
            case .noTerminal:
                "No hay terminal al que preguntar. Lo que sigue se basa solo en el entorno."
            case .pipe:
                """
                La salida va a una tubería cuyo lector puede usar el terminal; por eso no se le ha \
                preguntado. Lo que sigue se basa solo en el entorno. Mejor en un archivo: \
                nasa-view doctor > report.md
                """
            case .background:
                """
                El programa está en segundo plano; por eso no se ha preguntado al terminal. Lo que \
                sigue se basa solo en el entorno.
                """
            case .kind:
                """
                A un terminal con este TERM no se le pregunta, porque podría mostrar las preguntas \
                como texto. Lo que sigue se basa solo en el entorno.
                """
            }
        },
        query: { query in
            switch query {
            case .version: "nombre y versión (XTVERSION)"
            case .secondaryAttributes: "tipo de terminal (DA2)"
            case .sixelGeometry: "tamaño actual de sixel"
            case .cellPixels: "tamaño de la celda en píxeles (16t)"
            case .textAreaPixels: "área de texto en píxeles (14t)"
            case .synchronizedUpdates: "actualización sincronizada (mode 2026)"
            case .mousePixels: "ratón en píxeles (mode 1016)"
            case .resizeReports: "avisos de tamaño (mode 2048)"
            case .colourSchemeReports: "avisos de claro/oscuro (mode 2031)"
            case .visibilityReports: "avisos de visibilidad (mode 2033)"
            case .background: "color de fondo (OSC 11)"
            case .primaryAttributes: "capacidades (DA1)"
            case .kittyGraphics, .sixelLimit, .sixelRegisters, .keyboard:
                DoctorText.code(of: query)
            }
        },
        topic: { topic in
            switch topic {
            case .terminal: "terminal"
            case .window: "ventana"
            case .cell: "tamaño de celda"
            case .graphics: "imágenes"
            case .passage: "paso"
            case .registers: "registros sixel"
            case .pictureLimit: "límite de sixel"
            case .colours: "colores del texto"
            case .synchronizedUpdates: "sincronización"
            case .keyboard: "teclado de kitty"
            case .mousePixels: "ratón en píxeles"
            case .resizeReports: "avisos de tamaño"
            case .background: "fondo"
            case .colourSchemeReports: "claro u oscuro"
            case .visibilityReports: "visibilidad"
            case .hyperlinks: "enlaces"
            case .progress: "barra de progreso"
            case .rightToLeft: "ordena texto de derecha a izquierda"
            }
        },
        setting: { setting in
            switch setting {
            case 0: "desconocido"
            case 1: "activado"
            case 2: "desactivado"
            case 3: "siempre activado"
            case 4: "siempre desactivado"
            default: "no válido"
            }
        },
        error: { "error \($0)" },
        yes: "sí",
        no: "no",
        unknown: "desconocido",
        noneNamed: "no lo dice",
        bits: "24 bits",
        rightToLeft: { support in
            switch support {
            case .none: "no"
            case .words: "sí, palabra por palabra"
            case .switched: "sí, hasta que se desactiva"
            case .rows: "sí, líneas enteras"
            }
        },
        cells: { "\($0)x\($1) celdas" },
        namesSixel: "DA1 nombra sixel (4)",
        namesNoSixel: "DA1 no nombra sixel (4)",
        answerTo: { "respuesta a " + $0 },
        noAnswerTo: { "sin respuesta a " + $0 },
        wasNotAsked: "no se ha preguntado",
        kernel: "el núcleo (TIOCGWINSZ)",
        assumed: "supuesto (sin información)",
        measuredIn: { "conocido de \($0)" },
        tried: "probado: coloca partes de imágenes",
        quirks: { name in
            name.isEmpty
                ? "De este terminal, y se tiene en cuenta:" : "De \(name), y se tiene en cuenta:"
        },
        quirk: spanishQuirk,
        chart: { "Con \($0), cada cuadro debe tener el color que se nombra encima:" },
        multiplexer: .spanish,
        sandbox: { status in
            switch status {
            case .holds:
                """
                Las fotos se decodifican en un entorno aislado que no puede abrir archivos, usar la \
                red ni enviar señales a otros procesos (recién probado).
                """
            case .open(let operations):
                """
                Las fotos se decodifican en procesos aparte, pero este sistema no los aísla. En una \
                prueba, uno pudo \(operations.map(name).joined(separator: ", ")).
                """
            case .broken:
                """
                Las fotos se decodifican en procesos aparte, pero no se ha podido iniciar ninguno. No \
                se podrán mostrar hasta que el sistema tenga memoria y archivos libres.
                """
            case .none:
                """
                Las fotos se decodifican en el propio programa porque este sistema no ofrece procesos \
                aparte. Si un decodificador falla, el programa termina.
                """
            }
        },
        unknownVersion: "desconocida",
        isSet: "definida")

    private static func name(_ operation: SandboxStatus.ForbiddenOperation) -> String {
        switch operation {
        case .openFiles: "abrir archivos"
        case .useNetwork: "usar la red"
        case .signalProcesses: "enviar señales a procesos"
        }
    }
}

extension VerdictStrings {
    static let spanish = VerdictStrings(
        pictures: { "Imágenes: \($0), \($1.string)." },
        picturesThrough: { "Imágenes: \($0) a través de \($1), \($2.string)." },
        unknown: "Imágenes: no se sabe.",
        allColours: "todos los colores",
        colours: { "\($0) colores" },
        allWell: "Todo en orden.",
        notAsked: "No se ha preguntado al terminal.",
        noAnswer: "El terminal no ha respondido.",
        advice: { advice in
            switch advice {
            case .startXtermAsVT340:
                "Este xterm dibuja imágenes si se inicia con -ti vt340."
            case .openTmux:
                "Para ver imágenes en tmux, ponga en tmux.conf: set -g allow-passthrough on"
            case .updateTmux:
                """
                Esta versión de tmux pierde imágenes que debería dejar pasar. tmux 3.8 o posterior no; \
                también sirve su propio sixel, si está compilado con él.
                """
            case .enableImagesInVSCode:
                """
                VS Code dibuja imágenes con la opción "terminal.integrated.enableImages": true.
                """
            case .raiseXtermLimit(let limit):
                """
                Las fotos se limitan a \(limit.width)x\(limit.height) píxeles. Para evitarlo, inicie \
                xterm con -xrm 'XTerm*maxGraphicSize: 4096x4096'.
                """
            }
        },
        noPictures: """
            Este terminal no dibuja imágenes. Otros sí: kitty, Ghostty, Konsole, foot, WezTerm, iTerm2.
            """,
        noSandbox: "Las fotos se decodifican sin aislamiento.",
        noDecoder: "Las fotos no se pueden decodificar.")
}

extension MultiplexerStrings {
    static let spanish = MultiplexerStrings(
        pane: { "\($0), panel en \($1),\($2)" },
        fromOutside: ", terminal exterior",
        namesSixel: "DA1 del terminal exterior nombra sixel (4)",
        noAnswer: "sin respuesta del terminal exterior",
        answers: "respuestas del terminal exterior",
        noPlace: "posición del panel desconocida",
        noPictures: "el terminal exterior no dibuja imágenes",
        answered: {
            "A través de \($0), el terminal exterior ha respondido a \($1) de \($2) preguntas:"
        },
        makeActive: { "No se sabe dónde está el panel. Haga que sea el panel activo de \($0)." },
        outsideIsPlain: { "El terminal exterior a \($0) responde, pero no dibuja imágenes." },
        unknownPictures: {
            """
            \($0) no lleva la cuenta de las imágenes que deja pasar. Pulse Ctrl+L para redibujar lo \
            que haya tapado.
            """
        },
        keptPictures: {
            """
            \($0) no lleva la cuenta de las imágenes que deja pasar. Pulse Ctrl+L para redibujar lo \
            que haya tapado; en otras ventanas kitty sigue mostrando las imágenes.
            """
        },
        asText: { "\($0), como texto (caracteres de reserva de Unicode)" },
        textPictures: {
            """
            Para \($0) las imágenes son texto (caracteres de reserva de Unicode): él mismo las mueve, \
            recorta y redibuja.
            """
        },
        tmuxIsClosed: """
            tmux no deja pasar nada al terminal exterior. Con `set -g allow-passthrough on` en \
            tmux.conf este puede dibujar imágenes; las versiones nuevas de tmux dibujan sixel solas.
            """,
        tmuxIsSilent:
            "tmux no ha dicho dónde está este panel; por eso no se envían imágenes a través de él.",
        screenIsSilent: "El terminal exterior a GNU screen no ha respondido.")
}
