#!/bin/sh
# `npm run deploy:upgrade`, or without Node `sh deploy/docker/upgrade.sh`, in the folder of docker-compose.yml, after `git pull`. With
# images of a registry: after ACEQUIA_IMAGE in .env names the new one. One service after another; what fails leads back to the version
# that ran, with all its data (docs/operations.md, "Upgrade").
set -eu

# Callers after those they call: what a service calls is at least as new as itself.
services='auth-tenancy inventory device-gateway telemetry-history alerts automation api-gateway'
previous=acequia:previous
# A service that restarts again and again would be waited for without an end.
patience=240

say() { printf '%s\n' "$*"; }
refuse() { say "$*" >&2; exit 1; }
once() { docker compose run --rm --no-deps -T "$@" < /dev/null; }
start() { docker compose up -d --no-deps --wait --wait-timeout "$patience" "$@"; }
# set_env NAME [VALUE]: in .env; without a value the line goes.
set_env() {
  grep -v "^$1=" .env > .env.next || true
  if [ -n "${2:-}" ]; then printf '%s=%s\n' "$1" "$2" >> .env.next; fi
  chmod 600 .env.next && mv .env.next .env
}

[ -f .env ] || refuse 'Aquí no hay una instalación: falta .env.'
for service in $services; do
  for id in $(docker compose ps -q "$service"); do
    [ "$(docker inspect --format '{{.State.Health.Status}}' "$id")" = healthy ] ||
      refuse "«$service» no está sano: primero arregla eso (docs/operations.md, «Symptoms and causes»)."
  done
done
running=$(docker compose ps -q api-gateway | head -n 1)
[ -n "$running" ] || refuse 'La instalación no está en marcha: docker compose up -d la arranca con la versión nueva.'

# What an upgrade that failed left.
set_env MIGRATIONS
grep -qx "ACEQUIA_IMAGE=$previous" .env && set_env ACEQUIA_IMAGE
docker tag "$(docker inspect --format '{{.Image}}' "$running")" "$previous"

image=$(sed -n 's/^ACEQUIA_IMAGE=//p' .env)
if [ -z "$image" ]; then
  say 'Se construye la imagen nueva; la anterior sigue trabajando.'
  docker compose build database-roles
  docker compose build backup || refuse 'No se construyó la imagen de los respaldos, y sin respaldo no se actualiza. Nada ha cambiado.'
else
  docker image inspect "$image" > /dev/null 2>&1 || docker pull "$image"
fi

say 'Se hace un respaldo.'
once backup node --max-old-space-size=320 deploy/local/dist/backup/standalone.js --once ||
  refuse 'No se pudo respaldar. Nada ha cambiado.'

say 'Se ensayan las migraciones.'
once database-roles
for service in $services; do
  [ "$service" = api-gateway ] || once -e MIGRATIONS=rehearse "$service" > upgrade.log 2>&1 || {
    tail -n 3 upgrade.log >&2
    refuse "«$service» no puede migrar sus datos. Nada ha cambiado: sigue la versión anterior."
  }
done
rm -f upgrade.log

changed=''
back() {
  docker compose logs --no-log-prefix --tail 5 "$1" >&2 || true
  say "«$1» no arranca: vuelve la versión anterior." >&2
  set_env ACEQUIA_IMAGE "$previous"
  set_env MIGRATIONS back
  for service in $changed; do start "$service"; done
  refuse "Está otra vez la versión anterior ($previous), con todos sus datos. Vuelve también a su docker-compose.yml (git checkout)."
}

together=0
once auth-tenancy node deploy/local/dist/beside-standalone.js || together=$?
if [ "$together" = 2 ]; then
  say 'Esta versión no entiende a la que está en marcha: se detienen todos los servicios y arrancan juntos.'
  docker compose stop $services
elif [ "$together" != 0 ]; then
  refuse 'No se sabe si las dos versiones se entienden. Nada ha cambiado.'
fi
for service in $services; do
  say "$service"
  changed="$service $changed"
  start "$service" || back "$service"
done
docker compose up -d --wait --wait-timeout "$patience"
say 'Listo: está en marcha la versión nueva.'
