#!/usr/bin/env bash
# What a real API server decides about the chart, in a namespace of its own of the cluster that kubectl reaches. It prints a row
# for each check, and ends with status 1 when one failed. No image runs, so nodes may be missing. docs/how-to/kubernetes.md has the steps
# for kind. HELM names another program than `helm`, such as one of version 4.
set -uo pipefail
cd "$(dirname "$0")"
helm=${HELM:-helm}
namespace=image-search-verify-$$
examples='small production gpu openshift'
kinds=deployments,statefulsets,services,serviceaccounts,networkpolicies,poddisruptionbudgets,horizontalpodautoscalers,ingresses
scratch=$(mktemp -d)
failed=0
trap 'kubectl delete namespace "$namespace" --wait=false >/dev/null 2>&1; rm -rf "$scratch"' EXIT

k() { kubectl --namespace "$namespace" "$@"; }
h() { "$helm" --namespace "$namespace" "$@"; }

# row NAME COMMAND…: the last line that the command prints is the reason when it fails.
row() {
  local name=$1 result=ok
  shift
  "$@" >"$scratch/output" 2>&1 || { failed=1 && result="FAILED: $(tail -n 1 "$scratch/output")"; }
  printf '%-62s %s\n' "$name" "$result"
}

# set_values EXAMPLE: its values, less the resources that this cluster does not know.
set_values() {
  values=(--values "image-search/examples/$1.yaml")
  known servicemonitors.monitoring.coreos.com || values+=(--set serviceMonitor.enabled=false)
  known prometheusrules.monitoring.coreos.com || values+=(--set prometheusRule.enabled=false)
  known httproutes.gateway.networking.k8s.io || values+=(--set httpRoute.enabled=false)
}
known() { grep -qx "$1" "$scratch/resources"; }

upgrade() {
  set_values "$1"
  h upgrade --install search image-search --no-hooks "${values[@]}" "${@:2}"
}

validated() {
  set_values "$1"
  h template search image-search --kube-version "$version" "${values[@]}" >"$scratch/rendered.yaml" &&
    k apply --server-side --dry-run=server --validate=strict --filename "$scratch/rendered.yaml" >"$scratch/applied" 2>&1
  local status=$?
  # The last line is the reason.
  grep -v serverside-applied "$scratch/applied"
  return $status
}

# Pod Security answers a Deployment with a warning, and an object that it refuses with an error.
admitted() { validated "$1" | (! grep -i 'PodSecurity'); }

# The cluster has every object of the release, and no other one.
matches() {
  h get manifest search >"$scratch/manifest" &&
    k get --filename "$scratch/manifest" --output name | sort >"$scratch/named" &&
    k get "$kinds" --selector app.kubernetes.io/instance=search --output name | sort >"$scratch/there" &&
    (! comm -13 "$scratch/named" "$scratch/there" | grep .)
}
upgraded() { upgrade "$1" "${force[@]}" && upgrade "$2" "${force[@]}" && matches; }

replicas() {
  local found
  found=$(k get deployment search-gateway --output 'jsonpath={.spec.replicas}')
  [ "$found" = "$1" ] || { echo "The gateway has $found replicas, not $1." && return 1; }
}
autoscaling='gateway.autoscaling.enabled=true,gateway.autoscaling.minReplicas=4'
turned_on() { upgrade small --set gateway.replicas=4 "${force[@]}" && upgrade small --set "$autoscaling" && replicas 4; }
kept() { k scale deployment search-gateway --replicas=6 && upgrade small --set "$autoscaling" && replicas 6; }
turned_off() { upgrade small --set gateway.replicas=2 "${force[@]}" && replicas 2; }
scaled() { k scale deployment search-gateway --replicas=5 && upgrade small "${force[@]}" && replicas 1; }

notes() { h get notes search | grep "kubectl -n $namespace exec deploy/search-gateway"; }
uninstalled() {
  h uninstall search --no-hooks && k wait --for=delete "deployment/search-gateway" --timeout=60s &&
    (! k get "$kinds" --selector app.kubernetes.io/instance=search --output name | grep .)
}

# No image can be pulled, so the migration ends with Helm's patience.
migration_failed() {
  set_values small
  h install search image-search "${values[@]}" --set image.registry=127.0.0.1:9/ --timeout 20s &
  k wait --for=create job/search-migrate --timeout=15s && k get networkpolicy search-migrate
  local first=$?
  ! wait $! && [ $first = 0 ] && (! k get deployments --output name | grep .)
}
repeated() { upgrade small && matches; }

version=$(kubectl version --output json 2>/dev/null | sed -n '/serverVersion/,/}/s/.*"gitVersion": "\(.*\)".*/\1/p')
[ -n "$version" ] || { echo 'kubectl reaches no cluster.' >&2 && exit 2; }
kubectl api-resources --output name >"$scratch/resources"
for kind in servicemonitors.monitoring.coreos.com prometheusrules.monitoring.coreos.com httproutes.gateway.networking.k8s.io; do
  known "$kind" && kinds+=,$kind
done
force=()
"$helm" upgrade --help | grep -q force-conflicts && force=(--force-conflicts)
kubectl create namespace "$namespace" >/dev/null
# Pods are refused before it is there.
kubectl --namespace "$namespace" wait --for=create serviceaccount/default --timeout=30s >/dev/null
kubectl label namespace "$namespace" pod-security.kubernetes.io/{enforce,warn}=restricted >/dev/null
printf 'Kubernetes %s, Helm %s\n\n' "$version" "$("$helm" version --short)"

for example in $examples; do
  row "$example: every object is valid" validated "$example"
  row "$example: Pod Security 'restricted' admits every pod" admitted "$example"
done
for from in $examples; do
  for to in $examples; do
    [ "$from" = "$to" ] || row "$from to $to: all objects there, none left over" upgraded "$from" "$to"
  done
done
row 'autoscaling on: the replicas stay' turned_on
row 'an upgrade while autoscaled: the replicas stay' kept
row 'autoscaling off: the replicas of the values' turned_off
row 'after kubectl scale: the replicas of the values' scaled
row 'the notes name the namespace' notes
row 'uninstalled: nothing left but claims' uninstalled
row 'a failed migration: its policy first, no service after it' migration_failed
row 'the installation after a failed one' repeated
exit $failed
