#!/bin/sh
# Waypost for a TMS, with curl alone. Every answer is printed as it comes, JSON.
#   WAYPOST_URL   https://waypost.example.com
#   WAYPOST_KEY   an API key; an administrator creates it on the page /api-keys
set -eu

usage() {
  cat >&2 <<'TEXT'
waypost.sh list [QUERY]               watched loads, such as 'health=stale&size=100'
waypost.sh exceptions [QUERY]         exceptions, such as 'state=open'
waypost.sh add LOAD_ID                watches a load that the tracking service knows
waypost.sh remove LOAD_ID             stops watching it
waypost.sh post JSON [UUID]           posts a new load and watches it; the same UUID makes a retry safe
waypost.sh sent LOAD_ID               what was sent with a load, and its version
waypost.sh correct LOAD_ID JSON       corrects it; JSON holds that version and what changes
waypost.sh verify TIMESTAMP SIGNATURE  checks the body of an outgoing webhook on standard input;
                                      its secret is in WAYPOST_WEBHOOK_SECRET
TEXT
  exit 2
}

# The key comes to curl on standard input, so that no list of processes shows it.
call() {
  path=$1
  shift
  printf 'Authorization: Bearer %s\n' "$WAYPOST_KEY" |
    curl --silent --show-error --fail-with-body --max-time 30 --header @- "$@" "$WAYPOST_URL/machine/v1/$path"
}

send() {
  method=$1 path=$2 body=$3
  shift 3
  call "$path" --request "$method" --header 'Content-Type: application/json' --data "$body" "$@"
}

# The timestamp, a dot and the body, exactly as they came. A receiver that others can reach compares in constant time and
# refuses old timestamps, as waypost.mjs does; here the secret is in the list of processes while openssl runs.
verify() {
  expected=$({ printf '%s.' "$1"; cat; } |
    openssl dgst -sha256 -hmac "$WAYPOST_WEBHOOK_SECRET" -binary | openssl base64 -A)
  if [ "$expected" != "$2" ]; then
    echo 'The signature is wrong: do not trust this body' >&2
    exit 1
  fi
  echo 'The signature is right'
}

[ $# -ge 1 ] || usage
command=$1
shift
case "$command:$#" in
  list:0 | list:1) call "loads?${1:-}" ;;
  exceptions:0 | exceptions:1) call "exceptions?${1:-}" ;;
  add:1) send POST loads "{\"load_id\": \"$1\"}" ;;
  remove:1) call "loads/$1" --request DELETE ;;
  post:1) send POST posted-loads "$1" ;;
  post:2) send POST posted-loads "$1" --header "Idempotency-Key: $2" ;;
  sent:1) call "posted-loads/$1" ;;
  correct:2) send PATCH "posted-loads/$1" "$2" ;;
  verify:2) verify "$1" "$2" ;;
  *) usage ;;
esac
