//! Draws a position with the candidate moves of a search, as an SVG file.
//!
//! `cargo run --release --example draw_position -- OUT.svg [VISITS]` drew the picture in the README.

use std::{
    env,
    error::Error,
    fmt::Write,
    fs,
    sync::{Arc, atomic::AtomicBool},
};

use shusaku::{
    Color, Game, Move, Network, Point, Rules, Searcher, Size, Vertex,
    network::Precision,
    search::{Candidate, EvalCache, EvalOptions, Limits, NetworkEvaluators, Report, SearchRequest},
};

/// The first moves of a game on 9x9.
const MOVES: &str = "E5 E7 C6 E3 F3 G6 F6 F7 G5 F2 G7 D6";

/// Bytes of the search tree, and of the cached evaluations.
const MEMORY: usize = 64 << 20;

/// Distance of lines, in the units of the drawing.
const CELL: f64 = 40.0;

/// Candidates drawn at most, and their least share of the visits.
const MAX_CANDIDATES: usize = 8;
const MIN_VISITS_SHARE: f64 = 0.005;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let file = args.next().ok_or("which file is to be written?")?;
    let visits = args.next().map_or(Ok(2000), |text| text.parse())?;
    fs::write(file, draw(visits))?;
    Ok(())
}

fn draw(visits: u64) -> String {
    let size = Size::square(9).expect("9 is a size");
    let mut game = Game::new(size, Rules::CHINESE);
    for text in MOVES.split(' ') {
        let mv = Vertex::parse(size, text).expect("a vertex");
        game.play(game.to_move(), mv).expect("a legal move");
    }
    drawing(&game, &search(&game, visits))
}

fn search(game: &Game, visits: u64) -> Report {
    let color = game.to_move();
    let pool = Arc::new(rayon::ThreadPoolBuilder::new().build().expect("threads"));
    let cache = EvalCache::new(Network::embedded(Precision::Auto), game.size(), MEMORY, Some(1));
    let network = NetworkEvaluators::new(&cache, None, EvalOptions::default(), game, color);
    let limits = Limits { iterations: Some(visits), ..Limits::default() };
    let request = SearchRequest { limits, seed: 1, ..SearchRequest::default() };
    let never = AtomicBool::new(false);
    Searcher::new(pool, MEMORY).search(game, color, &request, &never, |_| network.evaluator())
}

/// The board, its stones, and the candidates with win rate and visits.
fn drawing(game: &Game, report: &Report) -> String {
    let size = game.size();
    let side = |lines: u8| CELL * f64::from(lines + 1);
    let (width, height) = (side(size.width()), side(size.height()));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" font-family=\"sans-serif\" text-anchor=\"middle\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"#e3b869\"/>\n"
    );
    grid(&mut svg, size);
    for point in size.points() {
        if let Some(color) = game.board().stone(point) {
            stone(&mut svg, size, point, color);
        }
    }
    if let Some(Move::Play(point)) = game.turns().last().map(|turn| turn.mv) {
        let (x, y) = place(size, point);
        line(&mut svg, format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"#c33\"/>"));
    }
    let min_visits = (MIN_VISITS_SHARE * f64::from(report.visits)).max(1.0);
    let drawn = report.candidates.iter().take(MAX_CANDIDATES);
    for candidate in drawn.filter(|candidate| f64::from(candidate.visits) >= min_visits) {
        draw_candidate(&mut svg, size, candidate, candidate.mv == report.best().mv);
    }
    svg + "</svg>\n"
}

fn grid(svg: &mut String, size: Size) {
    let (right, bottom) = (CELL * f64::from(size.width()), CELL * f64::from(size.height()));
    let mut path = String::new();
    for column in 1..=size.width() {
        let x = CELL * f64::from(column);
        write!(path, "M{x} {CELL}V{bottom}").expect("a string takes everything");
    }
    for row in 1..=size.height() {
        let y = CELL * f64::from(row);
        write!(path, "M{CELL} {y}H{right}").expect("a string takes everything");
    }
    line(svg, format_args!("<path d=\"{path}\" stroke=\"#5b4522\" fill=\"none\"/>"));
}

fn stone(svg: &mut String, size: Size, point: Point, color: Color) {
    let (x, y) = place(size, point);
    let fill = if color == Color::Black { "#222" } else { "#f6f6f2" };
    let radius = 0.47 * CELL;
    line(
        svg,
        format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"#333\"/>"
        ),
    );
}

fn draw_candidate(svg: &mut String, size: Size, candidate: &Candidate, is_best: bool) {
    let Move::Play(point) = candidate.mv else { return };
    let (x, y) = place(size, point);
    let fill = if is_best { "#3aa6d8" } else { "#67b26f" };
    let (radius, upper, lower) = (0.45 * CELL, y - 1.0, y + 11.0);
    let (win_rate, visits) = (100.0 * candidate.win_rate, candidate.visits);
    line(
        svg,
        format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" fill-opacity=\"0.9\"/>\
             <text x=\"{x}\" y=\"{upper}\" font-size=\"12\" font-weight=\"bold\">{win_rate:.0}</text>\
             <text x=\"{x}\" y=\"{lower}\" font-size=\"9\">{visits}</text>"
        ),
    );
}

/// The center of a point.
fn place(size: Size, point: Point) -> (f64, f64) {
    (CELL * f64::from(size.column(point) + 1), CELL * f64::from(size.row(point) + 1))
}

fn line(svg: &mut String, text: std::fmt::Arguments) {
    writeln!(svg, "{text}").expect("a string takes everything");
}
