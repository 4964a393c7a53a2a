/** The lists as they are shown, as CSV: times in UTC as the service tells them, so that a sheet can reckon with them. */
import { csvText } from '../../ui/csv.ts';
import { connectionWord, lastData, providerName } from './connection-state.ts';
import { fleetName } from './names.ts';
import type { AgreementRow, ConnectionRow } from './query.ts';
import { sharedList } from './shared.ts';
import { stateText } from './state.ts';

const HEAD = [
  'share_agreement_id',
  'fleet_ref',
  'fleet_name',
  'fleet_id',
  'status',
  'state',
  'effective_date_utc',
  'expiration_date_utc',
  'scopes',
  'watched_loads',
  'monitors',
  'loads_at_risk',
  'monitors_at_risk',
  'needed_until_utc',
  'connections',
  'last_data_at_utc',
] as const;

export function agreementsCsv(rows: readonly AgreementRow[], now: number): string {
  return csvText(
    HEAD,
    rows.map(({ agreement: one }) => [
      one.id,
      one.fleet_ref,
      one.fleet_name,
      one.fleet_id,
      one.status,
      stateText(one, now),
      one.effective_date,
      one.expiration_date,
      sharedList(one.scopes)
        .map(([name, level]) => `${name}:${level}`)
        .join(' '),
      one.dependents.loads,
      one.dependents.monitors,
      one.dependents.loads_at_risk,
      one.dependents.monitors_at_risk,
      one.dependents.needed_until,
      one.connections
        .map((connection) => `${providerName(connection)} (${connectionWord(connection)})`)
        .join('; '),
      one.connections
        .flatMap((connection) => lastData(connection)?.at ?? [])
        .sort()
        .at(-1),
    ]),
  );
}

const CONNECTION_HEAD = [
  'connection_id',
  'fleet_ref',
  'fleet_name',
  'fleet_id',
  'source_name',
  'tsp_slug',
  'status',
  'last_data_at_utc',
  'last_data_resource',
  'who_must_act',
  'what',
  'created_at_utc',
] as const;

export function connectionsCsv(rows: readonly ConnectionRow[]): string {
  return csvText(
    CONNECTION_HEAD,
    rows.map(({ connection, agreement, acts }) => {
      const last = lastData(connection);
      return [
        ...[connection.id, connection.fleet_ref, agreement && fleetName(agreement), connection.fleet_id],
        ...[connection.source_name, connection.tsp_slug, connection.status, last?.at, last?.resource],
        ...[acts.who, acts.what, connection.created_at],
      ];
    }),
  );
}
