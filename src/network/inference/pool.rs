//! Global pooling: three values for each channel.

/// (side - 14) / 10. Pooling repeats the mean scaled by it, so that the network can adapt to the
/// size of the board.
fn side_from_14(area: usize) -> f32 {
    ((area as f32).sqrt() - 14.0) / 10.0
}

/// Returns the mean of each channel, the mean scaled by the board size, and the maximum.
pub(super) fn mean_and_max(points: &[f32], channels: usize) -> Vec<f32> {
    let mut pooled = means(points, channels);
    let size = side_from_14(points.len() / channels);
    pooled.extend_from_within(..);
    pooled[channels..].iter_mut().for_each(|mean| *mean *= size);
    // KataGo's maximum is at least -1. Only channels without an activation can be below that.
    let mut maxima = vec![-1.0_f32; channels];
    for point in points.chunks_exact(channels) {
        for (maximum, &value) in maxima.iter_mut().zip(point) {
            *maximum = maximum.max(value);
        }
    }
    pooled.extend(maxima);
    pooled
}

/// Returns the mean of each channel, and the mean scaled by two functions of the board size.
pub(super) fn mean_by_size(points: &[f32], channels: usize) -> Vec<f32> {
    let mut pooled = means(points, channels);
    let size = side_from_14(points.len() / channels);
    for factor in [size, size * size - 0.1] {
        pooled.extend_from_within(..channels);
        let end = pooled.len();
        pooled[end - channels..].iter_mut().for_each(|mean| *mean *= factor);
    }
    pooled
}

fn means(points: &[f32], channels: usize) -> Vec<f32> {
    let mut sums = vec![0.0; channels];
    for point in points.chunks_exact(channels) {
        for (sum, value) in sums.iter_mut().zip(point) {
            *sum += value;
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
    fn pools_four_points() {
        // Two channels; the side of the board is 2, (2 - 14) / 10 = -1.2.
        let points = [1.0, -3.0, 2.0, -2.0, 3.0, -4.0, 6.0, -3.0];
        let close = |got: Vec<f32>, expected: [f32; 6]| {
            got.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5)
        };
        assert!(close(mean_and_max(&points, 2), [3.0, -3.0, -3.6, 3.6, 6.0, -1.0]));
        assert!(close(mean_by_size(&points, 2), [3.0, -3.0, -3.6, 3.6, 4.02, -4.02]));
    }
}
