// Directories that fsduel makes below a user's directory, and their removal.
//
// A tree carries a marker file with an identity. Only what lies below a
// directory with the right marker is ever removed, by a walk that holds
// descriptors, follows no symbolic link and crosses no mount (openat2 with
// RESOLVE_NO_XDEV and RESOLVE_NO_SYMLINKS); Boost's remove_all crosses mounts.
#ifndef FSDUEL_SYS_TREE_H_
#define FSDUEL_SYS_TREE_H_

#include <string>
#include <string_view>

#include "base/status.h"
#include "sys/unique_fd.h"

namespace fsduel {

inline constexpr const char* kMarkerName = ".fsduel-tree";

// An existing directory, opened for *at calls.
Result<UniqueFd> OpenDirectory(const std::string& path);
// A directory below `parent`, no symbolic link followed.
Result<UniqueFd> OpenDirectoryAt(int parent, const std::string& name);
// Makes and opens `name` (mode 0700) below `parent`. Fails when it exists.
Result<UniqueFd> MakeDirectoryAt(int parent, const std::string& name);

// Writes the marker `text` into directory `fd`; fails when there is one.
Status WriteMarker(int fd, std::string_view text);
// The marker's text, "" when there is none.
std::string ReadMarker(int fd);

// True when `name` exists below `parent` (a dangling link counts).
bool ExistsAt(int parent, const std::string& name);

// Removes all below directory `fd`, the marker last, then nothing else.
Status RemoveContents(int fd);
// Removes `name` below `parent`, a directory with marker `text`, whole.
// OK when it does not exist; an error when the marker differs.
Status RemoveMarkedTree(int parent, const std::string& name,
                        std::string_view text);
// Removes `name` below `parent` whatever it is. REQUIRES: `parent` lies in a
// tree of ours.
Status RemoveAnyAt(int parent, const std::string& name);

// syncfs(2) on the filesystem of `fd`; seconds are measured by the caller.
Status SyncFilesystem(int fd);

}  // namespace fsduel

#endif  // FSDUEL_SYS_TREE_H_
