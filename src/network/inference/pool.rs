//! Summaries of a whole board: three numbers for each channel.

/// How far the side of a board is from the middle one, in tens of lines: summaries carry their mean
/// a second time multiplied with it, since much depends on the size of the board.
fn side_from_14(area: usize) -> f32 {
    ((area as f32).sqrt() - 14.0) / 10.0
}

/// The mean of each channel, the mean by the size of the board, and the maximum.
pub(super) fn mean_and_max(points: &[f32], channels: usize) -> Vec<f32> {
    let mut summary = means(points, channels);
    let size = side_from_14(points.len() / channels);
    summary.extend_from_within(..);
    summary[channels..].iter_mut().for_each(|mean| *mean *= size);
    // Where all are below -1, which only an identity in place of an activation could bring about,
    // KataGo takes -1.
    let mut maxima = vec![-1.0_f32; channels];
    for point in points.chunks_exact(channels) {
        for (maximum, &number) in maxima.iter_mut().zip(point) {
            *maximum = maximum.max(number);
        }
    }
    summary.extend(maxima);
    summary
}

/// The mean of each channel, and the mean by two functions of the size of the board.
pub(super) fn mean_by_size(points: &[f32], channels: usize) -> Vec<f32> {
    let mut summary = means(points, channels);
    let size = side_from_14(points.len() / channels);
    for factor in [size, size * size - 0.1] {
        summary.extend_from_within(..channels);
        let end = summary.len();
        summary[end - channels..].iter_mut().for_each(|mean| *mean *= factor);
    }
    summary
}

fn means(points: &[f32], channels: usize) -> Vec<f32> {
    let mut sums = vec![0.0; channels];
    for point in points.chunks_exact(channels) {
        for (sum, number) in sums.iter_mut().zip(point) {
            *sum += number;
        }
    }
    let area = (points.len() / channels) as f32;
    sums.iter_mut().for_each(|sum| *sum /= area);
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_of_four_points() {
        // Two channels; the side of the board is 2, (2 - 14) / 10 = -1.2.
        let points = [1.0, -3.0, 2.0, -2.0, 3.0, -4.0, 6.0, -3.0];
        let close = |got: Vec<f32>, expected: [f32; 6]| {
            got.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5)
        };
        assert!(close(mean_and_max(&points, 2), [3.0, -3.0, -3.6, 3.6, 6.0, -1.0]));
        assert!(close(mean_by_size(&points, 2), [3.0, -3.0, -3.6, 3.6, 4.02, -4.02]));
    }
}
