import { EmptyState } from '../ui/EmptyState.tsx';
import { PageFrame } from './PageFrame.tsx';

export function MonitorsPage() {
  return (
    <PageFrame title="Monitors">
      <EmptyState title="Nothing here yet" />
    </PageFrame>
  );
}
