# shellcheck shell=bash
# Starting and stopping background processes for scripts/identity-server; works on $STATE, $PORT and $BACKEND_PORT.

# Starts a command in the background, in a session of its own; `start` has made the state directory its working directory.
launch() {
  local name=$1
  shift
  setsid "$@" </dev/null >"$STATE/$name.out" 2>&1 9>&- &
  echo $! >"$STATE/$name.pid"
}

# True if the process number is that of a process which `launch` started: those work in the state directory.
is_ours() {
  [ "$(readlink "/proc/$1/cwd" 2>/dev/null)" = "$STATE" ]
}

stop_process() {
  local file=$STATE/$1.pid pid _
  [ -s "$file" ] || return 0
  pid=$(<"$file")
  if is_ours "$pid"; then
    kill "$pid" 2>/dev/null || true
    for _ in {1..80}; do
      is_ours "$pid" || break
      sleep 0.1
    done
    ! is_ours "$pid" || kill -9 "$pid" 2>/dev/null || true
  fi
  rm -f "$file"
}

stop() {
  stop_process haproxy
  stop_process glewlwyd
}

is_listening() {
  (: <"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

require_free_ports() {
  local port
  for port in "$PORT" "$BACKEND_PORT"; do
    ! is_listening "$port" || die "port $port is taken by another program"
  done
}
