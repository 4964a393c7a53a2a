import { EmptyState } from '../ui/EmptyState.tsx';
import { PageFrame } from './PageFrame.tsx';

export function NewMonitorPage() {
  return (
    <PageFrame title="New monitor">
      <EmptyState title="Nothing here yet" />
    </PageFrame>
  );
}
