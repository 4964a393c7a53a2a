/** How much of the usage this dashboard caused: what it counted itself, beside what the service counted. */
import type { UsageSummaryMonth } from '@waypost/contract/api/usage';
import { countText, shareText } from '../../ui/chart/words.ts';
import { readableName } from '../../ui/readable-name.ts';
import { shortDateTime } from '../../ui/time.ts';
import { ownOf } from './own.ts';
import classes from './UsageView.module.css';

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
