//! The cover of a game: its board with pieces of its roles, or cards where it has none, on a ground of its own colour.

use game::random::Draw;
use jpeg_encoder::{ColorType, Encoder};
use serde_json::Value;
use tiny_skia::{
    Color, FillRule, GradientStop, LinearGradient, Paint, Path, PathBuilder, Pixmap, Point, Rect, SpreadMode, Stroke,
    Transform,
};

/// Side of a picture in its own coordinates.
const SIDE: f32 = 340.0;
/// Share of it for the board.
const BOARD: f32 = 0.76;
const QUALITY: u8 = 92;

const LIGHT: Color3 = (243, 238, 221);
const DARK: Color3 = (150, 180, 158);
const LINE: Color3 = (225, 232, 226);
const INK: Color3 = (36, 44, 40);
/// Colours of roles in order, repeated.
const ROLES: [Color3; 6] =
    [(200, 58, 50), (44, 104, 205), (226, 172, 48), (60, 148, 92), (128, 80, 190), (216, 120, 48)];

type Color3 = (u8, u8, u8);

/// Draws a square JPEG of this width, the same for the same game. An error says why there is none.
pub fn jpeg(info: &Value, pixels: u16) -> Result<Vec<u8>, String> {
    let mut picture = Pixmap::new(pixels.into(), pixels.into()).ok_or("a picture of no size")?;
    draw(&mut Canvas { picture: &mut picture, scale: f32::from(pixels) / SIDE }, info);
    let rgb: Vec<u8> = picture.pixels().iter().flat_map(|it| [it.red(), it.green(), it.blue()]).collect();
    let mut out = Vec::new();
    Encoder::new(&mut out, QUALITY).encode(&rgb, pixels, pixels, ColorType::Rgb).map_err(|e| e.to_string())?;
    Ok(out)
}

fn draw(canvas: &mut Canvas, info: &Value) {
    // The same for the same title.
    let mut chance = Draw::new(lab::text_hash(info["title"].as_str().unwrap_or_default()));
    canvas.ground(chance.below(360));
    let boards = info["boards"].as_array().map_or(&[][..], Vec::as_slice);
    let roles = info["roles"].as_array().map_or(0, Vec::len);
    match boards.iter().max_by_key(|it| cells(it).len()).and_then(Board::of) {
        Some(board) => board.draw(canvas, roles, &mut chance),
        None => cards(canvas, roles),
    }
}

fn cells(board: &Value) -> Vec<(f32, f32)> {
    let number = |it: &Value| it.as_f64().unwrap_or_default() as f32;
    board["cells"]
        .as_array()
        .map_or_else(Vec::new, |all| all.iter().map(|it| (number(&it["x"]), number(&it["y"]))).collect())
}

/// A board in picture coordinates.
struct Board<'a> {
    kind: &'a str,
    cells: Vec<(f32, f32)>,
    /// True for a dark cell.
    dark: Vec<bool>,
    links: Vec<(usize, usize)>,
    /// Distance of neighbours.
    step: f32,
}

impl Board<'_> {
    /// `None` for a board without cells.
    fn of(board: &Value) -> Option<Board<'_>> {
        let kind = board["kind"].as_str()?;
        let found = cells(board);
        let links: Vec<(usize, usize)> =
            board["links"].as_array()?.iter().filter_map(|it| Some((index(&it["from"])?, index(&it["to"])?))).collect();
        let (left, right) = ends(found.iter().map(|it| it.0))?;
        let (top, bottom) = ends(found.iter().map(|it| it.1))?;
        let near = match kind {
            "graph" => nearest(&found),
            _ => 1.0,
        };
        let scale = SIDE * BOARD / (right - left + near).max(bottom - top + near);
        let middle = ((left + right) / 2.0, (top + bottom) / 2.0);
        let placed = |(x, y): (f32, f32)| ((x - middle.0) * scale + SIDE / 2.0, (y - middle.1) * scale + SIDE / 2.0);
        let dark = board["cells"]
            .as_array()?
            .iter()
            .map(|it| (it["row"].as_u64().unwrap_or(0) + it["column"].as_u64().unwrap_or(0)) % 2 == 1)
            .collect();
        Some(Board { kind, cells: found.into_iter().map(placed).collect(), dark, links, step: near * scale })
    }

    fn draw(&self, canvas: &mut Canvas, roles: usize, chance: &mut Draw) {
        for &(from, to) in &self.links {
            if let (Some(&from), Some(&to)) = (self.cells.get(from), self.cells.get(to)) {
                canvas.line(from, to, self.step * 0.1, LINE);
            }
        }
        for (&at, &dark) in self.cells.iter().zip(&self.dark) {
            let color = if dark { DARK } else { LIGHT };
            match self.kind {
                "square" => canvas.square(at, self.step * 0.97, color),
                "hex" => canvas.hexagon(at, self.step * 0.56, color),
                _ => canvas.disc(at, self.step * 0.34, LIGHT),
            }
        }
        // Two pieces of each role, or one if there is little room.
        let each = if self.cells.len() >= 4 * roles.max(1) { 2 } else { 1 };
        let mut free: Vec<usize> = (0..self.cells.len()).collect();
        for role in (0..roles).cycle().take(each * roles) {
            if free.is_empty() {
                break;
            }
            let at = self.cells[free.swap_remove(chance.below(free.len()))];
            canvas.piece(at, self.step * if self.kind == "graph" { 0.26 } else { 0.34 }, color_of(role));
        }
    }
}

