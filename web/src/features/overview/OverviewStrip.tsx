/**
 * How much the fleets share with us, in one line at the head of the pages about fleets and their figures: each count leads to
 * what it counts where there is such a page. The board has other things to count, and does not carry it.
 */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { BoardOverview } from '@waypost/contract/api/overview';
import { asProblem, explain } from '../../api/problem.ts';
import { WithQueries } from '../../api/queries.tsx';
import { Age } from '../../live/Age.tsx';
import { IconBuilding, IconCaravan, IconSteeringWheel, IconTruck } from '../../ui/icons.ts';
import { personLocale } from '../../ui/locale.ts';
import shared from '../../ui/shared.module.css';
import { FilterButton } from './FilterButton.tsx';
import { useOverviewFilter } from './filter.ts';
import classes from './OverviewStrip.module.css';
import { useOverview } from './use-overview.ts';

export interface OverviewStripProps {
  /** Addresses of this product that exist. */
  readonly pages: ReadonlySet<string>;
}

const COUNTS = [
  { key: 'fleets', one: 'fleet', many: 'fleets', Icon: IconBuilding, to: '/agreements' },
  { key: 'vehicles', one: 'vehicle', many: 'vehicles', Icon: IconTruck, to: null },
  { key: 'drivers', one: 'driver', many: 'drivers', Icon: IconSteeringWheel, to: '/drivers' },
  { key: 'trailers', one: 'trailer', many: 'trailers', Icon: IconCaravan, to: null },
] as const;

export default function OverviewStrip(props: OverviewStripProps) {
  return (
    <WithQueries>
      <Strip {...props} />
    </WithQueries>
  );
}

export function Strip({ pages }: OverviewStripProps) {
  const filter = useOverviewFilter();
  const { data, error, refetch } = useOverview(filter);
  const problem = error ? asProblem(error) : null;
  return (
    <section className={classes.strip} aria-label="Shared with us" aria-busy={!data && !problem}>
      {!data && problem ? (
        <span role="alert" className={classes.problem}>
          Couldn't count what fleets share: {explain(problem).title}.{' '}
          <Button size="compact-xs" onClick={() => void refetch()}>
            Try again
          </Button>
        </span>
      ) : (
        <ul className={classes.counts}>
          {COUNTS.map(({ key, one, many, Icon, to }) => (
            <li key={key} className={classes.count}>
              <Icon size={16} aria-hidden />
              {data ? (
                <Count
                  count={data[key]}
                  word={data[key] === 1 ? one : many}
                  to={to && pages.has(to) ? to : null}
                />
              ) : (
                <span className={classes.waiting}>… {many}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      <span className={`${shared.row} ${shared.fixed} ${shared.end}`}>
        <FilterButton filter={filter} />
        {data && <Read data={data} failed={problem !== null} />}
      </span>
    </section>
  );
}

interface CountProps {
  readonly count: number;
  readonly word: string;
  readonly to: string | null;
}

function Count({ count, word, to }: CountProps) {
  const text = (
    <>
      <strong data-figure>{count.toLocaleString(personLocale())}</strong> {word}
    </>
  );
  return to === null ? (
    <span>{text}</span>
  ) : (
    <Link to={to} className={classes.link}>
      {text}
    </Link>
  );
}

function Read({ data, failed }: { readonly data: BoardOverview; readonly failed: boolean }) {
  return (
    <span className={classes.read}>
      {failed ? 'not updating, last update ' : 'updated '}
      <Age at={data.read_at} ago />
      {data.answered_by === 'deprecated' && (
        <span title="The tracking service has no replacement for this address yet. Tell your Waypost administrator.">
          {' '}
          from an address that the tracking service has deprecated
        </span>
      )}
    </span>
  );
}
