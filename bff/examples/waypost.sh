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
waypost.sh put JSON                   posts a load, or corrects the one with its load_ref; safe to repeat
waypost.sh bulk JSON                  the same with a list of up to 100 loads
waypost.sh find LOAD_REF              the load that has it
waypost.sh changes VERSION            loads that changed or left since; ask for further pages with its next_page
waypost.sh post JSON [KEY]            posts a new load; the same KEY, any text, makes a retry safe
waypost.sh note LOAD_ID TEXT          adds a note
waypost.sh webhook URL EVENT          has an event sent to a URL, and prints the secret
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

# A new id for each act: the same one again does nothing twice.
note() {
  id=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n' | sed 's/^\(.\{8\}\)\(.\{4\}\)\(.\{4\}\)\(.\{4\}\)/\1-\2-\3-\4-/')
  text=$(printf '%s' "$2" | sed 's/[\\"]/\\&/g')
  send POST triage/acts "{\"act_id\": \"$id\", \"act\": {\"kind\": \"note\", \"text\": \"$text\"},
    \"items\": [{\"load_id\": \"$1\", \"version\": 0}]}"
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
  put:1) send PUT posted-loads "$1" ;;
  bulk:1) send POST posted-loads/bulk "{\"loads\": $1}" ;;
  find:1) call posted-loads --get --data-urlencode "load_ref=$1" ;;
  changes:1) call "loads?size=1000&changed_after=$1" ;;
  note:2) note "$1" "$2" ;;
  webhook:2) send POST outgoing-webhooks "{\"url\": \"$1\", \"events\": [\"$2\"]}" ;;
  post:1) send POST posted-loads "$1" ;;
  post:2) send POST posted-loads "$1" --header "Idempotency-Key: $2" ;;
  sent:1) call "posted-loads/$1" ;;
  correct:2) send PATCH "posted-loads/$1" "$2" ;;
  verify:2) verify "$1" "$2" ;;
  *) usage ;;
esac
