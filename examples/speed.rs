use rand::SeedableRng;
use shusaku::{board::*, playout::*};
fn main() {
    let mut rng = rand_xoshiro::Xoroshiro128PlusPlus::seed_from_u64(1);
    let arg: Vec<u8> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    for n in arg {
        let size = Size::square(n).unwrap();
        let start = Board::new(size);
        let mut b = start.clone();
        for round in 0..3 {
            let count = std::env::var("N").map_or(2_000_000, |v| v.parse::<usize>().unwrap())
                / (n as usize * n as usize * 3)
                * 3;
            let t = std::time::Instant::now();
            let mut turns = 0;
            for _ in 0..count {
                b.clone_from(&start);
                turns += play_out(&mut b, Color::Black, &mut Uniform, &mut rng, &mut ());
            }
            let s = t.elapsed().as_secs_f64();
            println!(
                "{n} {round}: {:.0}/s  {:.1} turns {:.1} ns/turn",
                count as f64 / s,
                turns as f64 / count as f64,
                s * 1e9 / turns as f64
            );
        }
    }
}
