//! Architecture rules of the source: a module imports only from layers below its own, rule sets are
//! named only in `rules`, and only the command line and the GTP transport do I/O.
//!
//! Whole files are read. Imports of unit tests are checked too; for the other rules, test code
//! (items with `#[cfg(test)]`) is ignored.

use std::{fs, path::Path};

/// Modules by layer, the lowest first. Modules of one layer do not import each other.
const LAYERS: &[(&str, u32)] = &[
    ("gtp", 0),
    ("tuning", 0),
    ("network", 0),
    ("files", 0),
    ("mpi_env", 0),
    ("signals", 0),
    ("stderr", 0),
    ("threads", 0),
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
    ("players", 5),
    ("search", 5),
    ("engine", 6),
    ("analysis", 7),
    ("bench", 7),
    ("cluster", 7),
    ("commands", 7),
    ("matches", 7),
    ("review", 7),
    ("web", 8),
    ("cli", 9),
];

fn layer(module: &str) -> u32 {
    let found = LAYERS.iter().find(|(name, _)| *name == module);
    found.unwrap_or_else(|| panic!("module '{module}' has no layer: add it to LAYERS")).1
}

/// The modules of the crate that a source text refers to by `crate::`.
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

/// Calls `check` with each file of a module, which is a folder or one file, and its text without
/// comments.
fn visit(module: &Path, check: &mut impl FnMut(&Path, &str)) {
    let file = module.with_extension("rs");
    if file.is_file() {
        check(&file, &without_comments(&fs::read_to_string(&file).expect("a readable source")));
    }
    if module.is_dir() {
        for entry in fs::read_dir(module).expect("a readable folder") {
            visit(&entry.expect("an entry").path(), check);
        }
    }
}

/// Whether a file below `source` is in a folder of this name there.
fn is_in(source: &Path, folder: &str, file: &Path) -> bool {
    let below = file.strip_prefix(source).expect("a file of the source");
    below.components().any(|part| part.as_os_str() == folder)
}

fn without_comments(source: &str) -> String {
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    source.lines().filter(is_code).collect::<Vec<_>>().join("\n")
}

/// A source text without the items that have the attribute `#[cfg(test)]`.
///
/// In formatted code such an item ends at the first line that ends with `;` or `,` on the same
/// level as its first line, or at the closing bracket with the same indentation.
fn without_tests(source: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut lines = source.lines();
    let mut code = Vec::new();
    while let Some(line) = lines.next() {
        if line.trim_start() != "#[cfg(test)]" {
            code.push(line);
            continue;
        }
        let is_last = |item: &str| {
            let is_attribute = item.trim_start().starts_with("#[");
            indent(item) == indent(line) && !is_attribute && item.ends_with([';', ',', '}'])
        };
        lines.by_ref().find(|item| is_last(item));
    }
    code.join("\n")
}

#[test]
fn test_items_are_removed_and_code_after_them_is_kept() {
    let source = "\
use a;
#[cfg(test)]
use {
    b,
};
#[cfg(test)]
#[path = \"c.rs\"]
mod c;
fn d() {}
#[cfg(test)]
mod tests {
    fn e() {
    }
}
fn f() {}";
    assert_eq!(without_tests(source), "use a;\nfn d() {}\nfn f() {}");
}

#[test]
fn modules_import_only_from_lower_layers() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut violations = Vec::new();
    let mut count = 0;
    for (module, own) in LAYERS {
        visit(&source.join(module), &mut |path, text| {
            for import in imports(text) {
                count += 1;
                if import != *module && layer(&import) >= *own {
                    violations.push(format!("{} imports {import}", path.display()));
                }
            }
        });
    }
    assert!(
        violations.is_empty(),
        "imports from the same or a higher layer:\n{}",
        violations.join("\n")
    );
    assert!(count > 50, "only {count} imports were found");
}

#[test]
fn every_module_has_a_layer() {
    let lib = include_str!("../src/lib.rs");
    let declared = lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let mut declared: Vec<&str> = declared.collect();
    let mut known: Vec<&str> = LAYERS.iter().map(|&(module, _)| module).collect();
    declared.sort_unstable();
    known.sort_unstable();
    assert_eq!(declared, known);
}

/// The second cells of a document's table rows whose first cell is a layer, with the layer.
fn layer_rows(document: &str) -> impl Iterator<Item = (&str, u32)> {
    document.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        match cells[..] {
            ["", layer, cell, ..] => Some((cell, layer.parse().ok()?)),
            _ => None,
        }
    })
}

fn assert_is_complete(mut rows: Vec<(&str, u32)>) {
    let mut expected = LAYERS.to_vec();
    rows.sort_unstable();
    expected.sort_unstable();
    assert_eq!(rows, expected);
}

#[test]
fn the_map_of_the_source_has_every_module_in_its_layer() {
    let rows = layer_rows(include_str!("../CONTRIBUTING.md"));
    assert_is_complete(rows.map(|(module, layer)| (module.trim_matches('`'), layer)).collect());
}

#[test]
fn the_map_of_the_readme_lacked_a_module() {
    let in_comments = include_str!("../src/lib.rs").replace("//! ", "").replace("mod@", "");
    for document in [include_str!("../README.md"), &in_comments] {
        let mut modules = Vec::new();
        for (cell, layer) in layer_rows(document) {
            // Each description begins with the quoted name of its module.
            let names = cell.split("; ").filter_map(|description| description.split('`').nth(1));
            modules.extend(names.map(|name| (name, layer)));
        }
        assert_is_complete(modules);
    }
}

#[test]
fn only_the_rules_module_names_rule_sets() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let names: Vec<String> =
        shusaku::rules::presets().map(|(name, _)| format!("\"{name}\"")).collect();
    visit(&source, &mut |path, text| {
        if is_in(&source, "rules", path) {
            return;
        }
        for line in without_tests(text).lines() {
            let is_default = line.contains("Rules::preset(") || line.contains("default_value");
            let named = names.iter().find(|name| line.contains(*name));
            assert!(named.is_none() || is_default, "{}: {line}", path.display());
        }
    });
}

#[test]
fn only_the_transport_and_the_command_line_do_io() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    visit(&source, &mut |path, text| {
        let is_allowed = is_in(&source, "cli", path);
        // Some clients read standard error, to which commands write.
        for line in without_tests(text).replace("eprintln!", "").lines() {
            let does_io =
                ["println!", "print!(", "stdin()", "stdout()"].iter().any(|w| line.contains(w));
            assert!(!does_io || is_allowed, "{}: {line}", path.display());
        }
    });
}

#[test]
fn only_the_date_of_a_game_depends_on_the_time_of_day() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    visit(&source, &mut |path, text| {
        // A clock of the system that is set must not cost a player time.
        let is_allowed = path.ends_with("web/session/new_game.rs");
        assert!(is_allowed || !text.contains("SystemTime"), "{}", path.display());
    });
}
