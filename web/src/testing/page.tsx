/** A view as its route shows it: with an address that is its state, and queries that are not tried again. */
import { type ReactNode, useState } from 'react';
import { makeQueryClient, WithQueries } from '../api/queries.tsx';
import type { ViewProps } from '../ui/page-frame.tsx';

/**
 * @param view draws the view with what its route gives it
 * @returns the page, to be drawn with the search that its address begins with, and `at`, which returns the current search
 */
export function pageOf<Search extends object>(view: (props: ViewProps<Search>) => ReactNode) {
  let now: Search | undefined;
  function Content({ start }: { readonly start: Search }) {
    const [search, setSearch] = useState(start);
    now = search;
    return view({ search, onSearch: (change) => setSearch((before) => ({ ...before, ...change })) });
  }
  function Page({ start }: { readonly start: Search }) {
    const [client] = useState(() => makeQueryClient(0));
    return (
      <WithQueries client={client}>
        <Content start={start} />
      </WithQueries>
    );
  }
  const at = (): Search => {
    if (!now) throw new Error('no page was drawn');
    return now;
  };
  return { Page, at };
}
