#!/bin/sh
# `npm run deploy:upgrade`, or without Node `sh deploy/docker/upgrade.sh`, in the folder of docker-compose.yml, after `git pull`. With
# images of a registry: after ACEQUIA_IMAGE in .env names the new one. One service after another; what fails leads back to the version
# that ran, with all its data. `--back` goes back where this was cut short (docs/operations.md, "Upgrade").
set -eu

# Callers after those they call: what a service calls is at least as new as itself.
services='auth-tenancy inventory device-gateway telemetry-history alerts automation api-gateway'
previous=acequia:previous
next=acequia:next
# For a service to migrate and become healthy, s. One that has ended so many times does not.
patience=900
ends=3

say() { printf '%s\n' "$*"; }
refuse() { say "$*" >&2; exit 1; }
once() { docker compose run --rm --no-deps -T "$@" < /dev/null; }
# set_env NAME [VALUE]: in .env; without a value the line goes.
set_env() {
  cp -p .env .env.next
  grep -v "^$1=" .env > .env.next || [ $? = 1 ]
  if [ -n "${2:-}" ]; then printf '%s=%s\n' "$1" "$2" >> .env.next; fi
  mv .env.next .env
}
# keep NAME VALUE: as a secret, which the user of a container must be able to read.
keep() { printf '%s\n' "$2" > secrets/.next && chmod 444 secrets/.next && mv -f secrets/.next "secrets/$1"; }
# redis_user SERVICE: the secrets of its user in Redis, where the version before had none. The last one tells that both are there.
redis_user() {
  [ ! -f "secrets/redis_url_$1" ] || return 0
  user="acequia_$1:$(od -An -v -N24 -tx1 /dev/urandom | tr -d ' \n')"
  keep "redis_volatile_url_$1" "redis://$user@redis-volatile:6379"
  keep "redis_url_$1" "redis://$user@redis:6379"
}
in_env() { sed -n "s/^$1=//p" .env; }
# Asked of Docker: Compose reads its file each time, and that is time of a processor on which a service is just starting.
containers() {
  docker ps -aq --filter "label=com.docker.compose.project=$project" --filter "label=com.docker.compose.service=$1" \
    --filter label=com.docker.compose.oneoff=False
}
# Services that run in several containers stay so.
scaled() {
  for one in $services; do
    count=$(containers "$one" | grep -c . || true)
    if [ "$count" -gt 1 ]; then printf -- '--scale %s=%s ' "$one" "$count"; fi
  done
}
# healthy SERVICE: waits; fails for one that is not going to be.
healthy() {
  waited=0
  while [ "$waited" -lt "$patience" ]; do
    well=yes
    for id in $(containers "$1"); do
      state=$(docker inspect --format '{{.State.Health.Status}} {{.RestartCount}}' "$id")
      # One that was not replaced may have ended often before, and be well.
      [ "${state% *}" != healthy ] || continue
      if [ "${state% *}" = unhealthy ] || [ "${state#* }" -ge "$ends" ]; then return 1; fi
      well=no
    done
    if [ "$well" = yes ]; then return 0; fi
    sleep 1
    waited=$((waited + 1))
  done
  return 1
}
# What the services stand on, as the new docker-compose.yml wants it. A Redis of before the services had users has lost them when it is
# replaced.
# shellcheck disable=SC2086 # several words on purpose, here and below
ground() { docker compose up -d --wait $scale postgres redis redis-volatile && once database-roles; }
# Docker starts it, not Compose, which would first make the database roles once more: seconds without the service. It is named alone, but
# made with what it depends on: without, Compose would take it for changed at the next `up` and replace it again.
# shellcheck disable=SC2046,SC2086
replace() { docker compose up --no-start $scale "$1" && docker start $(containers "$1") > /dev/null && healthy "$1"; }

# What `docker compose up` starts from now on.
settle_on() {
  if [ -n "$(in_env ACEQUIA_IMAGE)" ]; then set_env ACEQUIA_IMAGE "$1"; else docker tag "$1" acequia:local; fi
}
back() {
  say 'Vuelve la versión anterior.' >&2
  settle_on "$previous"
  set_env MIGRATIONS back
  unset ACEQUIA_IMAGE
  if [ "$together" = yes ]; then docker compose stop $services; fi
  failed=''
  for service in $changed; do replace "$service" || failed="$failed $service"; done
  [ -z "$failed" ] || refuse "Tampoco arrancan con la versión anterior:$failed. Mira docker compose logs; tus datos están en el respaldo y en sus volúmenes."
  refuse "Está otra vez la versión anterior ($previous), con todos sus datos. Vuelve también a su docker-compose.yml (git checkout ORIG_HEAD)."
}

