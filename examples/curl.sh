#!/bin/sh
# Searches, and prints title and credit line. The same Idempotency-Key makes it safe to send the request again.
set -eu
curl --silent --show-error --fail-with-body --retry 3 --max-time 30 \
  --header "X-API-Key: $IMAGE_SEARCH_API_KEY" \
  --header 'Content-Type: application/json' \
  --header "Idempotency-Key: $(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')" \
  --data '{"query": "red apple", "k": 1, "filters": {"commercial": true}}' \
  "$IMAGE_SEARCH_URL/v1/search" |
  node -e 'for (const { title, rights } of JSON.parse(require("node:fs").readFileSync(0)).results) console.log(`${title}\n${rights.attribution ?? (rights.attribution_required === false ? "no credit required" : "credit: unknown")}`)'
