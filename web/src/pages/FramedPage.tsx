/** What is said in place of a page, in the frame of the others once the frame's script is there. Signed out there is none. */
import type { ReactNode } from 'react';
import { useSession } from '../api/context.ts';
import { lazyWithRetry } from '../ui/lazy-with-retry.ts';
import { PartBoundary } from '../ui/PartBoundary.tsx';

const PageFrame = lazyWithRetry(async () => ({ default: (await import('./PageFrame.tsx')).PageFrame }));

export interface FramedPageProps {
  readonly title: string;
  /** @param alone no frame is around it: it has the page's heading itself */
  readonly children: (alone: boolean) => ReactNode;
}

export function FramedPage({ title, children }: FramedPageProps) {
  const { phase } = useSession();
  const bare = <main>{children(true)}</main>;
  if (phase !== 'in' && phase !== 'ended') return bare;
  return (
    <PartBoundary waiting={bare} instead={bare}>
      <PageFrame title={title}>{children(false)}</PageFrame>
    </PartBoundary>
  );
}
