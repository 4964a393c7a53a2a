/** For administrators: the servers, what they depend on, and what waits or has failed. */

import type { SystemStatus } from '@waypost/contract/api/system-status';
import { SYSTEM_STATUS_ROUTES } from '@waypost/contract/api/system-status-routes';
import { use } from 'react';
import { forAdministrators, QueryState } from '../../api/QueryState.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';
import { Age } from '../../live/Age.tsx';
import { useChanges } from '../../live/context.ts';
import { EndPause } from '../../live/EndPause.tsx';
import { jobKindText } from '../../live/job-kinds.ts';
import { LinkButton } from '../../ui/buttons.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { PageFrameContext } from '../../ui/page-frame.tsx';
import { bytesText } from '../../ui/quantities.ts';
import { readableName } from '../../ui/readable-name.ts';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { fullDateTime } from '../../ui/time.ts';
import { countText, numberText } from '../../ui/units.ts';

const PAGE = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 440px), 1fr))',
  alignItems: 'start',
  maxWidth: 1400,
  paddingBottom: 32,
};
const WIDE = { gridColumn: '1 / -1' };

export const SystemView = forAdministrators(System, {
  title: 'System status',
  denied: 'System status is for administrators',
});

const REFRESH_MS = 10_000;
const noChange = () => undefined;

function System() {
  const Frame = use(PageFrameContext);
  const query = useRead(SYSTEM_STATUS_ROUTES.systemStatus, queryKeys.systemStatus(), {
    background: 'always',
    refetchInterval: REFRESH_MS,
  });
  const { data: status } = query;
  // This page is one of the connected ones, once its stream is open.
  useChanges('operations', noChange, () => void query.refetch());
  return (
    <Frame title="System status" fit="scroll">
      <QueryState query={query} label="Loading the system status" />
      {status && (
        <div style={PAGE}>
          <Connection status={status} />
          <Loads status={status} />
          <Jobs status={status} />
          <Messages status={status} />
          <Dependencies status={status} />
          <Credentials status={status} />
          <Servers status={status} />
          <Errors status={status} />
          <Tables status={status} />
        </div>
      )}
    </Frame>
  );
}

interface PartProps {
  readonly status: SystemStatus;
}

const Ago = ({ at, none = 'None' }: { readonly at: string | null; readonly none?: string }) =>
  at === null ? none : <Age at={at} ago />;

function Connection({ status: { service, allowed_per_minute, calls } }: PartProps) {
  const used = Object.values(calls).reduce((sum, count) => sum + count, 0);
  return (
    <Section level={2} title="Tracking service">
      <Facts wide>
        <Fact name="Connection">{STATE_WORDS[service.state]}</Fact>
        <Fact name="Since">{fullDateTime(service.since)}</Fact>
        <Fact name="Details">{service.message}</Fact>
        <Fact name={service.state === 'paused' ? 'Paused until' : 'Next try'}>
          {service.retry_at && fullDateTime(service.retry_at)}
        </Fact>
        <Fact name="Last update">
          <Ago at={service.last_success_at} />
        </Fact>
        <Fact name="Quota found">
          {allowed_per_minute === null
            ? 'No server updates the board'
            : `${numberText(allowed_per_minute)} updates a minute`}
        </Fact>
        <Fact name="Calls in the last minute">{numberText(used)}</Fact>
        {(['background', 'person', 'bulk'] as const).map((kind) => (
          <Fact key={kind} name={CALL_WORDS[kind]}>
            {numberText(calls[kind])}
          </Fact>
        ))}
      </Facts>
      <EndPause />
    </Section>
  );
}

function Loads({ status: { loads } }: PartProps) {
  return (
    <Section level={2} title="Loads">
      <DataTable
        heads={['Updated as', 'Loads', 'Oldest update', 'Oldest position']}
        numeric={[1]}
        rows={loads.map(({ read_class, loads: count, oldest_read_at, oldest_position_at }) => ({
          key: read_class,
          cells: [
            READ_CLASS_WORDS[read_class],
            numberText(count),
            <Ago key="read" at={oldest_read_at} />,
            <Ago key="position" at={oldest_position_at} />,
          ],
        }))}
      />
    </Section>
  );
}

