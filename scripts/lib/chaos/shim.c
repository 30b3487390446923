// Breaks the disk and the clock of the program that loads it (LD_PRELOAD). The file AUTH_CHAOS_CONTROL contains the settings,
// which the driver changes while the program runs (faults.py).
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

struct control {
  volatile int64_t clock;      // added to the time of day, in seconds
  volatile int32_t countdown;  // the number of calls that succeed before one fails, or negative
  volatile int32_t sticky;     // whether all later calls fail, too
  volatile int32_t code;       // the error of a call that fails
  volatile int32_t delay;      // the delay of each write in milliseconds
  volatile int32_t calls;      // the number of calls so far
  volatile int32_t reads;      // whether reads count, instead of writes
  char folder[PATH_MAX];       // calls for files below this folder count
};

static struct control *control;

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("AUTH_CHAOS_CONTROL");
  int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *memory = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory != MAP_FAILED) control = memory;
}

#define NEXT(name) \
  static __typeof__(&name) next; \
  if (!next) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

enum kind { WRITE, READ };

// Whether the call must fail. It may wait first.
static int fails(enum kind kind, const char *path) {
  if (!control || !control->folder[0] || !path || (kind == READ) != (control->reads != 0)) return 0;
  if (strncmp(path, (const char *)control->folder, strlen((const char *)control->folder))) return 0;
  __sync_fetch_and_add(&control->calls, 1);
  if (control->delay > 0) {
    struct timespec time = {control->delay / 1000, control->delay % 1000 * 1000000L};
    nanosleep(&time, NULL);
  }
  if (control->countdown < 0) return 0;
  int left = __sync_fetch_and_sub(&control->countdown, 1);
  if (left > 0) return 0;
  // The countdown stays at 0 if later writes fail, too. Otherwise, it ends.
  control->countdown = control->sticky ? 0 : -1;
  errno = control->code;
  return 1;
}

static int fails_at(enum kind kind, int file) {
  if (!control || !control->folder[0]) return 0;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return fails(kind, path);
}

// Creating a file is a write.
static int opened(int (*next)(const char *, int, ...), const char *path, int flags, mode_t mode) {
  if ((flags & O_CREAT) && access(path, F_OK) && fails(WRITE, path)) return -1;
  if (!(flags & (O_CREAT | O_DIRECTORY)) && fails(READ, path)) return -1;
  return next(path, flags, mode);
}

#define MODE \
  mode_t mode = 0; \
  if (flags & (O_CREAT | O_TMPFILE)) { \
    va_list rest; \
    va_start(rest, flags); \
    mode = va_arg(rest, mode_t); \
    va_end(rest); \
  }

int open(const char *path, int flags, ...) {
  NEXT(open);
  MODE
  return opened(next, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  NEXT(open64);
  MODE
  return opened(next, path, flags, mode);
}

ssize_t read(int file, void *data, size_t size) {
  NEXT(read);
  return fails_at(READ, file) ? -1 : next(file, data, size);
}

ssize_t pread(int file, void *data, size_t size, off_t place) {
  NEXT(pread);
  return fails_at(READ, file) ? -1 : next(file, data, size, place);
}

ssize_t pread64(int file, void *data, size_t size, off64_t place) {
  NEXT(pread64);
  return fails_at(READ, file) ? -1 : next(file, data, size, place);
}

ssize_t write(int file, const void *data, size_t size) {
  NEXT(write);
  return fails_at(WRITE, file) ? -1 : next(file, data, size);
}

ssize_t pwrite(int file, const void *data, size_t size, off_t place) {
  NEXT(pwrite);
  return fails_at(WRITE, file) ? -1 : next(file, data, size, place);
}

ssize_t pwrite64(int file, const void *data, size_t size, off64_t place) {
  NEXT(pwrite64);
  return fails_at(WRITE, file) ? -1 : next(file, data, size, place);
}

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t place) {
  NEXT(pwritev);
  return fails_at(WRITE, file) ? -1 : next(file, parts, count, place);
}

ssize_t pwritev64(int file, const struct iovec *parts, int count, off64_t place) {
  NEXT(pwritev64);
  return fails_at(WRITE, file) ? -1 : next(file, parts, count, place);
}

int posix_fallocate(int file, off_t place, off_t size) {
  NEXT(posix_fallocate);
  return fails_at(WRITE, file) ? errno : next(file, place, size);
}

int ftruncate(int file, off_t size) {
  NEXT(ftruncate);
  return fails_at(WRITE, file) ? -1 : next(file, size);
}

int ftruncate64(int file, off64_t size) {
  NEXT(ftruncate64);
  return fails_at(WRITE, file) ? -1 : next(file, size);
}

int fsync(int file) {
  NEXT(fsync);
  return fails_at(WRITE, file) ? -1 : next(file);
}

int fdatasync(int file) {
  NEXT(fdatasync);
  return fails_at(WRITE, file) ? -1 : next(file);
}

int rename(const char *from, const char *to) {
  NEXT(rename);
  return fails(WRITE, to) ? -1 : next(from, to);
}

int link(const char *from, const char *to) {
  NEXT(link);
  return fails(WRITE, to) ? -1 : next(from, to);
}

int mkdir(const char *path, mode_t mode) {
  NEXT(mkdir);
  return access(path, F_OK) && fails(WRITE, path) ? -1 : next(path, mode);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  NEXT(clock_gettime);
  int result = next(clock, time);
  if (control && !result && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += control->clock;
  return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  NEXT(gettimeofday);
  int result = next(time, zone);
  if (control && !result) time->tv_sec += control->clock;
  return result;
}

time_t time(time_t *place) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (place) *place = now.tv_sec;
  return now.tv_sec;
}
