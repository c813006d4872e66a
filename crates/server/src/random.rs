//! Secrets from the operating system.

/// Bytes that nobody can guess.
///
/// # Panics
///
/// When the operating system has none to give: nothing that needs a secret may go on then.
pub(crate) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    if let Err(error) = getrandom::fill(&mut bytes) {
        panic!("the operating system gives no random bytes: {error}");
    }
    bytes
}
