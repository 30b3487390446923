// The compiler recognizes the folder of the C library by this file.
#pragma once

#include <stdint.h>
