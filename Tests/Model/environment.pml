/* Crashes, failures of the store, and time. */

byte crashes = CRASHES;
byte failedWrites = FAILED_WRITES;
byte pauses = PAUSES;

/* The process ends, and the next one starts with an empty memory. The locks are free, at once or when they expire. */
inline kill() {
  noteCrash();
  isClientKilled[p] = true;
  isWriterKilled[p] = true;
  if
  :: acting == owner(p) -> 
     isUserKilled = true;
     acting = 0;
     if
     :: nempty(writtenForUser) -> writtenForUser?_
     :: empty(writtenForUser)
     fi
  :: else
  fi;
  if
  :: refreshLock == owner(p) -> refreshLock = 0
  :: else
  fi;
  if
  :: writeLock == owner(p) -> writeLock = 0
  :: else
  fi;
  do
  :: nempty(writes[p]) -> writes[p]?_, _, _, _, _
  :: empty(writes[p]) -> break
  od;
  if
  :: nempty(written[p]) -> written[p]?_, _, _
  :: empty(written[p])
  fi;
  renew(0, 0, false);
  memory[p].generation = 0;
  noteContents(ANY, 0);
  memory[p].isLoaded = false
}

/* Time passes only while every process is idle or suspended, and after each repetition that an overlap allows: callers ask before
 * it ends. */
inline passTime() {
  i = 0;
  do
  :: i < PROCESSES && !mustRepeat[i] && (!isBusy[i] || hasLostLock[i]) -> i++
  :: else -> break
  od;
  if
  :: i == PROCESSES ->
     pauses--;
     expired = issued;
     notePause();
     for (i : 1 .. SIGN_INS + 1) { previousOf[i] = 0 }
  :: else
  fi;
  i = 0
}

proctype Environment() {
  byte p, i;
end:
  do
  :: atomic {
       crashes > 0 -> select(p : 0 .. PROCESSES - 1);
       if
       :: isBusy[p] || acting == owner(p) || memory[p].isUnsaved ->
          crashes--;
          printf("process %d: ends\n", p);
          kill()
       :: else
       fi;
       p = 0
     }
  :: atomic { failedWrites > 0 -> failedWrites--; printf("the store fails\n"); isStoreBroken = true }
  :: atomic { isStoreBroken -> printf("the store works\n"); isStoreBroken = false }
  :: atomic { pauses > 0 && expired != issued -> printf("time passes\n"); passTime() }
  od
}
