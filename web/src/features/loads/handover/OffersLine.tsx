/** A line below the list when somebody hands loads over, with a link to them. Loaded after the board is ready. */
import { Link } from '@tanstack/react-router';
import { TRIAGE_ROUTES } from '@waypost/contract/api/triage-routes';
import { memo, useState } from 'react';
import { usePerson } from '../../../api/context.ts';
import { withQueries } from '../../../api/queries.tsx';
import { queryKeys } from '../../../api/query-keys.ts';
import { useRead } from '../../../api/server-state.ts';
import { isolated } from '../../../ui/bidi.ts';
import { FilterLine } from '../../../ui/lines.tsx';
import { useFormatKey } from '../../../ui/prefs.ts';
import shared from '../../../ui/shared.module.css';
import { countText } from '../../../ui/units.ts';

const REFRESH_MS = 60_000;
/** Offers that the person has hidden, until the page is reloaded; a later offer of the same person shows again. */
const hidden = new Set<string>();

/** Memoized: the list above is drawn every second, and a query costs at each drawing. */
const Offers = memo(function Offers() {
  useFormatKey();
  const sub = usePerson();
  const [, setHidden] = useState(0);
  // A failure is not shown here; the handover page reports it.
  const { data } = useRead(TRIAGE_ROUTES.handoverOffers, queryKeys.handoverOffers(), {
    background: 'always',
    refetchInterval: REFRESH_MS,
  });
  const offers = (data?.items ?? []).map((offer) => ({
    ...offer,
    key: `${offer.owner.sub} ${offer.to?.sub ?? ''} ${offer.offered_at}`,
  }));
  const [first, ...others] = offers.filter(({ key }) => !hidden.has(key));
  return (
    <div aria-live="polite" data-foot-line>
      {first && (
        <FilterLine
          note=""
          closeLabel="Hide"
          onClose={() => {
            for (const { key } of offers) hidden.add(key);
            setHidden(hidden.size);
          }}
        >
          <span className={`${shared.fill} ${shared.anywhere}`}>
            <strong>{isolated(first.owner.name)}</strong> hands over {countText(first.loads, 'load')}
            {first.to && ` to ${first.to.sub === sub ? 'you' : isolated(first.to.name)}`}
            {others.length > 0 && `, and ${countText(others.length, 'more handover')}`}
          </span>
          <Link to="/handover" className={shared.fixed}>
            Open handover
          </Link>
        </FilterLine>
      )}
    </div>
  );
});

export const OffersLine = withQueries(Offers);
