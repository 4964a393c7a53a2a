/** Makes the page of a view that lives from its address: frame, query cache, and the search parameters with the way to change them. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useCallback } from 'react';
import { WithQueries } from '../api/queries.tsx';
import { PageFrameContext, type ViewProps } from '../ui/page-frame.ts';
import { PageFrame } from './PageFrame.tsx';

/** @param View of the route whose search schema gives `Search` */
export function viewPage<Search extends object>(View: ComponentType<ViewProps<Search>>): () => ReactNode {
  return function ViewPage() {
    const search: object = useSearch({ strict: false });
    const navigate = useNavigate();
    const onSearch = useCallback(
      (change: Partial<Search>, replace = false) =>
        void navigate({ to: '.', search: (before: object) => ({ ...before, ...change }), replace }),
      [navigate],
    );
    return (
      <WithQueries>
        <PageFrameContext value={PageFrame}>
          <View search={search as Search} onSearch={onSearch} />
        </PageFrameContext>
      </WithQueries>
    );
  };
}
