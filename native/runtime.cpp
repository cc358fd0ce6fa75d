// What a C library would bring along: the two functions that compilers call on their own, and the entry point that
// Windows wants of every library.

#include <stddef.h>

#if defined(_WIN32)
#define OWN extern "C"
extern "C" int __stdcall DllMainCRTStartup(void*, unsigned, void*) { return 1; }
#else
#define OWN extern "C" __attribute__((visibility("hidden")))
#endif

// Without no_builtin the compiler would turn these loops into calls of themselves.
OWN __attribute__((no_builtin("memcpy"))) void* memcpy(void* to, const void* from, size_t size) {
  for (size_t i = 0; i < size; ++i) static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
  return to;
}

OWN __attribute__((no_builtin("memset"))) void* memset(void* to, int value, size_t size) {
  for (size_t i = 0; i < size; ++i) static_cast<char*>(to)[i] = static_cast<char>(value);
  return to;
}
