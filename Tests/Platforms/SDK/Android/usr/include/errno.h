// Bionic, as far as the toolchain's module maps need it.
#pragma once

extern int *__errno(void);
#define errno (*__errno())
