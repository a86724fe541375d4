//! The layers of the source point downwards: a module imports only from layers below its own.

use std::{fs, path::Path};

/// Modules by layer, the lowest first. Those of one layer do not import each other.
const LAYERS: &[(&str, u32)] = &[
    ("gtp", 0),
    ("tuning", 0),
    ("network", 0),
    ("board", 1),
    ("rules", 2),
    ("tactics", 2),
    ("pattern", 3),
    ("game", 3),
    ("score", 4),
    ("sgf", 4),
    ("playout", 4),
    ("features", 4),
    ("clock", 4),
    ("status", 5),
    ("search", 5),
    ("engine", 6),
    ("bench", 7),
    ("commands", 7),
    ("cli", 8),
];

fn layer(module: &str) -> u32 {
    let found = LAYERS.iter().find(|(name, _)| *name == module);
    found.unwrap_or_else(|| panic!("module '{module}' has no layer yet: give it one here")).1
}

/// The modules of the crate that a source text names after `crate::`.
fn imports(source: &str) -> Vec<String> {
    let mut modules = Vec::new();
    for (at, _) in source.match_indices("crate::") {
        let rest = &source[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            Some(list) => modules.extend(outer_names(list)),
            None => modules.push(first_word(rest)),
        }
    }
    modules
}

/// The first word of each item of a braced list, up to its closing brace.
fn outer_names(list: &str) -> Vec<String> {
    let mut names = Vec::new();
    let (mut depth, mut is_start) = (0, true);
    for (at, symbol) in list.char_indices() {
        match symbol {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => is_start = true,
            _ if is_start && symbol.is_alphabetic() => {
                names.push(first_word(&list[at..]));
                is_start = false;
            }
            _ => {}
        }
    }
    names
}

fn first_word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// Checks the files of a module, which is a folder or one file.
fn visit(module: &Path, check: &mut impl FnMut(&Path, &str)) {
    let file = module.with_extension("rs");
    if file.is_file() {
        check(&file, &code(&fs::read_to_string(&file).expect("a readable source")));
    }
    if module.is_dir() {
        for entry in fs::read_dir(module).expect("a readable folder") {
            visit(&entry.expect("an entry").path(), check);
        }
    }
}

/// A source text without its comments and its unit tests.
fn code(source: &str) -> String {
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    source.lines().filter(is_code).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_arrow_points_down() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut climbing = Vec::new();
    let mut arrows = 0;
    for (module, own) in LAYERS {
        visit(&source.join(module), &mut |path, text| {
            for import in imports(text) {
                arrows += 1;
                if import != *module && layer(&import) >= *own {
                    climbing.push(format!("{} imports {import}", path.display()));
                }
            }
        });
    }
    assert!(climbing.is_empty(), "arrows that do not point down:\n{}", climbing.join("\n"));
    assert!(arrows > 50, "the imports were not found");
}

#[test]
fn every_module_has_a_layer() {
    let lib = include_str!("../src/lib.rs");
    let modules = lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    assert_eq!(
        modules.map(|module| u32::from(layer(module) < 9)).sum::<u32>(),
        LAYERS.len() as u32
    );
}

#[test]
fn only_the_rules_know_a_rule_set_by_name() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let names: Vec<String> =
        shusaku::rules::presets().map(|(name, _)| format!("\"{name}\"")).collect();
    visit(&source, &mut |path, text| {
        if path.components().any(|part| part.as_os_str() == "rules") {
            return;
        }
        for line in text.lines() {
            let is_default = line.contains("Rules::preset(") || line.contains("default_value");
            let named = names.iter().find(|name| line.contains(*name));
            assert!(named.is_none() || is_default, "{}: {line}", path.display());
        }
    });
}

#[test]
fn only_the_transport_and_the_command_line_touch_input_and_output() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    visit(&source, &mut |path, text| {
        let is_allowed = path.components().any(|part| part.as_os_str() == "cli");
        // Some clients read what commands write to standard error.
        for line in text.replace("eprintln!", "").lines() {
            let touches =
                ["println!", "print!(", "stdin()", "stdout()"].iter().any(|w| line.contains(w));
            assert!(!touches || is_allowed, "{}: {line}", path.display());
        }
    });
}
