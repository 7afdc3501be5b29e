#!/bin/sh
# Brings the running services of docker-compose.yml to the release of this checkout, one after another and without an outage:
#   sh infra/docker/update.sh                      all that have replicas
#   sh infra/docker/update.sh gateway              these alone, such as after a change of .env
# It starts as many new containers of a service as there are, waits until they are healthy, and then stops the old ones, which
# first finish the requests in flight. Where new ones do not become healthy, it removes them, and the old ones go on.
set -eu
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- rights retrieval embedding reranker worker gateway
# Clients look for replicas again within half a minute; until then they know the old ones alone.
found_s=${FOUND_S:-30}

update() {
  # One that was stopped would be started again as it was, in the place of a new one.
  docker compose rm --force "$1"
  old=$(docker compose ps --quiet "$1")
  if [ -z "$old" ]; then
    echo "$1 does not run. Start it: docker compose up --detach --wait" >&2
    return 1
  fi
  count=$(echo "$old" | wc -l)
  if ! docker compose up --detach --wait --no-deps --no-recreate --scale "$1=$((count * 2))" "$1"; then
    docker compose logs --tail 20 "$1" >&2
    docker compose ps --all --quiet "$1" | grep -vxF "$old" | xargs docker rm --force >&2
    echo "New containers of $1 did not become healthy and are removed. The old ones go on." >&2
    return 1
  fi
  sleep "$found_s"
  echo "$old" | xargs docker stop
  echo "$old" | xargs docker rm
}

docker compose build migrate models "$@"
docker compose run --rm --no-deps migrate
docker compose run --rm --no-deps models
for service in "$@"; do
  update "$service"
done
