// Makes one call of a process fail, as CRASH_SHIM says: "PATH_PART OP N WHAT". OP is write (write, pwrite, writev) or sync (fsync,
// fdatasync); calls on files whose path contains PATH_PART are counted from 1, "N+" means that one and all after it. WHAT: tear
// (half of it, then the end of the process), kill (the end of it, before), killed (the same, after), short (half of it), EIO, ENOSPC.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static char part[256], op[16], number[16], what[16];
static atomic_long calls;

__attribute__((constructor)) static void begin(void) {
  const char *script = getenv("CRASH_SHIM");
  if (script == NULL || sscanf(script, "%255s %15s %15s %15s", part, op, number, what) != 4) _exit(97);
}

static int is(const char *name) { return strcmp(what, name) == 0; }

static int strikes(int fd, const char *kind) {
  int saved = errno, hit = 0;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = strcmp(op, kind) == 0 ? readlink(link, path, sizeof path - 1) : -1;
  if (length > 0) {
    path[length] = 0;
    if (strstr(path, part) != NULL) {
      long call = atomic_fetch_add(&calls, 1) + 1, n = atol(number);
      hit = call == n || (call > n && strchr(number, '+') != NULL);
    }
  }
  errno = saved;
  if (hit && is("kill")) _exit(99);
  return hit;
}

static int failure(void) { return errno = is("EIO") ? EIO : is("ENOSPC") ? ENOSPC : 0; }

#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#define WRITING(fd, size, call)                                   \
  int hit = strikes(fd, "write");                                 \
  if (hit && failure() != 0) return -1;                           \
  if (hit && (is("tear") || is("short")) && size > 1) size /= 2;  \
  ssize_t written = call;                                         \
  if (hit && (is("tear") || is("killed"))) _exit(99);             \
  return written;
#define SYNCING(fd, call)                 \
  int hit = strikes(fd, "sync");          \
  if (hit && failure() != 0) return -1;   \
  int result = call;                      \
  if (hit && is("killed")) _exit(99);     \
  return result;

ssize_t write(int fd, const void *from, size_t size) { REAL(write); WRITING(fd, size, real(fd, from, size)) }
ssize_t pwrite(int fd, const void *from, size_t size, off_t at) { REAL(pwrite); WRITING(fd, size, real(fd, from, size, at)) }
ssize_t pwrite64(int fd, const void *from, size_t size, off64_t at) { REAL(pwrite64); WRITING(fd, size, real(fd, from, size, at)) }
ssize_t writev(int fd, const struct iovec *from, int size) { REAL(writev); WRITING(fd, size, real(fd, from, size)) }
int fsync(int fd) { REAL(fsync); SYNCING(fd, real(fd)) }
int fdatasync(int fd) { REAL(fdatasync); SYNCING(fd, real(fd)) }
