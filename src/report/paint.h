// Tones of text on a terminal. Without colour a text stays as it is, so that
// nothing is said by a tone alone.
#ifndef FSDUEL_REPORT_PAINT_H_
#define FSDUEL_REPORT_PAINT_H_

#include <string>
#include <string_view>

#include "base/text.h"

namespace fsduel {

// `text` with control characters made visible: names come from files that
// others wrote, and must not write to the terminal.
inline std::string Printable(std::string_view text) {
  const std::string quoted = Quote(text, text.size());
  return quoted.substr(1, quoted.size() - 2);
}

enum class Tone { kPlain, kStrong, kFaint, kWarning, kBad };

class Paint {
 public:
  explicit Paint(bool colour) : colour_(colour) {}

  std::string operator()(Tone tone, std::string_view text) const {
    if (!colour_ || tone == Tone::kPlain || text.empty()) {
      return std::string(text);
    }
    return std::string(Start(tone)).append(text).append("\033[0m");
  }

 private:
  static std::string_view Start(Tone tone) {
    switch (tone) {
      case Tone::kStrong:
        return "\033[1m";
      case Tone::kFaint:
        return "\033[2m";
      case Tone::kWarning:
        return "\033[33m";
      case Tone::kBad:
        return "\033[1;31m";
      case Tone::kPlain:
        break;
    }
    return "";
  }

  bool colour_;
};

}  // namespace fsduel

#endif  // FSDUEL_REPORT_PAINT_H_
