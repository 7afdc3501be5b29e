#!/bin/sh
# Writes .env from .env.example, with a new random value for each secret. It never overwrites an .env.
set -eu
cd "$(dirname "$0")/../.."
if [ -e .env ]; then
  echo '.env is there already. Its secrets belong to the data in the volumes, so it stays as it is.' >&2
  exit 1
fi
umask 077
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
while IFS= read -r line; do
  case $line in
    [A-Z]*=)
      secret=$(random)
      [ ${#secret} -eq 64 ] || {
        echo 'There are no random values here: od and /dev/urandom are needed.' >&2
        exit 1
      }
      printf '%s%s\n' "$line" "$secret"
      ;;
    *) printf '%s\n' "$line" ;;
  esac
done <.env.example >.env.unfinished
mv .env.unfinished .env
echo '.env is written.'
