/* The guards of the code. -DREMOVED=name removes one.
 *
 * Each starts with the variant and the property that fails without it. scripts/check-model removes each guard, and writes this list
 * into the table of Documentation.docc/SessionModel.md.
 */
#ifndef REMOVED
#define REMOVED nothing
#endif
#define guarded(name) (GUARD_##name != NUMBER_OF(REMOVED))
#define NUMBER_OF(name) PASTED(name)
#define PASTED(name) GUARD_##name
#define GUARD_nothing 0

/* suspended: twice. `lock(for: .refresh)` in `RefreshEngine.repeated`: Two processes send the same token concurrently. */
#define GUARD_lockForRefresh 1
/* suspended: twice. `extend()` before `exchange` in `RefreshEngine.attempt`: A process that was suspended sends the token while the
 * next owner of the lock sends it. */
#define GUARD_lockBeforeExchange 2
/* suspended: twice. `extend()` before the second request in `Renewal.exchanged`: A process that was suspended repeats an
 * interrupted request while the next owner of the lock sends the token. */
#define GUARD_lockBeforeRepetition 3
/* overlap: loss. `keepIntent` in `RefreshEngine.begin`: After a crash, no process repeats the exchange before the overlap ends. */
#define GUARD_intent 4
/* full-disk: loss. No request without an intent in `RefreshEngine.begin`: A process that can't save anything exchanges the token,
 * and then exits. */
#define GUARD_savedIntent 5
/* overlap-suspended: loss. The rule for intents in `StoreContents.allowsReplacing`: A process that was suspended removes the next
 * owner's intent, and then the next owner exits. */
#define GUARD_otherIntent 6
/* full-disk: loss. `isUnsaved` in `SessionRecord.reread`: A process that couldn't save its new token sends the old one. */
#define GUARD_unsavedTokens 7
/* crash: loss. `keepTokens` before `verify` in `RefreshEngine.keep`: The keys for the ID token are unavailable, and the new tokens
 * are lost. */
#define GUARD_saveBeforeVerify 8
/* forgotten: loss. `RefreshEngine.exchangePrevious`: The server forgets the new token and accepts the old one, but the session
 * ends. */
#define GUARD_previousToken 9
/* users: signOut. The comparison of tokens in `StoreContents.allowsReplacing`: A refresh overwrites a sign-out of another
 * process. */
#define GUARD_compare 10
/* users: signOut. `lock(for: .write)` in `SessionStore.compareAndWrite`: A sign-out comes between the comparison and the write. */
#define GUARD_lockForWrite 11
/* sign-out-suspended: signOut. `extend()` in `SessionStore.compareAndWrite`: A process is suspended between the comparison and
 * the write, and another one signs out. */
#define GUARD_lockBeforeWrite 12
/* sign-out-numbered: signOut. The lock's number in `TableCredentialStore.save`: A process is suspended between the check of the
 * lock and the write, and another one signs out. */
#define GUARD_number 13
/* sign-out-lease: signOut. The missing row in `SessionCredentials.save`: A server writes a session that another one has removed. */
#define GUARD_existingRow 14
/* users: signOut. `SessionMemory.check`: A sign-out in the same process overtakes a refresh, which restores the session in
 * memory. */
#define GUARD_generation 15
/* users: signOut. The unconditional write in `SessionRecord.clear`: The sign-out finds tokens that another process refreshed, and
 * leaves them. */
#define GUARD_unconditionalSignOut 16
/* users: user. The comparison of subjects in `SessionMemory.adopt`: A caller gets the token of a user who signed in elsewhere. */
#define GUARD_sameUser 17
/* wrong-user: user. `RefreshEngine.verify`: A caller gets tokens that the server issued for another user. */
#define GUARD_verify 18
/* unreadable: signOut. The failure of `found` in `SessionStore.compareAndWrite`: A process can't read the store before it writes, and
 * overwrites a sign-out. */
#define GUARD_readBeforeWrite 19
/* unreadable: loss. The failure of `writeLock` in `SessionStore.compareAndWrite`: A process ends its session without a lock, and
 * removes the session of a user who has just signed in elsewhere. */
#define GUARD_lockForEnd 20
/* unreadable: loss. The comparison of credentials in `SessionRecord.keep`: A sign-in that finishes late marks a refresh's tokens as
 * saved, although the store couldn't save those. */
#define GUARD_newestSave 21
/* unreadable-users: loss. `SessionRecord.noteContents`: A sign-in that the store couldn't save replaces a later sign-in in
 * another process. */
#define GUARD_contents 22
