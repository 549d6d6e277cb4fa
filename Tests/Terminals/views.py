"""What a view of a photo must look like, worked out without the program's own code."""

from fractions import Fraction


class Screen:
    """A terminal's screen: its cells, and the picture elements in one cell."""

    def __init__(self, columns, rows, cell, uses_pixels):
        self.columns, self.rows, self.cell, self.uses_pixels = columns, rows, cell, uses_pixels
        self.element = cell if uses_pixels else (1, 2)
        self.width = columns * self.element[0]
        height = (rows - 1) * self.element[1]
        # A sixel has bands of six, and some terminals count the last one as whole.
        self.height = height // 6 * 6 if uses_pixels else height


class View:
    """A photo on a screen: its scale, and the picture element of the photo in the top left corner."""

    def __init__(self, photo, screen, scale, x=None, y=None):
        self.photo, self.screen, self.scale = photo, screen, scale
        self.shown_width = round(photo.width * scale)
        self.shown_height = round(photo.height * scale)
        self.x = self._place(x, self.shown_width, screen.width)
        self.y = self._place(y, self.shown_height, screen.height)

    @staticmethod
    def _place(wish, shown, room):
        if shown <= room:
            return -((room - shown) // 2)
        return min(max(0, (shown - room) // 2 if wish is None else wish), shown - room)

    @classmethod
    def fitted(cls, photo, screen):
        """As wide as the screen, about the middle of the photo."""
        scale = Fraction(screen.width, photo.width)
        return cls(photo, screen, scale, y=(round(photo.height * scale) - screen.height) // 2)

    def at_top(self):
        return View(self.photo, self.screen, self.scale, self.x, 0)

    def original(self):
        """One photo pixel is one picture element, about the centre of this view."""
        return self._about_centre(max(Fraction(1), Fraction(self.screen.width, self.photo.width)))

    def zoomed(self, steps):
        """Nearer by so many steps about the centre; four steps are twice the size."""
        return self._about_centre(self.scale * Fraction(2 ** (steps / 4)))

    def _about_centre(self, scale):
        middle = [(self.x + Fraction(self.screen.width, 2)) / self.scale * scale,
                  (self.y + Fraction(self.screen.height, 2)) / self.scale * scale]
        return View(self.photo, self.screen, scale, round(middle[0] - Fraction(self.screen.width, 2)),
                    round(middle[1] - Fraction(self.screen.height, 2)))

    def moved(self, right, down, scrolls=False):
        """Panned by tenths of the screen, and by whole rows where the terminal scrolls pictures."""
        row = self.screen.cell[1] if scrolls else 1
        return View(self.photo, self.screen, self.scale,
                    self.x + right * (self.screen.width // 10),
                    self.y + down * (self.screen.height // 10 // row * row))

    def at_corner(self):
        return View(self.photo, self.screen, self.scale, 0, 0)

    def photo_area(self, column, row, columns, rows):
        """The photo's rectangle under some cells, or None where they are not all on the photo."""
        width, height = self.screen.element
        left, top = column * width + self.x, row * height + self.y
        right, bottom = left + columns * width, top + rows * height
        if left < 0 or top < 0 or right > self.shown_width or bottom > self.shown_height:
            return None
        area = [int(edge / self.scale) for edge in (left, top, right, bottom)]
        area[2], area[3] = max(area[2], area[0] + 1), max(area[3], area[1] + 1)
        return tuple(area)


PATCH = (4, 2)
# The screen in sectors, from each of which the smoothest patch is taken.
SECTORS = (6, 4)


def patches(view):
    """Known places: in each sector of the screen the smoothest patch of cells, and its colour."""
    best = {}
    screen = view.screen
    for row in range(0, screen.rows - PATCH[1], PATCH[1]):
        if (row + PATCH[1]) * screen.element[1] > screen.height:
            continue
        for column in range(0, screen.columns - PATCH[0] + 1, PATCH[0]):
            area = view.photo_area(column, row, *PATCH)
            if area is None:
                continue
            sector = (column * SECTORS[0] // screen.columns, row * SECTORS[1] // screen.rows)
            spread = view.photo.spread(*area)
            if sector not in best or spread < best[sector][0]:
                best[sector] = (spread, column, row, area)
    return [(column, row, view.photo.mean(*area)) for _, column, row, area in best.values()]


def compare(view, shot, origin):
    """The mean and the largest distance of a screenshot's patches from the photo's, by channel."""
    worst, total, count = 0, 0, 0
    width, height = view.screen.cell
    for column, row, wanted in patches(view):
        left, top = origin[0] + column * width, origin[1] + row * height
        seen = shot.mean(left, top, left + PATCH[0] * width, top + PATCH[1] * height)
        for one, other in zip(seen, wanted):
            worst = max(worst, abs(one - other))
            total += abs(one - other)
            count += 1
    return (total / count if count else 255), worst, count // 3


def settled(view, shot, origin, reach):
    """The view that a screenshot shows, within so many picture elements of the one expected.

    The centre of a view is a whole pixel: at another scale it may be a little off.
    """
    width, height = view.screen.cell
    seen = {}
    for row in range(2, view.screen.rows - 3, 4):
        for column in range(2, view.screen.columns - 2, 8):
            left, top = origin[0] + column * width, origin[1] + row * height
            seen[column, row] = shot.mean(left, top, left + width, top + height)

    def apart(moved):
        areas = ((moved.photo_area(*place, 1, 1), colour) for place, colour in seen.items())
        return sum(abs(a - b) for area, colour in areas if area
                   for a, b in zip(colour, view.photo.mean(*area)))

    for right, down in ((0, 1), (1, 0)):
        steps = (View(view.photo, view.screen, view.scale, view.x + right * step,
                      view.y + down * step) for step in range(-reach, reach + 1))
        view = min(steps, key=apart)
    return view


def detail(view, shot, origin):
    """How well a screenshot follows the photo's detail: its correlation along the middle rows.

    Smooth patches cannot tell one place from the next; this can, to a few pixels.
    """
    seen, wanted = [], []
    width, height = view.screen.cell
    for row in range(view.screen.rows // 4, view.screen.rows * 3 // 4):
        for column in range(view.screen.columns):
            area = view.photo_area(column, row, 1, 1)
            if area is None:
                continue
            left, top = origin[0] + column * width, origin[1] + row * height
            seen.append(sum(shot.mean(left, top, left + width, top + height)))
            wanted.append(sum(view.photo.mean(*area)))
    return correlation(seen, wanted)


def correlation(one, other):
    """Pearson's: 1 where both rise and fall together."""
    count = len(one)
    if count < 2:
        return 0.0
    mean_one, mean_other = sum(one) / count, sum(other) / count
    product = sum((a - mean_one) * (b - mean_other) for a, b in zip(one, other))
    square_one = sum((a - mean_one) ** 2 for a in one)
    square_other = sum((b - mean_other) ** 2 for b in other)
    if square_one == 0 or square_other == 0:
        return 1.0 if square_one == square_other else 0.0
    return product / (square_one * square_other) ** 0.5
