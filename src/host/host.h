// Asks a Machine for its facts. Missing pieces are left empty, never guessed.
#ifndef FSDUEL_HOST_HOST_H_
#define FSDUEL_HOST_HOST_H_

#include <string>
#include <vector>

#include "base/status.h"
#include "host/facts.h"
#include "sys/machine.h"

namespace fsduel {

HostFacts ReadHostFacts(Machine& machine);

// Facts of the filesystem that holds `directory`. Fails when it does not exist
// or is no directory, with a usage Status that says what to do.
Result<MountFacts> ReadMountFacts(Machine& machine,
                                  const std::string& directory);

// Bytes of the page cache that wait to be written, of the whole machine
// (Dirty + Writeback of /proc/meminfo); -1 when unknown.
std::int64_t ReadDirtyBytes(Machine& machine);

// One reading of the cumulative counters of a block device
// (Documentation/admin-guide/iostats.rst), or false when it is gone.
struct DeviceCounters {
  std::uint64_t reads = 0, read_sectors = 0, read_ms = 0;
  std::uint64_t writes = 0, write_sectors = 0, write_ms = 0;
  std::uint64_t in_flight = 0, busy_ms = 0, weighted_ms = 0;
  std::uint64_t discards = 0, flushes = 0, flush_ms = 0;
};
bool ReadDeviceCounters(Machine& machine, const std::string& device,
                        DeviceCounters* counters);

// One reading of /proc/stat (all CPUs, USER_HZ ticks) and /proc/pressure
// (total "some" microseconds; -1 where PSI is not available).
struct CpuCounters {
  std::uint64_t user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0,
                softirq = 0, steal = 0;
  std::int64_t psi_cpu_us = -1, psi_io_us = -1, psi_memory_us = -1;
};
CpuCounters ReadCpuCounters(Machine& machine);

// Mount statistics of a network filesystem (/proc/self/mountstats block of the
// mount point; cifs: /proc/fs/cifs/Stats), "" when there are none.
std::string ReadNetworkStatistics(Machine& machine, const MountFacts& mount);

}  // namespace fsduel

#endif  // FSDUEL_HOST_HOST_H_
