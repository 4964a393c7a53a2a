/** A live view for as long as the component stands, asking whatever the address asks. */
import { useEffect, useState } from 'react';
import { calmly } from '../../live/clock.ts';
import { useLive } from '../../live/context.ts';
import { LoadView, type ViewQuery } from '../../live/view.ts';

export function useView(query: ViewQuery): LoadView {
  const { store, fleets } = useLive();
  const [view] = useState(
    () => new LoadView(store, { query, onRegroup: fleets.onRegroup, schedule: calmly }),
  );
  useEffect(() => view.start(), [view]);
  // The same keys are the same question.
  useEffect(
    () => view.setQuery(query),
    [view, query.filter_key, query.sort_key, query.direction, query.group_key],
  );
  return view;
}
