//! How sure a share is that was counted.

/// Wilson's interval: between which bounds a share lies, with 95%, of which that many of so many were counted.
/// From 0 to 1 where nothing was counted.
pub fn wilson(successes: u64, of: u64) -> (f64, f64) {
    /// The normal distribution has 95% within so many standard deviations.
    const Z: f64 = 1.959_963_984_540_054;
    if of == 0 {
        return (0.0, 1.0);
    }
    let n = of as f64;
    let share = successes as f64 / n;
    let spread = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let (middle, scale) = (share + Z * Z / (2.0 * n), 1.0 + Z * Z / n);
    (((middle - spread) / scale).max(0.0), ((middle + spread) / scale).min(1.0))
}
