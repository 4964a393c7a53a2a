/** The board with its address. */
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { BoardSearch } from '../features/board/search.ts';
import { BoardPage } from './BoardPage.tsx';

const route = getRouteApi('/');

export function BoardRoute() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const onSearch = useCallback(
    (change: Partial<BoardSearch>, replace = false) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace }),
    [navigate],
  );
  const onSignedOut = useCallback(
    () => void navigate({ to: '/sign-in', search: { signed_out: '1' } }),
    [navigate],
  );
  return <BoardPage search={search} onSearch={onSearch} onSignedOut={onSignedOut} />;
}