/// Cards in a fan, with a piece of each role below.
fn cards(canvas: &mut Canvas, roles: usize) {
    const CARDS: i16 = 5;
    for card in 0..CARDS {
        let turn = f32::from(card - CARDS / 2) * 13.0;
        canvas.card(turn, if card % 2 == 0 { ROLES[0] } else { INK });
    }
    let many = roles.min(ROLES.len());
    for role in 0..many {
        let x = SIDE / 2.0 + (role as f32 - (many as f32 - 1.0) / 2.0) * 40.0;
        canvas.piece((x, SIDE * 0.86), 15.0, color_of(role));
    }
}

fn color_of(role: usize) -> Color3 {
    ROLES[role % ROLES.len()]
}

fn index(number: &Value) -> Option<usize> {
    usize::try_from(number.as_u64()?).ok()
}

/// Minimum and maximum of some numbers.
fn ends(numbers: impl Iterator<Item = f32> + Clone) -> Option<(f32, f32)> {
    Some((numbers.clone().reduce(f32::min)?, numbers.reduce(f32::max)?))
}

/// Smallest distance between two places; never 0.
fn nearest(places: &[(f32, f32)]) -> f32 {
    let distances =
        places.iter().enumerate().flat_map(|(i, a)| places[..i].iter().map(move |b| (a.0 - b.0).hypot(a.1 - b.1)));
    distances.filter(|it| *it > 0.0).reduce(f32::min).unwrap_or(1.0)
}

/// A picture, with coordinates from 0 to [`SIDE`].
struct Canvas<'a> {
    picture: &'a mut Pixmap,
    scale: f32,
}

impl Canvas<'_> {
    fn ground(&mut self, hue: usize) {
        let stops = vec![GradientStop::new(0.0, hsl(hue, 0.36, 0.34)), GradientStop::new(1.0, hsl(hue, 0.42, 0.2))];
        let (start, end) = (Point::from_xy(0.0, 0.0), Point::from_xy(0.0, SIDE));
        let shader = LinearGradient::new(start, end, stops, SpreadMode::Pad, Transform::identity());
        if let (Some(shader), Some(all)) = (shader, Rect::from_xywh(0.0, 0.0, SIDE, SIDE)) {
            let paint = Paint { shader, ..Paint::default() };
            self.picture.fill_rect(all, &paint, Transform::from_scale(self.scale, self.scale), None);
        }
    }

    fn fill(&mut self, path: Option<Path>, color: Color3, turned: Transform) {
        let Some(path) = path else { return };
        self.picture.fill_path(
            &path,
            &paint(color),
            FillRule::Winding,
            turned.post_scale(self.scale, self.scale),
            None,
        );
    }

    fn line(&mut self, from: (f32, f32), to: (f32, f32), width: f32, color: Color3) {
        let mut path = PathBuilder::new();
        path.move_to(from.0, from.1);
        path.line_to(to.0, to.1);
        let Some(path) = path.finish() else { return };
        let stroke = Stroke { width, ..Stroke::default() };
        self.picture.stroke_path(&path, &paint(color), &stroke, Transform::from_scale(self.scale, self.scale), None);
    }

    fn square(&mut self, (x, y): (f32, f32), side: f32, color: Color3) {
        let path = Rect::from_xywh(x - side / 2.0, y - side / 2.0, side, side).map(PathBuilder::from_rect);
        self.fill(path, color, Transform::identity());
    }

    fn disc(&mut self, (x, y): (f32, f32), radius: f32, color: Color3) {
        self.fill(PathBuilder::from_circle(x, y, radius), color, Transform::identity());
    }

    /// With a point up.
    fn hexagon(&mut self, (x, y): (f32, f32), radius: f32, color: Color3) {
        let corners = (0..6_i16)
            .map(|it| (f32::from(it) * 60.0 - 90.0).to_radians())
            .map(|it| (x + radius * it.cos(), y + radius * it.sin()));
        self.fill(polygon(corners), color, Transform::identity());
    }

    fn piece(&mut self, at: (f32, f32), radius: f32, color: Color3) {
        self.disc((at.0, at.1 + radius * 0.12), radius * 1.06, INK);
        self.disc(at, radius, color);
        let lit = |it: u8| it.saturating_add(36);
        self.disc((at.0, at.1 - radius * 0.06), radius * 0.72, (lit(color.0), lit(color.1), lit(color.2)));
    }

    /// A card of a fan, with a diamond on it.
    fn card(&mut self, turn: f32, color: Color3) {
        let (x, y, foot) = (SIDE / 2.0, SIDE * 0.42, SIDE * 0.95);
        let turned = Transform::from_rotate_at(turn, x, foot);
        for (width, height, ground) in [(104.0, 150.0, INK), (101.0, 147.0, LIGHT)] {
            self.fill(
                Rect::from_xywh(x - width / 2.0, y - height / 2.0, width, height).map(PathBuilder::from_rect),
                ground,
                turned,
            );
        }
        self.fill(polygon([(x, y - 34.0), (x + 24.0, y), (x, y + 34.0), (x - 24.0, y)].into_iter()), color, turned);
    }
}

fn polygon(corners: impl Iterator<Item = (f32, f32)>) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (i, (x, y)) in corners.enumerate() {
        if i == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    path.close();
    path.finish()
}

fn paint((red, green, blue): Color3) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}

fn hsl(hue: usize, saturation: f32, lightness: f32) -> Color {
    let around = saturation * lightness.min(1.0 - lightness);
    let part = |offset: f32| {
        let at = (offset + hue as f32 / 30.0) % 12.0;
        lightness - around * (at - 3.0).min(9.0 - at).clamp(-1.0, 1.0)
    };
    Color::from_rgba(part(0.0), part(8.0), part(4.0), 1.0).unwrap_or(Color::BLACK)
}
