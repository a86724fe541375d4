//! The memory that a search may take.

use std::{
    fs,
    path::{Path, PathBuf},
};

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// The search memory in bytes: `mebibytes` if given, else a quarter of the memory that this process may
/// have, from 16 to 2048 MiB. A longer search has no use for more.
pub(super) fn search_memory(mebibytes: Option<usize>) -> usize {
    mebibytes.unwrap_or_else(default_mebibytes).saturating_mul(1 << 20)
}

fn default_mebibytes() -> usize {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(memory);
    let total = Some(system.total_memory()).filter(|&bytes| bytes > 0);
    // The library panics if the system does not say how much memory there is.
    let of_container = total.and_then(|_| Some(system.cgroup_limits()?.total_memory));
    share([total, of_container, limit_of_control_groups(), address_space()])
}

/// The share of the search in MiB, where memory has these limits in bytes.
fn share(limits: [Option<u64>; 4]) -> usize {
    let least = limits.into_iter().flatten().min().unwrap_or(0);
    ((least >> 20) as usize / 4).clamp(16, 2048)
}

/// The limit in bytes of the control groups (version 2) that this process is in, such as that of a
/// systemd service; `None` without one, and on systems other than Linux.
fn limit_of_control_groups() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let group = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    least_limit(Path::new("/sys/fs/cgroup"), group)
}

/// The least limit of a control group and those around it, up to the one at `root`.
fn least_limit(root: &Path, group: &str) -> Option<u64> {
    let limit = |folder: PathBuf| -> Option<u64> {
        fs::read_to_string(folder.join("memory.max")).ok()?.trim().parse().ok()
    };
    Path::new(group).ancestors().filter_map(|group| limit(root.join(group))).min()
}

/// The limit of `ulimit -v` in bytes, if there is one.
#[cfg(unix)]
fn address_space() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::As).current
}

/// The limit of `ulimit -v` in bytes, if there is one.
#[cfg(not(unix))]
const fn address_space() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_a_quarter_of_the_least_limit() {
        assert_eq!(share([Some(8 << 30), None, Some(400 << 20), None]), 100);
        let of_one = |bytes| share([bytes, None, None, None]);
        assert_eq!([None, Some(20 << 20), Some(1 << 40)].map(of_one), [16, 16, 2048]);
    }

    #[test]
    fn the_memory_of_a_service_was_that_of_the_machine() {
        let root = tempfile::tempdir().expect("a folder");
        let service = root.path().join("system.slice/go.service");
        fs::create_dir_all(&service).expect("a folder");
        let limit = |group| least_limit(root.path(), group);
        assert_eq!(limit("system.slice/go.service"), None);
        fs::write(service.join("memory.max"), "max\n").expect("a file");
        assert_eq!(limit("system.slice/go.service"), None);
        fs::write(root.path().join("system.slice/memory.max"), "536870912\n").expect("a file");
        assert_eq!(limit("system.slice/go.service"), Some(512 << 20));
        assert_eq!(limit(""), None);
    }

    #[test]
    fn more_memory_than_an_address_can_name_became_none() {
        assert_eq!(search_memory(Some(usize::MAX)), usize::MAX);
        assert_eq!(search_memory(Some(64)), 64 << 20);
    }
}