function Jobs({ status: { jobs } }: PartProps) {
  return (
    <Section
      level={2}
      title="Background jobs"
      aside={
        <LinkButton to="/jobs" size="compact-sm">
          Show and retry
        </LinkButton>
      }
    >
      <DataTable
        heads={['Job', 'Waiting', 'Failed', 'Due since']}
        numeric={[1, 2]}
        rows={jobs.map(({ kind, open, dead, oldest_due_at }) => ({
          key: kind,
          strong: dead > 0,
          cells: [
            jobKindText(kind),
            numberText(open),
            numberText(dead),
            <Ago key="due" at={oldest_due_at} none="Nothing is due" />,
          ],
        }))}
        empty="Nothing waits, nothing failed"
      />
    </Section>
  );
}

/** In the last 24 hours. */
function Messages({ status: { incoming, outgoing, mail } }: PartProps) {
  const to = `Events sent to ${countText(outgoing.webhooks, 'URL')}`;
  const isFailing = outgoing.failing > 0;
  const row = (name: string, { counts, last_at }: SystemStatus['incoming'], strong = false) => ({
    key: name,
    strong,
    cells: [name, countsText(counts), <Ago key="last" at={last_at} />],
  });
  return (
    <Section level={2} title="Events and emails, last 24 hours">
      <DataTable
        heads={['What', 'Number', 'Last']}
        rows={[
          row('Events received', incoming),
          row(isFailing ? `${to}, ${numberText(outgoing.failing)} failing` : to, outgoing, isFailing),
          row(mail ? 'Emails' : 'Emails: no mail server is set (SMTP_URL)', mail ?? NO_MAIL),
        ]}
      />
    </Section>
  );
}

const NO_MAIL = { counts: [], last_at: null };

function Dependencies({ status: { dependencies } }: PartProps) {
  return (
    <Section level={2} title="What Waypost depends on">
      <DataTable
        heads={['What', 'Status', 'Checked']}
        rows={dependencies.map(({ name, state, problem, expires_at, checked_at }) => ({
          key: name,
          strong: state === 'failed',
          cells: [
            DEPENDENCY_WORDS[name],
            problem ??
              (expires_at
                ? `Expires ${fullDateTime(expires_at)}`
                : state === 'ok'
                  ? 'Works'
                  : 'Not checked yet'),
            <Ago key="checked" at={checked_at} none="" />,
          ],
        }))}
      />
    </Section>
  );
}

function Credentials({ status: { credentials } }: PartProps) {
  return (
    <Section level={2} title="Secrets and keys">
      <DataTable
        heads={['Name', 'Kind', 'Created or changed', 'Expires']}
        rows={credentials.map(({ kind, name, changed_at, expires_at }) => ({
          key: `${kind} ${name} ${changed_at}`,
          cells: [
            name,
            kind === 'file' ? 'Secret in a file' : 'API key',
            <Age key="changed" at={changed_at} ago />,
            expires_at ? fullDateTime(expires_at) : 'Never',
          ],
        }))}
        empty="No API keys, and no secrets in files. The age of other secrets is not known"
      />
    </Section>
  );
}

function Servers({ status: { servers } }: PartProps) {
  return (
    <div style={WIDE}>
      <Section level={2} title="Servers">
        <DataTable
          heads={['Server', 'Version', 'Started', 'Does for all', 'Connected browsers', 'Memory']}
          numeric={[4, 5]}
          rows={servers.map(({ name, version, node_version, started_at, leases, streams, memory_bytes }) => ({
            key: name,
            cells: [
              name,
              `${version}, Node ${node_version}`,
              <Age key="started" at={started_at} ago />,
              leasesText(leases),
              numberText(streams),
              bytesText(memory_bytes),
            ],
          }))}
        />
      </Section>
    </div>
  );
}

function Errors({ status: { servers } }: PartProps) {
  const errors = servers
    .flatMap(({ name, errors: own }) => own.map((error) => ({ ...error, server: name })))
    .toSorted((a, b) => b.at.localeCompare(a.at));
  return (
    <div style={WIDE}>
      <Section level={2} title="Last errors">
        <DataTable
          heads={['When', 'Request', 'Error', 'Request ID, for the log', 'Server']}
          rows={errors.map(({ at, request, message, request_id, server }) => ({
            key: `${at} ${request_id}`,
            cells: [<Age key="at" at={at} ago />, request, message, request_id, server],
          }))}
          empty="None since the servers started"
        />
      </Section>
    </div>
  );
}

