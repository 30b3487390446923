/* The memory of each process: SessionMemory.swift. */

typedef Memory {
  byte response;    /* The credential, or 0 if no user is signed in. */
  byte intent;
  byte generation;  /* The number of sign-ins and sign-outs. */
  byte expected;    /* The contents of the store when this process last read or wrote it. */
  byte expectedIntent;
  bool isUnsaved;
  bool isLoaded
}
Memory memory[PROCESSES];

/* Set when a process ends, for each part of the process in the model. */
bool isClientKilled[PROCESSES];
bool isWriterKilled[PROCESSES];
bool isUserKilled;

/* The process of the user's action, as the owner of a lock. */
byte acting;

/* The outcome of an exchange, and of a write. */
mtype = { EXCHANGED, UNCHANGED, UNKNOWN, REJECTED, DONE, OVERTAKEN, FAILED };

inline renew(new, newIntent, newIsUnsaved) {
  memory[p].response = new;
  memory[p].intent = newIntent;
  memory[p].isUnsaved = newIsUnsaved
}

/* The contents of the store. */
inline noteContents(contents, intent) {
  memory[p].expected = contents;
  memory[p].expectedIntent = intent
}

/* A sign-in or a sign-out in this process. */
inline replace(new) {
  memory[p].generation++;
  memory[p].response = new;
  memory[p].intent = 0;
  memory[p].isUnsaved = false;
  memory[p].isLoaded = true;
  noteContents(ANY, 0)
}

/* Adopts the credential that another process has stored. `hasThrown` is set after a sign-out there, or the sign-in of another
 * user. */
inline adopt(loaded, loadedIntent) {
  checkAdoption(loaded);
  known = memory[p].response;
  renew(loaded, loadedIntent, false);
  noteContents(loaded, loadedIntent);
  hasThrown = false;
  if
  :: loaded == 0 ->
     hasThrown = true;
     if
     :: known != 0 -> memory[p].generation++
     :: else
     fi
  :: loaded != 0 && known == 0 -> memory[p].generation++
  :: loaded != 0 && known != 0 && userOf(loaded) != userOf(known) && guarded(sameUser) ->
     hasThrown = true;
     memory[p].generation++
  :: else
  fi;
  known = 0
}

/* Stops a refresh that a sign-out or a sign-in in this process has overtaken. */
#define checkGeneration(otherwise) \
  if \
  :: guarded(generation) && memory[p].generation != started -> goto otherwise \
  :: else \
  fi
