/** Says above the list that somebody hands loads over to the next shift, and leads to them. Loaded after the board is ready. */
import { CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TRIAGE_ROUTES } from '@waypost/contract/api/triage-routes';
import { useState } from 'react';
import { useApi } from '../../../api/context.ts';
import { WithQueries } from '../../../api/queries.tsx';
import { queryKeys } from '../../../api/query-keys.ts';
import { isolated } from '../../../ui/bidi.ts';
import classes from './HandoverView.module.css';

const READ_EVERY_MS = 60_000;
/** Offers that the person has seen and put away, as long as the page lives; a later offer of the same person shows again. */
const hidden = new Set<string>();

export function OffersLine() {
  return (
    <WithQueries>
      <Offers />
    </WithQueries>
  );
}

function Offers() {
  const { http } = useApi();
  const [, setHidden] = useState(0);
  // An offer that cannot be read is no trouble of the board: the handover page says it.
  const { data } = useQuery({
    queryKey: queryKeys.handoverOffers(),
    queryFn: ({ signal }) => http.call(TRIAGE_ROUTES.handoverOffers, { background: true, signal }),
    refetchInterval: READ_EVERY_MS,
  });
  const offers = (data?.items ?? []).map((offer) => ({
    ...offer,
    key: `${offer.owner.sub} ${offer.offered_at}`,
  }));
  const [first, ...others] = offers.filter(({ key }) => !hidden.has(key));
  const loads = first && (first.loads === 1 ? '1 load' : `${first.loads} loads`);
  return (
    <div role="status">
      {first && (
        <div className={classes.offersLineLine}>
          <span className={classes.offersLineWords}>
            <strong>{isolated(first.owner.name)}</strong> is handing over {loads}
            {others.length > 0 && `, and ${others.length} more ${others.length === 1 ? 'person' : 'people'}`}
          </span>
          <Link to="/handover" className={classes.link}>
            Open handover
          </Link>
          <CloseButton
            size={24}
            iconSize={16}
            aria-label="Hide"
            data-tip="Hide"
            onClick={() => {
              for (const { key } of offers) hidden.add(key);
              setHidden(hidden.size);
            }}
          />
        </div>
      )}
    </div>
  );
}
