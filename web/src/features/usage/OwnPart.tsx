/** How much of the usage this dashboard caused: what it counted itself, beside what the service counted. */
import type { UsageSummaryMonth } from '@waypost/contract/api/usage';
import { countText, shareText } from '../../ui/chart/words.ts';
import { readableName } from '../../ui/readable-name.ts';
import { shortDateTime } from '../../ui/time.ts';
import classes from './UsageView.module.css';

interface Own {
  /** ISO 8601: when counting began within these months. */
  readonly since: string;
  readonly calls: number;
  readonly deliveries: number;
  /** The most called first. */
  readonly endpoints: readonly { readonly name: string; readonly calls: number }[];
  /** `rest_api_count`: as the service counted in the same months, for all who call. */
  readonly types: readonly {
    readonly entity_type: string;
    readonly entity_calls: number;
    /** Null: not read. */
    readonly rest_api_count: number | null;
  }[];
}

/** Null: nothing was counted in these months. */
function ownOf(months: readonly UsageSummaryMonth[]): Own | null {
  const counted = months.flatMap(({ own, items }) => (own ? [{ own, items }] : []));
  if (counted.length === 0) return null;
  const endpoints = new Map<string, number>();
  const types = new Map<string, number>();
  for (const { own } of counted) {
    for (const { name, calls } of own.endpoints) endpoints.set(name, (endpoints.get(name) ?? 0) + calls);
    for (const { entity_type, entity_calls } of own.entity_calls)
      types.set(entity_type, (types.get(entity_type) ?? 0) + entity_calls);
  }
  const missing = months.some(({ own, state }) => own !== null && state === 'missing');
  const rest = (type: string) =>
    missing
      ? null
      : counted
          .flatMap(({ items }) => items)
          .filter(({ entity_type }) => entity_type === type)
          .reduce((sum, { rest_api_count }) => sum + rest_api_count, 0);
  return {
    since: counted.map(({ own }) => own.since).sort()[0] as string,
    calls: counted.reduce((sum, { own }) => sum + own.calls, 0),
    deliveries: counted.reduce((sum, { own }) => sum + own.deliveries, 0),
    endpoints: [...endpoints].map(([name, calls]) => ({ name, calls })).sort((a, b) => b.calls - a.calls),
    types: [...types]
      .map(([entity_type, entity_calls]) => ({
        entity_type,
        entity_calls,
        rest_api_count: rest(entity_type),
      }))
      .sort((a, b) => b.entity_calls - a.entity_calls),
  };
}

export interface OwnPartProps {
  /** The selected ones. */
  readonly months: readonly UsageSummaryMonth[];
  readonly now: number;
}

export function OwnPart({ months, now }: OwnPartProps) {
  const own = ownOf(months);
  return (
    <section className={classes.own} aria-labelledby="usage-own">
      <h2 id="usage-own">Used by Waypost</h2>
      {own === null ? (
        <p>Not available: Waypost started counting its own calls later.</p>
      ) : (
        <>
          <p>
            Waypost sent <strong>{countText(own.calls)}</strong> {own.calls === 1 ? 'request' : 'requests'}{' '}
            and received <strong>{countText(own.deliveries)}</strong>{' '}
            {own.deliveries === 1 ? 'delivery' : 'deliveries'}, counted since {shortDateTime(own.since, now)}.
          </p>
          {own.types.length > 0 && (
            <table className={classes.ownPartTable}>
              <thead>
                <tr>
                  <th scope="col">Entity type</th>
                  <th scope="col" data-numeric>
                    In our responses
                  </th>
                  <th scope="col" data-numeric>
                    REST calls counted
                  </th>
                  <th scope="col" data-numeric>
                    Maximum share
                  </th>
                </tr>
              </thead>
              <tbody>
                {own.types.map(({ entity_type, entity_calls, rest_api_count }) => (
                  <tr key={entity_type}>
                    <th scope="row">{readableName(entity_type)}</th>
                    <td data-numeric>{countText(entity_calls)}</td>
                    <td data-numeric>{rest_api_count === null ? '–' : countText(rest_api_count)}</td>
                    <td data-numeric>
                      {!rest_api_count ? '–' : shareText(Math.min(1, entity_calls / rest_api_count))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <details>
            <summary>Requests by endpoint</summary>
            <table className={classes.ownPartTable}>
              <thead>
                <tr>
                  <th scope="col">Endpoint</th>
                  <th scope="col" data-numeric>
                    Requests
                  </th>
                </tr>
              </thead>
              <tbody>
                {own.endpoints.map(({ name, calls }) => (
                  <tr key={name}>
                    <th scope="row">{endpointWords(name)}</th>
                    <td data-numeric>{countText(calls)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
          <p className={classes.how}>
            Estimate: we count one call for each entity in a response. Our own count is live; the months are
            as of the last update.
          </p>
        </>
      )}
    </section>
  );
}

/** `getLoadTracking` -> `Get load tracking` */
const endpointWords = (name: string): string => {
  const words = name.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};
