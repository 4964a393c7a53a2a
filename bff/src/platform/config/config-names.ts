/** Finds misspelled names of our environment variables. A misspelled one would silently have no effect. */
import { SECRETS } from './secret-files.ts';

/** All variables of .env.example; config.test.ts compares them. */
const KNOWN = `
  HOST PORT PUBLIC_URL HOOKS_PUBLIC_URL OUTGOING_WEBHOOK_NETWORKS TRUSTED_PROXIES STOP_DELAY_SECONDS HSTS_INCLUDE_SUBDOMAINS
  REQUESTS_PER_MINUTE REQUESTS_AT_ONCE PERSON_CALLS_PER_MINUTE
  SERVICE_BASE_URL SERVICE_TOKEN_URL SERVICE_CLIENT_ID SERVICE_CLIENT_SECRET SERVICE_AUTHORIZATION_URL SERVICE_REVOCATION_URL
  SERVICE_USERINFO_URL SERVICE_INTROSPECTION_URL SERVICE_ASSUMPTIONS
  LOGIN_ISSUER LOGIN_CLIENT_ID LOGIN_CLIENT_SECRET LOGIN_END_SESSION ROLES_CLAIM ROLES_OF_GROUPS SUBJECT_CLAIM DEFAULT_ROLES ACCESS_CONTACT
  SESSION_IDLE_MINUTES SESSION_HOURS
  DATA_DIR DATABASE_URL SECRET_KEYS
  RETENTION_POSITIONS_DAYS RETENTION_DELIVERIES_DAYS RETENTION_FAILED_DELIVERIES_DAYS RETENTION_ACTIVITY_DAYS RETENTION_INTENTS_DAYS
  RETENTION_OPERATIONS_DAYS RETENTION_MONITORS_DAYS RETENTION_INVITATIONS_DAYS RETENTION_BULK_JOBS_DAYS RETENTION_EXCEPTIONS_DAYS
  RETENTION_ARCHIVED_LOADS_DAYS ARCHIVE_DELIVERED_MINUTES ARCHIVE_NOT_FOUND_HOURS
  SMTP_URL SMTP_FROM SMTP_PER_MINUTE
  POLL_INTERVAL_SECONDS SERVICE_MAX_RPS SERVICE_MAX_WAIT_SECONDS
  MAP_STYLE_URL MAP_ORIGINS MAP_TILES MAP_SATELLITE_URL MAP_SATELLITE_ATTRIBUTION GEOCODER_URL
  LOG_LEVEL METRICS_TOKEN OTEL_EXPORTER_OTLP_ENDPOINT OTEL_TRACES_SAMPLER_ARG OTEL_SERVICE_NAME`;
export const KNOWN_NAMES: readonly string[] = KNOWN.trim().split(/\s+/);
/** Those of files are not in .env.example one by one. */
const ALLOWED = [...KNOWN_NAMES, ...SECRETS.map((name) => `${name}_FILE`)];

/** Names that begin like this are meant for Waypost; others may belong to another program. */
const OURS = /^(LOGIN|SERVICE|ROLES|RETENTION|TRUSTED|HOOKS|OUTGOING_WEBHOOK)_/;

/** Edits that a name of this length may differ by: one per five characters, so that short common names are left alone. */
const maxEdits = (name: string) => Math.floor(name.length / 5);

interface Misspelled {
  readonly name: string;
  /** Null: nothing similar. */
  readonly meant: string | null;
  /** False: another program may use it. */
  readonly ours: boolean;
}

/** Variables that are none of ours but look like it. */
export function misspelledNames(env: Readonly<Record<string, string | undefined>>): Misspelled[] {
  const found: Misspelled[] = [];
  for (const name of Object.keys(env)) {
    if (ALLOWED.includes(name) || !env[name]) continue;
    const [nearest] = ALLOWED.map((known) => ({ known, edits: editDistance(name.toUpperCase(), known) }))
      .filter(({ known, edits }) => edits <= maxEdits(known))
      .sort((a, b) => a.edits - b.edits);
    const ours = OURS.test(name);
    if (nearest || ours) found.push({ name, meant: nearest?.known ?? null, ours });
  }
  return found;
}

/** Insertions, deletions and replacements that turn one text into the other. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}
