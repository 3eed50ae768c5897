#pragma once
#include <cstdio>
#include <functional>
#include <string>

/** Each test prints `ok <name>` or `not ok <name>: <why>`; the program continues. */
namespace acequia {

inline int failures = 0;
inline std::string why;

inline void expect(bool good, const std::string& what) {
  if (!good && why.empty()) why = what;
}

inline void test(const char* name, const std::function<void()>& body) {
  why.clear();
  body();
  if (why.empty()) {
    std::printf("ok %s\n", name);
  } else {
    std::printf("not ok %s: %s\n", name, why.c_str());
    ++failures;
  }
}

}  // namespace acequia
