/* The server and the network. */

/* The number of the last response, and facts about each. */
byte issued;
byte signInOf[RESPONSES + 1];     /* The sign-in, a number. */
byte tokenOf[RESPONSES + 1];      /* The refresh token. Its number is that of the first response with it. */
byte sourceOf[RESPONSES + 1];     /* The refresh token that was exchanged, or 0 after a sign-in. */
bool isOfWrongUser[RESPONSES + 1];
bool isForgotten[RESPONSES + 1];  /* Whether the server has forgotten that it issued this refresh token. */

/* Whether the server accepts a refresh token. */
bool works[RESPONSES + 1];
/* The exchanged token that an overlap covers, of each sign-in, and the first response to it. */
byte previousOf[SIGN_INS + 2];
byte successorOf[SIGN_INS + 2];
byte signIns;
/* Access tokens up to this response have expired. */
byte expired;

byte lostResponses = LOST_RESPONSES;
byte rejectedRequests = REJECTED_REQUESTS;
byte forgottenTokens = FORGOTTEN_TOKENS;
byte wrongUsers = WRONG_USERS;

#define accepts(token) (works[token] || (HAS_OVERLAP && previousOf[signInOf[token]] == (token)))
#define isGood(response) ((response) > expired)
/* Each sign-in is of another user. */
#define userOf(response) (signInOf[response] + isOfWrongUser[response] * 100)
/* Whether a client with this credential can refresh: with its token, or soon after the refresh with the one before. */
#define isUsable(response) (accepts(tokenOf[response]) || \
  (sourceOf[response] != 0 && isGood(response) && accepts(sourceOf[response])))

inline issueAtSignIn(new) {
  issued++;
  signIns++;
  new = issued;
  signInOf[new] = signIns;
  tokenOf[new] = new;
  works[new] = true
}

inline issueForToken() {
  issued++;
  fresh = issued;
  signInOf[fresh] = signInOf[token];
  sourceOf[fresh] = token;
  isOfWrongUser[fresh] = isOfWrongUser[token];
  if
  :: ROTATION == none -> tokenOf[fresh] = token
  :: else -> tokenOf[fresh] = fresh; works[fresh] = true
  fi
}

/* The server revokes all tokens of a sign-in. */
inline revoke(signIn) {
  for (i : 1 .. issued) {
    if
    :: signInOf[i] == signIn -> works[i] = false
    :: else
    fi
  }
  i = 0;
  previousOf[signIn] = 0
}

/* The server handles `token`. */
inline serve() {
  if
  :: accepts(token) && issued == RESPONSES ->
     /* The end of the model's numbers. */
     outcome = UNCHANGED
  :: issued < RESPONSES && works[token] ->
     outcome = EXCHANGED;
     issueForToken();
     if
     :: ROTATION != none ->
        works[token] = false;
        previousOf[signInOf[token]] = token;
        successorOf[signInOf[token]] = fresh
     :: else
     fi;
     if
     :: true
     :: forgottenTokens > 0 ->
        forgottenTokens--;
        isForgotten[fresh] = true;
        works[fresh] = false;
        works[token] = true
     :: wrongUsers > 0 -> wrongUsers--; isOfWrongUser[fresh] = true
     fi
  :: issued < RESPONSES && !works[token] && accepts(token) ->
     outcome = EXCHANGED;
     if
     :: ROTATION == repeated -> fresh = successorOf[signInOf[token]]
     :: else -> issueForToken()
     fi
  :: else ->
     outcome = REJECTED;
     if
     :: ROTATION >= reuseDetected && !isForgotten[token] -> revoke(signInOf[token])
     :: else
     fi
  fi
}

/* The request arrives or not, and so does the response. */
inline respond() {
  if
  :: serve();
     if
     :: outcome == EXCHANGED -> unstored[p] = signInOf[token]
     :: else
     fi
  :: rejectedRequests > 0 -> rejectedRequests--; outcome = UNCHANGED
  :: lostResponses > 0 -> lostResponses--; outcome = UNKNOWN
  :: lostResponses > 0 ->
     lostResponses--;
     serve();
     if
     :: outcome == EXCHANGED -> noteLostResponse(); fresh = 0
     :: else
     fi;
     outcome = UNKNOWN
  fi
}
