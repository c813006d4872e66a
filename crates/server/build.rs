//! Lets the web client find its way into the binary whenever it is built, before the server or after it.

use std::env;
use std::fs;

const CLIENT: &str = "../../web/dist";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // A folder that is missing when the server is compiled would stay missing for it; an empty one does not.
    if let Err(error) = fs::create_dir_all(CLIENT) {
        println!("cargo:warning={CLIENT} cannot be made, so the client is not served: {error}");
        return;
    }
    // Debug builds read the client from the folder; only the others hold it.
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo:rerun-if-changed={CLIENT}");
    }
}
