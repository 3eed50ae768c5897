#!/bin/sh
# The part of the official image's contract that docker-compose.yml uses.
set -eu
[ "$1" = postgres ] || exec "$@"
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" /run/postgresql
  chown -R postgres:postgres "$PGDATA" /run/postgresql
  chmod 700 "$PGDATA"
  exec gosu postgres "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  POSTGRES_PASSWORD="${POSTGRES_PASSWORD:-$(cat "${POSTGRES_PASSWORD_FILE:-/dev/null}")}"
  password=$(mktemp)
  printf '%s\n' "$POSTGRES_PASSWORD" > "$password"
  initdb --username="${POSTGRES_USER:-postgres}" --pwfile="$password" --auth-host=scram-sha-256 --auth-local=trust -E UTF8
  rm "$password"
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  # Without addresses: nobody comes in before the database is there.
  pg_ctl -w start -o "-c listen_addresses='' -c unix_socket_directories=/tmp"
  database="${POSTGRES_DB:-${POSTGRES_USER:-postgres}}"
  [ "$database" = postgres ] || createdb -h /tmp -U "${POSTGRES_USER:-postgres}" "$database"
  pg_ctl -w -m fast stop
fi
exec "$@" -c listen_addresses='*' -c unix_socket_directories=/run/postgresql
