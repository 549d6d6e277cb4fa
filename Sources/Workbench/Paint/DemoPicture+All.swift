internal import Imaging
internal import Painting

extension DemoPicture {
    /// The collection in its order: the first is what a newcomer sees first.
    static let all: [DemoPicture] = [
        DemoPicture(
            name: "limb", scene: "limb", size: PixelSize(width: 1800, height: 1200),
            title: "Aurora and Dawn from Orbit",
            description: """
                A curtain of aurora follows the Earth's limb while dawn comes up far to the east. \
                Cities glow through gaps in moonlit cloud, and a thin green line of airglow marks \
                the top of the air that we breathe.
                """,
            keywords: ["Earth", "aurora", "airglow", "limb", "night"],
            album: "Earth"),
        DemoPicture(
            name: "nebula", scene: "nebula", size: PixelSize(width: 1600, height: 1067),
            title: "A Nursery of Stars",
            description: """
                Hydrogen glows red and oxygen blue about a cluster of young stars. Lanes of dust \
                stand dark before the gas; in their folds the next stars are being born.
                """,
            keywords: ["nebula", "stars", "dust", "hydrogen"],
            album: "Deep Sky"),
        DemoPicture(
            name: "moon", scene: "moon", size: PixelSize(width: 1600, height: 1200),
            samples: .gray, title: "Half Moon with Earthshine",
            description: """
                Along the terminator low sunlight draws every crater in relief. The night side is \
                not quite dark: sunlight given back by the Earth falls on it. Lava plains cover the \
                upper half of the disc. The picture has a single, gray channel.
                """,
            keywords: ["Moon", "craters", "terminator", "earthshine", "gray"],
            album: "The Solar System"),
        DemoPicture(
            name: "milkyway", scene: "milkyway", size: PixelSize(width: 8000, height: 1000),
            title: "The Milky Way from Horizon to Horizon",
            description: """
                A panorama of the whole arch over two observatories. The dark rift is dust that \
                hides the stars behind it; the glow to the left is a town beyond the hills. The \
                picture is eight times as wide as high: pan through it.
                """,
            keywords: ["Milky Way", "panorama", "observatory", "night sky"],
            album: "Deep Sky"),
        DemoPicture(
            name: "launch", scene: "launch", size: PixelSize(width: 1200, height: 3000),
            title: "Night Launch",
            description: """
                A rocket climbs over still water on a column of its own light. Smoke rolls from the \
                pad, lit from within. The picture is much taller than wide: scroll down to the \
                reflection.
                """,
            keywords: ["rocket", "launch", "night", "portrait"],
            album: "Earth"),
        DemoPicture(
            name: "galaxy", scene: "galaxy", size: PixelSize(width: 1600, height: 1280),
            title: "A Spiral Galaxy",
            description: """
                Old yellow stars fill the middle, young blue ones the arms. The pink knots are \
                clouds of hydrogen lit by new stars, and the brown lanes between them are dust.
                """,
            keywords: ["galaxy", "spiral", "stars", "dust"],
            album: "Deep Sky"),
        DemoPicture(
            name: "giant", scene: "giant", size: PixelSize(width: 1400, height: 1400),
            title: "A Giant, Its Storm and Its Moon",
            description: """
                Winds draw the clouds of a gas giant out into belts and zones. To the left a storm \
                larger than the Earth has turned for centuries; to the right a moon passes and \
                drops its round shadow on the clouds.
                """,
            keywords: ["gas giant", "storm", "moon", "transit"],
            album: "The Solar System"),
        DemoPicture(
            name: "ringed", scene: "ringed", size: PixelSize(width: 960, height: 600),
            format: .png, samples: .rgba, title: "The Ringed Planet, Cut Out",
            description: """
                Thousands of ringlets, a wide gap and a narrow one circle a pale planet, and its \
                shadow falls across them. The ground of this PNG is transparent: whatever colour \
                the screen has shines through between the rings.
                """,
            keywords: ["planet", "rings", "transparent", "PNG"],
            album: "The Solar System"),
        DemoPicture(
            name: "desert", scene: "desert", size: PixelSize(width: 1800, height: 1200),
            title: "Dunes under a Dusty Sky",
            description: """
                Late light rakes over dunes of red sand, and ripples cross their flanks. Mesas fade \
                into the haze of the horizon. Towards the sun the dust scatters blue, as it does \
                on Mars.
                """,
            keywords: ["Mars", "dunes", "desert", "mesa"],
            album: "The Solar System"),
        DemoPicture(
            name: "eclipse", scene: "eclipse", size: PixelSize(width: 6000, height: 4000),
            title: "Totality Ends",
            description: """
                The first grain of sunlight makes a diamond of the ring that is the corona. The \
                face of the new Moon shows faintly in the light of the full Earth. The picture has \
                24 million pixels: zoom in to see the streamers.
                """,
            keywords: ["eclipse", "corona", "Sun", "24 megapixels"],
            album: "The Solar System"),
        DemoPicture(
            name: "deepfield", scene: "deepfield", size: PixelSize(width: 1280, height: 1280),
            title: "A Deep Field",
            description: """
                Nearly every speck of this picture is a galaxy. The gravity of the yellow cluster \
                in the middle bends the light of those behind it into long thin arcs.
                """,
            keywords: ["galaxies", "deep field", "cluster", "gravitational lens"],
            album: "Deep Sky"),
        DemoPicture(
            name: "comet", scene: "comet", size: PixelSize(width: 1920, height: 1080),
            title: "A Comet and Its Two Tails",
            description: """
                The blue tail is gas, blown straight away from the Sun. The pale one is dust, which \
                lags behind on the comet's path. Carbon makes the head shine green.
                """,
            keywords: ["comet", "tail", "stars"],
            album: "The Solar System"),
        DemoPicture(
            name: "ice", scene: "ice", size: PixelSize(width: 1440, height: 1080),
            title: "Cracked Ice over an Ocean",
            description: """
                Ridges run for hundreds of kilometres over a shell of ice, each younger than those \
                it crosses. Salts from the sea below stain them red. The colours are enhanced.
                """,
            keywords: ["Europa", "ice", "ridges", "ocean moon"],
            album: "The Solar System"),
        DemoPicture(
            name: "thumbnail", scene: "comet", size: PixelSize(width: 96, height: 64),
            format: .png, seed: 2, title: "A Very Small Comet",
            description: """
                The smallest picture here: 96 by 64 pixels. It is narrower than any screen, and is \
                held at the width of the screen.
                """,
            keywords: ["comet", "tiny", "PNG"],
            album: "The Solar System"),
        DemoPicture(
            name: "chart", scene: "chart", size: PixelSize(width: 1280, height: 960),
            format: .png, title: "Test Chart",
            description: """
                Known colours, sixteen grays, ramps, and lines of one, two, four and eight pixels. \
                At original size each line of the screen shows one line of the chart.
                """,
            keywords: ["test chart", "colours", "PNG"]),
    ]
}