[ -f .env ] || refuse 'Aquí no hay una instalación: falta .env.'
exec 9< docker-compose.yml
flock -n 9 || refuse 'Ya hay una actualización en marcha.'
docker compose ps -q > /dev/null
project=$(docker compose config | sed -n 's/^name: //p')
for service in $services; do redis_user "$(printf %s "$service" | tr - _)"; done
scale=$(scaled)
together=no
changed=''

if [ "${1:-}" = --back ]; then
  docker image inspect "$previous" > /dev/null 2>&1 || refuse "No hay una versión anterior ($previous)."
  together=yes
  changed=$services
  back
fi

images=''
for service in $services; do
  [ -n "$(containers "$service")" ] || refuse "«$service» no está en marcha: primero docker compose up -d con la versión de antes."
  for id in $(containers "$service"); do
    [ "$(docker inspect --format '{{.State.Health.Status}}' "$id")" = healthy ] ||
      refuse "«$service» no está sano: arréglalo (docs/operations.md, «Symptoms and causes»), o vuelve atrás con --back."
    images="$images$(docker inspect --format '{{.Image}}' "$id")
"
  done
done
# After an upgrade that was cut short some run the new one already.
if [ "$(printf %s "$images" | sort -u | grep -c .)" = 1 ]; then docker tag "$(printf %s "$images" | head -n 1)" "$previous"; fi

wanted=$(in_env ACEQUIA_IMAGE)
if [ -z "$wanted" ]; then
  say 'Se construye la imagen nueva; la anterior sigue trabajando.'
  ACEQUIA_IMAGE=$next docker compose build database-roles
  docker compose build backup || refuse 'No se construyó la imagen de los respaldos, y sin respaldo no se actualiza. Nada ha cambiado.'
else
  [ "$wanted" != "$previous" ] || refuse "ACEQUIA_IMAGE de .env es la versión anterior: pon ahí la nueva."
  operations=$(in_env ACEQUIA_OPERATIONS_IMAGE)
  for image in $wanted $operations; do
    docker pull -q "$image" || docker image inspect "$image" > /dev/null || refuse "No se encuentra $image. Nada ha cambiado."
  done
  docker tag "$wanted" "$next"
fi

say 'Se hace un respaldo.'
once backup node --max-old-space-size=320 deploy/local/dist/backup/standalone.js --once ||
  refuse 'No se pudo respaldar. Nada ha cambiado.'

export ACEQUIA_IMAGE=$next
say 'Se ensayan las migraciones.'
once database-roles
for service in $services; do
  [ "$service" != api-gateway ] || continue
  lines=$(once -e MIGRATIONS=rehearse "$service" 2>&1) || {
    say "$lines" | tail -n 3 >&2
    refuse "«$service» no puede migrar sus datos. Nada ha cambiado: sigue la versión anterior."
  }
done
understood=0
once auth-tenancy node deploy/local/dist/beside-standalone.js || understood=$?
case $understood in
  0) ;;
  2) together=yes ;;
  *) refuse 'No se sabe si las dos versiones se entienden. Nada ha cambiado.' ;;
esac

unset ACEQUIA_IMAGE
if [ -z "$wanted" ]; then docker tag "$next" acequia:local; fi
set_env MIGRATIONS
trap 'refuse "Quedó a medias: repite el mismo comando para seguir, o con --back para volver atrás."' INT TERM HUP
if [ "$together" = yes ]; then
  say 'Esta versión no entiende a la que está en marcha: se detienen todos los servicios y arrancan juntos.'
  changed=$services
  docker compose stop $services
fi
ground || back
for service in $services; do
  say "$service"
  [ "$together" = yes ] || changed="$service $changed"
  replace "$service" || {
    docker compose logs --no-log-prefix --tail 30 "$service" >&2 || true
    say "«$service» no arranca." >&2
    back
  }
done
trap - INT TERM HUP
docker compose up -d $scale || refuse 'Los servicios están en la versión nueva, pero algo más no arrancó: mira docker compose ps.'
# Git replaces a file; the container that mounts it still has the one before.
if [ -n "$(containers proxy)" ] && ! docker compose exec -T proxy cat /etc/caddy/Caddyfile < /dev/null | cmp -s - deploy/docker/Caddyfile; then
  docker compose up -d --no-deps --force-recreate proxy
fi
say 'Listo: está en marcha la versión nueva.'
