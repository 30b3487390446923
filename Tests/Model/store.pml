/* The store that all processes share. */

/* The entry: a response, and the intent to refresh it, which is the process that stored it, as the owner of a lock. 0 means that no
 * user is signed in, and that there is no intent. */
byte stored;
byte storedIntent;
/* Whether the store can't save anything. It can remove its entry. */
bool isStoreBroken;

/* The owners of the locks, or 0. In the variant `lease`, refreshes and writes share one lease. */
byte refreshLock;
byte writeLock;
#define owner(p) ((p) + 1)
#define hasRefreshLock (refreshLock == owner(p))
#define hasWriteLock ((LOCKS == lease -> refreshLock : writeLock) == owner(p))

/* Contents that this process hasn't read. */
#define ANY 255

/* Whether another process has written since this one read `expected`. If the tokens stay the same, another process's intent stays,
 * too: StoreContents.allowsReplacing. */
#define isOvertaken(expected, expectedIntent, new) ((expected) != ANY && ( \
  guarded(compare) && (expected) != stored || \
  guarded(otherIntent) && (new) == stored && storedIntent != 0 && storedIntent != (expectedIntent)))

byte lostLocks = LOST_LOCKS;
byte failedReads = FAILED_READS;

/* Either nothing fails, or the store can't be read or a lock can't be taken. */
#define mayFail(otherwise) \
  if \
  :: true \
  :: failedReads > 0 -> failedReads--; goto otherwise \
  fi

/* Waits for the lock. If its owner is suspended for too long, another process takes it. */
inline takeRefreshLock() {
  if
  :: !guarded(lockForRefresh)
  :: guarded(lockForRefresh) && refreshLock == 0 -> refreshLock = owner(p)
  :: guarded(lockForRefresh) && refreshLock != 0 && !hasRefreshLock && lostLocks > 0 ->
     lostLocks--;
     noteLostLock(refreshLock - 1);
     refreshLock = owner(p)
  fi;
  isLate[p] = false;
  hasLostLock[p] = false
}

inline releaseRefreshLock() {
  if
  :: hasRefreshLock -> refreshLock = 0
  :: else
  fi
}

/* A write of a refresh that has the lease uses the same one. */
inline takeWriteLock() {
  if
  :: !guarded(lockForWrite)
  :: guarded(lockForWrite) && LOCKS != lease && writeLock == 0 -> writeLock = owner(p)
  :: guarded(lockForWrite) && LOCKS != lease && writeLock != 0 && !hasWriteLock && lostLocks > 0 ->
     lostLocks--;
     printf("process %d: loses its lock\n", writeLock - 1);
     writeLock = owner(p)
  :: guarded(lockForWrite) && LOCKS == lease && hasRefreshLock
  :: guarded(lockForWrite) && LOCKS == lease && refreshLock == 0 -> refreshLock = owner(p); isOwnLease = true
  :: guarded(lockForWrite) && LOCKS == lease && refreshLock != 0 && !hasRefreshLock && lostLocks > 0 ->
     lostLocks--;
     noteLostLock(refreshLock - 1);
     refreshLock = owner(p);
     isOwnLease = true
  fi
}

inline releaseWriteLock() {
  if
  :: LOCKS != lease && hasWriteLock -> writeLock = 0
  :: LOCKS == lease && isOwnLease && hasRefreshLock -> refreshLock = 0
  :: else
  fi;
  isOwnLease = false
}

/* The last moment of a write: whether the store rejects it. A lock in a file can't be compared here. Instead, the model assumes
 * that no process is suspended between its last check and the write. */
#define isRejected (guarded(lockForWrite) && !hasWriteLock && (LOCKS == file -> guarded(lockBeforeWrite) : guarded(number)))
