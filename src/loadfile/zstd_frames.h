// Whether a zstd file is whole: Boost.Iostreams takes a file that was cut off
// for a shorter text.
#ifndef FSDUEL_LOADFILE_ZSTD_FRAMES_H_
#define FSDUEL_LOADFILE_ZSTD_FRAMES_H_

#include <string_view>

namespace fsduel {

// True when `packed` is a sequence of frames, the last of which ends with it.
// Looks at headers only. Source of the format: RFC 8878, section 3.
bool ZstdFramesAreWhole(std::string_view packed);

}  // namespace fsduel

#endif  // FSDUEL_LOADFILE_ZSTD_FRAMES_H_
