import { EmptyState } from '../ui/EmptyState.tsx';
import { PageFrame } from './PageFrame.tsx';

export function MonitorPage() {
  return (
    <PageFrame title="Monitor">
      <EmptyState title="Nothing here yet" />
    </PageFrame>
  );
}
