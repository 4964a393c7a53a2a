/** A page that administrators open; others see why they cannot, and whom to ask. */
import { type ReactNode, use } from 'react';
import { EmptyState } from '../ui/EmptyState.tsx';
import { IconLock } from '../ui/icons.ts';
import { PageFrameContext } from '../ui/page-frame.tsx';
import { useDisabledReason } from './context.ts';

export interface AdministratorsOnlyProps {
  /** Of the page. */
  readonly title: string;
  /** "The activity log is for administrators" */
  readonly denied: string;
  /** Where the others find some of it. */
  readonly hint?: string;
  readonly children: ReactNode;
}

export function AdministratorsOnly({ title, denied, hint, children }: AdministratorsOnlyProps) {
  const disabledReason = useDisabledReason('administer');
  const Frame = use(PageFrameContext);
  if (disabledReason === null) return children;
  return (
    <Frame title={title}>
      <EmptyState icon={<IconLock size={32} stroke={1.5} />} title={denied} role="status">
        <p>{disabledReason}</p>
        {hint && <p>{hint}</p>}
      </EmptyState>
    </Frame>
  );
}
