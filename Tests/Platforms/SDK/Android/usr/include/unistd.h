// Bionic, as far as the toolchain's module maps need it.
#pragma once

#include <stddef.h>

long syscall(long number, ...);