function Tables({ status: { database } }: PartProps) {
  const kind = database.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  return (
    <div style={WIDE}>
      <Section
        level={2}
        title={`Database: ${kind}, ${bytesText(database.bytes)}`}
        aside={
          <span className={shared.small}>
            Measured <Age at={database.measured_at} ago />
          </span>
        }
      >
        <details>
          <summary>Size of each kind of data</summary>
          <DataTable
            heads={['Data', 'Size', 'Kept for']}
            numeric={[1]}
            rows={database.tables.map(({ name, bytes, retention_days }) => ({
              key: name,
              cells: [
                <span key="name" title={name}>
                  {TABLE_WORDS[name] ?? `${readableName(name).replace(/y$/, 'ie')}s`}
                </span>,
                bytesText(bytes),
                retention_days === null ? 'As long as it is used' : countText(retention_days, 'day'),
              ],
            }))}
          />
        </details>
      </Section>
    </div>
  );
}

const STATE_WORDS: Readonly<Record<SystemStatus['service']['state'], string>> = {
  starting: 'Starting',
  ok: 'Connected',
  paused: 'Rate limit reached',
  down: 'Tracking service down',
  unauthorized: 'Credentials rejected',
};

const CALL_WORDS: Readonly<Record<keyof SystemStatus['calls'], string>> = {
  background: 'By updates',
  person: "By people's clicks",
  bulk: 'By bulk jobs',
};

const READ_CLASS_WORDS: Readonly<Record<SystemStatus['loads'][number]['read_class'], string>> = {
  open: 'Open on a screen',
  urgent: 'New, late or near a stop',
  exception: 'Needs attention',
  calm: 'All others',
};

const DEPENDENCY_WORDS: Readonly<Record<SystemStatus['dependencies'][number]['name'], string>> = {
  identity_provider: 'Identity provider',
  tracking_service: 'Tracking service, at the start',
  mail: 'Mail server',
  certificate: 'Certificate at PUBLIC_URL',
};

/** Tables whose name does not say what they hold. */
const TABLE_WORDS: Readonly<Record<string, string>> = {
  activity: 'Activity log',
  archived_load_item: 'Archived loads: details',
  archived_load_word: 'Archived loads: words of the search',
  arrival_case: 'Arrivals, for the accuracy of predictions',
  bulk_row: 'Rows of bulk jobs',
  exception_event: 'History of exceptions',
  fuel_finding: 'Fuel purchases to check',
  import: 'Imports of long lists',
  import_person: 'People who wait for imports',
  intent: 'Requests to create something',
  invitation_happening: 'History of invitations',
  job: 'Background jobs',
  kysely_migration: 'Version of the database',
  kysely_migration_lock: 'Lock of an upgrade of the database',
  lease: 'Work that one server does',
  load_list_load: 'Loads of team lists',
  load_reference: 'Load numbers',
  login_transaction: 'Sign-ins in progress',
  monitor_about: 'Monitors that were requested here',
  monitor_event: 'Arrivals and departures',
  monitor_link: 'Monitors of loads',
  operation: 'Creations of driver users',
  outgoing_load: 'Loads as last sent to webhooks',
  own_usage: 'Our own calls',
  pending_revocation: 'Sessions to end at the identity provider',
  person: 'People',
  session_token: 'Tokens of sessions, encrypted',
  setting: 'Internal settings',
  used_logout_token: 'Sign-outs at the identity provider',
  vehicle_fleet: 'Fleets of vehicles',
  vehicle_position: 'Positions of vehicles',
  watched_load: 'Loads on the board',
  webhook_delivery: 'Received events',
  webhook_subscription: 'Subscriptions to events',
};

/** A lease that a newer server has added is shown verbatim. */
const LEASE_WORDS: Readonly<Record<string, string>> = {
  reader: 'updates the board',
  outgoing_events: 'creates outgoing events',
  retention: 'deletes old data',
};

function leasesText(leases: readonly string[]): string {
  const text = leases.map((lease) => LEASE_WORDS[lease] ?? lease).join(', ');
  return text === '' ? 'Nothing' : text.charAt(0).toUpperCase() + text.slice(1);
}

/** `12 done, 1 failed` */
const countsText = (counts: SystemStatus['incoming']['counts']): string =>
  counts.map(({ state, count }) => `${numberText(count)} ${state.replaceAll('_', ' ')}`).join(', ') || 'None';
