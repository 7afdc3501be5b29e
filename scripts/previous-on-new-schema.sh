#!/usr/bin/env bash
# Whether what was deployed before still works once the schema is new: runs the suites of the gateway and of the rights
# service of an earlier commit, built as they were, on databases that already have the schema of this commit.
#
#   TEST_DATABASE_URL=postgres://… scripts/previous-on-new-schema.sh <commit> <empty folder>
#
# The Postgres server must belong to this run alone: every database that is made on it afterwards has the new schema.
set -euo pipefail
cd "$(dirname "$0")/.."
before=$1
folder=$2

if git diff --quiet "$before" -- 'services/*/migrations' services/gateway/src/billing/sql; then
  echo "No schema has changed since $(git rev-parse --short "$before")."
  exit 0
fi

git archive "$before" | tar -x -C "$folder"
(
  cd "$folder"
  npx --yes "$(node -p "require('./package.json').packageManager")" install --frozen-lockfile --prefer-offline >install.log 2>&1 || {
    tail -n 20 install.log
    exit 1
  }
  node node_modules/typescript/bin/tsc -b
)
# Postgres makes every database as a copy of this one.
DATABASE_URL=${TEST_DATABASE_URL%/*}/template1 node packages/local-stack/dist/migrate.js
cd "$folder"
NODE_OPTIONS=--experimental-vm-modules node node_modules/jest/bin/jest.js --forceExit -t 'a Postgres server' \
  services/gateway/test/billing services/gateway/test/keys services/rights/test tests/e2e/killed-gateway.test.ts
