import { EmptyState } from '../ui/EmptyState.tsx';
import { PageFrame } from './PageFrame.tsx';

export function SitesPage() {
  return (
    <PageFrame title="Site book">
      <EmptyState title="Nothing here yet" />
    </PageFrame>
  );
}
