// Clients as forked processes and as threads.
#include "run/client_set.h"

#include <fmt/format.h>

#include <atomic>
#include <cstring>
#include <exception>

#include <boost/thread/thread.hpp>

#include "sys/clock.h"
#include "sys/process.h"

namespace fsduel {
namespace {

std::string DescribeExit(const ChildExit& ended) {
  if (ended.signal != 0) {
    return fmt::format("killed by signal {} ({})", ended.signal,
                       sigdescr_np(ended.signal));
  }
  return fmt::format("exit code {}", ended.exit_code);
}

class ProcessClients final : public ClientSet {
 public:
  explicit ProcessClients(const ClientWorld& world) : world_(world) {}
  ProcessClients(const ProcessClients&) = delete;
  ProcessClients& operator=(const ProcessClients&) = delete;
  ~ProcessClients() override { Kill(); }

  Status Start() override {
    pids_.reserve(world_.plan->spec.clients);
    for (std::uint32_t i = 0; i < world_.plan->spec.clients; ++i) {
      Result<pid_t> pid =
          ForkClient([this, i] { return LiveAsClient(world_, i) ? 0 : 1; });
      if (!pid.ok()) {
        Kill();
        return Status::System(fmt::format(
            "{} (client {} of {}): lower -n, or raise the limit of processes "
            "(ulimit -u)",
            pid.status().message(), i + 1, world_.plan->spec.clients));
      }
      pids_.push_back(pid.value());
    }
    return Status::Ok();
  }

  void Interrupt(std::uint32_t client) override {
    if (pids_[client] > 0) {
      InterruptProcess(pids_[client]);
    }
  }

  std::vector<ClientLoss> Reap() override {
    std::vector<ClientLoss> losses;
    for (;;) {
      const ChildExit ended = ReapOne(pids_);
      if (ended.pid == 0) {
        return losses;
      }
      for (std::uint32_t i = 0; i < pids_.size(); ++i) {
        if (pids_[i] == ended.pid) {
          pids_[i] = 0;
          ++ended_;
          if (ended.signal != 0 || ended.exit_code != 0) {
            losses.push_back({i, DescribeExit(ended)});
          }
        }
      }
    }
  }

  bool AllEnded() const override { return ended_ == pids_.size(); }

  bool Kill() override {
    for (const pid_t pid : pids_) {
      if (pid > 0) {
        KillProcess(pid);
      }
    }
    // A client in uninterruptible sleep ends when its call does; wait a little
    // so that those that can are gone, and let init reap the rest.
    constexpr int kTries = 200;
    constexpr std::int64_t kPauseNs = 10'000'000;
    const MonotonicClock clock;
    for (int i = 0; i < kTries && !AllEnded(); ++i) {
      Reap();
      if (!AllEnded()) {
        clock.SleepUntil(clock.Now() + kPauseNs);
      }
    }
    return AllEnded();
  }

 private:
  const ClientWorld& world_;
  std::vector<pid_t> pids_;  // 0 = reaped
  std::size_t ended_ = 0;
};

class ThreadClients final : public ClientSet {
 public:
  explicit ThreadClients(const ClientWorld& world) : world_(world) {}
  ThreadClients(const ThreadClients&) = delete;
  ThreadClients& operator=(const ThreadClients&) = delete;
  ~ThreadClients() override {
    try {
      threads_.join_all();
    } catch (const boost::thread_interrupted&) {
      // Nobody interrupts the runner's thread.
    } catch (...) {
      std::terminate();  // the threads still use what is destroyed next
    }
  }

  Status Start() override {
    InstallInterruptHandler();
    lives_ = std::vector<Life>(world_.plan->spec.clients);
    for (std::uint32_t i = 0; i < lives_.size(); ++i) {
      threads_.create_thread([this, i] {
        lives_[i].failed = !LiveAsClient(world_, i);
        lives_[i].ended.store(true);
      });
    }
    return Status::Ok();
  }

  void Interrupt(std::uint32_t client) override {
    if (!lives_[client].ended.load()) {
      InterruptThread(world_.block->stats(client).header().tid.Load());
    }
  }

  std::vector<ClientLoss> Reap() override {
    std::vector<ClientLoss> losses;
    for (std::uint32_t i = 0; i < lives_.size(); ++i) {
      Life& life = lives_[i];
      if (!life.reaped && life.ended.load()) {
        life.reaped = true;
        ++ended_;
        if (life.failed) {
          losses.push_back({i, "could not start"});
        }
      }
    }
    return losses;
  }

  bool AllEnded() const override { return ended_ == lives_.size(); }
  bool Kill() override { return AllEnded(); }

 private:
  struct Life {
    std::atomic<bool> ended{false};
    bool failed = false;
    bool reaped = false;
  };
  const ClientWorld& world_;
  std::vector<Life> lives_;
  boost::thread_group threads_;
  std::size_t ended_ = 0;
};

}  // namespace

std::unique_ptr<ClientSet> MakeProcessClients(const ClientWorld& world) {
  return std::make_unique<ProcessClients>(world);
}

std::unique_ptr<ClientSet> MakeThreadClients(const ClientWorld& world) {
  return std::make_unique<ThreadClients>(world);
}

}  // namespace fsduel
