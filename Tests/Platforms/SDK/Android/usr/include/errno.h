// The parts of Bionic that the toolchain's module maps need.
#pragma once

extern int *__errno(void);
#define errno (*__errno())
