# shellcheck shell=bash
# Starts and stops background processes for scripts/identity-server. Uses $STATE, $PORT and, if they are set,
# $BACKEND_PORT and $MUTUAL_TLS_PORT.

# Starts a command in the background, in a new session. `start` has made the state directory its working directory.
launch() {
  local name=$1
  shift
  (
    close_inherited
    exec setsid "$@" </dev/null >"$STATE/$name.out" 2>&1
  ) &
  echo $! >"$STATE/$name.pid"
}

# Closes every descriptor above standard error. A program that waits for this script through another descriptor, as
# Foundation's Process does, would otherwise wait for the server.
close_inherited() {
  local path fd
  for path in /proc/self/fd/*; do
    fd=${path##*/}
    [ "$fd" -le 2 ] || eval "exec $fd>&-" 2>/dev/null || true
  done
}

# Succeeds if `launch` started the process with this ID. Such processes run in the state directory.
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
  stop_process second
  stop_process third
  stop_process mcp
}

is_listening() {
  (: <"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

# Waits until a process that `launch` started listens on $PORT.
wait_until_listening() {
  local name=$1 _
  for _ in {1..1200}; do
    ! is_listening "$PORT" || return 0
    is_ours "$(<"$STATE/$name.pid")" || break
    sleep 0.1
  done
  cat "$STATE/$name.out" >&2
  die "$name did not start"
}

require_free_ports() {
  local port
  for port in "$PORT" ${BACKEND_PORT:-} ${MUTUAL_TLS_PORT:-}; do
    ! is_listening "$port" || die "port $port is taken by another program"
  done
}
