/** The types of all tables. */
import type { IntentKind, IntentState } from '@waypost/contract/api/intents';
import type { WEBHOOK_STATES } from '@waypost/contract/api/webhooks';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ArchiveTables } from './archive-tables.ts';
import type { EmailTables } from './email-tables.ts';
import type { IntegrationTables } from './integration-tables.ts';
import type { JobTables } from './job-tables.ts';
import type { LoadTables } from './load-tables.ts';
import type { MonitorTables } from './monitor-tables.ts';
import type { OnboardingTables } from './onboarding-tables.ts';
import type { PeopleTables } from './people-tables.ts';
import type { ReportTables } from './report-tables.ts';
import type { TriageTables } from './triage-tables.ts';

/** Times are milliseconds since 1970 UTC, JSON is text, flags are 0 or 1, so that both databases store the same values. */
export interface Tables
  extends ArchiveTables,
    EmailTables,
    IntegrationTables,
    JobTables,
    LoadTables,
    MonitorTables,
    OnboardingTables,
    PeopleTables,
    ReportTables,
    TriageTables {
  setting: { key: string; value: string };
  watched_load: {
    load_id: string;
    /** 0: removed; the row stays for a while so that a reconnecting browser learns of the removal. */
    watched: number;
    /** `sandbox` when taken over from the embedded sandbox, else `person`. */
    source: 'person' | 'sandbox';
    watched_at: number;
    watched_by: string | null;
    /** Change number, see board/board.ts. */
    version: number;
    read_at: number | null;
    /** Last good response of the service, unchanged. */
    tracking: string | null;
    /** Derived by Waypost: read_error, motion, previous vehicle. */
    derived: string | null;
  };
  vehicle_position: { vehicle_id: string; occurred_at: number; latitude: number; longitude: number };
  session: {
    id_hash: string;
    /** Identifies the session to its owner, who can end it from another device. Grants no access. */
    session_id: string;
    sub: string;
    name: string;
    roles: string;
    /** Where the roles claim was found: `id_token` or `userinfo`. */
    roles_from: string;
    sid: string | null;
    created_at: number;
    last_seen_at: number;
    idle_expires_at: number;
    expires_at: number;
    user_agent: string | null;
    /** Of the browser at sign-in; null before version 0034. */
    address: string | null;
    /** The person's address as the identity provider names it. */
    email?: string | null;
  };
  session_token: {
    session_id_hash: string;
    version: number;
    /** Sealed, see auth/keys.ts. */
    access_token: string;
    refresh_token: string | null;
    access_expires_at: number;
    lease_owner: string | null;
    lease_until: number;
    /** When the provider last confirmed the session. */
    checked_at: number;
  };
  /** Work that only one server at a time may do, see shared-clock.ts. */
  lease: { name: string; owner: string; fence: number; until: number; note: string | null };
  /** Append-only audit log. */
  activity: {
    id: string;
    at: number;
    sub: string | null;
    name: string | null;
    action: string;
    target: string | null;
    outcome: string;
    /** JSON, without secrets. */
    detail: string | null;
    /** The bulk job whose row this act was about. */
    job_id?: string | null;
    /** Searchable text of the row, see store/activity.ts. */
    search: string | null;
  };
  /** Logout tokens already used, until they expire: each is accepted once. */
  used_logout_token: { jti: string; expires_at: number };
  login_transaction: {
    id_hash: string;
    /** Sealed: state, nonce, verifier. */
    secrets: string;
    return_to: string;
    /** The browser's previous session, which ends when the new one begins. */
    replaces: string | null;
    expires_at: number;
  };
  webhook_subscription: {
    id: string;
    /** Family of events, or another use; see webhooks/subscriptions.ts. */
    purpose: string;
    /** Origin the URL was built with. */
    base_url: string;
    /** Hash of the secret part of the path. */
    secret_hash: string;
    /** The same secret, sealed: a URL that has to be registered by hand is shown again. */
    path_secret: string;
    /** Sealed. Null: deliveries are not signed. */
    signing_secret: string | null;
    webhook_group_id: string | null;
    /** JSON: ids of the subscriptions at the service; null when unknown. */
    webhook_ids: string | null;
    /** `pending`: not yet confirmed by the service; `by_hand`: a person has to register it. */
    state: (typeof WEBHOOK_STATES)[number];
    message: string | null;
    created_at: number;
  };
  webhook_delivery: {
    id: string;
    subscription_id: string;
    received_at: number;
    /** Bytes as received (possibly compressed) in base64, sealed: events may carry passwords and tokens. */
    body: string;
    bytes: number;
    content_type: string | null;
    content_encoding: string | null;
    /** Sealed JSON of the request headers while unverified: the signature is checked again with them. */
    headers: string | null;
    /** Timestamp covered by the verified signature, '' when none is signed; null when no signature was verified. */
    signed_at: string | null;
    event_id: string | null;
    event_name: string | null;
    state: 'unverified' | 'stored' | 'done' | 'failed';
    outcome: string | null;
    /** Incremented before each try, so that an event that crashes the process is not retried forever. */
    tries: number;
    /** Earliest time of the next try. */
    handled_at: number | null;
  };
  /** A resource to be created at the service, stored before the call (rule 25). */
  intent: {
    id: string;
    kind: IntentKind;
    /** `failed`: nothing was created. */
    state: IntentState;
    /** Whose credentials are used at the service; null in rows of an earlier version. */
    credentials: 'person' | 'organization' | null;
    /** Written into what is created, so that it can be found again. */
    tag: string;
    attempt: number;
    /** For people, and for finding a later intent for the same thing: fleet_ref, username or name. */
    subject: string | null;
    /** Hash of the request without secrets: reusing the id for another request is an error. */
    fingerprint: string;
    /** Sealed JSON of the request without secrets, while it may still be needed. */
    request: string | null;
    result_id: string | null;
    /** Sealed JSON of the response without secrets. */
    result: string | null;
    service_status: number | null;
    /** Outcome, for people. */
    message: string | null;
    created_by: string;
    created_by_name: string;
    created_at: number;
    updated_at: number;
    /** How often the service was checked for an unknown intent. */
    checks: number;
    /** Time of the next check; null: no automatic check. */
    next_check_at: number | null;
  };
}

export type Database = Kysely<Tables>;
export type Dialect = 'sqlite' | 'postgres';

/** SQL expression for the database's clock, which all servers share, in milliseconds since 1970. */
export const storeNow = (dialect: Dialect): RawBuilder<number> =>
  dialect === 'sqlite'
    ? sql`CAST(unixepoch('subsec') * 1000 AS integer)`
    : sql`CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)`;
