// A file or block device that a user names as the thing to measure.
//
// Reading it is harmless. Writing destroys what it holds: that takes a second
// naming by the user, and for a device the proof that nothing uses it.
#ifndef FSDUEL_DEVICE_RAW_TARGET_H_
#define FSDUEL_DEVICE_RAW_TARGET_H_

#include "base/status.h"
#include "sys/target.h"

namespace fsduel {

// OK when the device may be written: it can be opened exclusively, so nothing
// has mounted or claimed it, and libblkid finds neither a filesystem nor a
// partition table on it. The Status says what is in the way and what to do.
Status CheckMayOverwrite(const RawTarget& target);

}  // namespace fsduel

#endif  // FSDUEL_DEVICE_RAW_TARGET_H_
