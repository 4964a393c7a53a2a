/** A live view for as long as the component stands, asking whatever the address asks. */
import { useEffect, useState } from 'react';
import { calmly } from '../../live/schedule.ts';
import type { LoadStore } from '../../live/store.ts';
import { LoadView, type ViewQuery } from '../../live/view.ts';

export function useView(store: LoadStore, query: ViewQuery): LoadView {
  const [view] = useState(() => new LoadView(store, { query, schedule: calmly }));
  useEffect(() => view.start(), [view]);
  // The same keys are the same question.
  useEffect(
    () => view.setQuery(query),
    [view, query.filter_key, query.sort_key, query.direction, query.group_key],
  );
  return view;
}
