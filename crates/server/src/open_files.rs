//! How many files a process may have open: every socket is one.

use nix::sys::resource::{Resource, getrlimit, setrlimit};

/// Raises the limit of this process as far as it may without being root, and says how many files it can have open.
pub fn raise() -> u64 {
    let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_NOFILE) else { return 0 };
    if soft < hard && setrlimit(Resource::RLIMIT_NOFILE, hard, hard).is_ok() { hard } else { soft }
}
