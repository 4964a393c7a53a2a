/** How the import goes: on its way, only a part, forgotten and begun again, or not to be read at all. */
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { useNow } from '../../live/context.ts';
import { Banner } from '../../ui/Banner.tsx';
import { ImportProgress } from '../../ui/ImportProgress.tsx';
import type { FollowedImport } from './use-fuel.ts';

const SECONDS = (now: number) => now;

export function Following({ fuel }: { readonly fuel: FollowedImport }) {
  const { listImport, error, restarted } = fuel;
  const now = useNow(SECONDS);
  if (!listImport) return null;
  return (
    <>
      {restarted && listImport.state === 'reading' && (
        <Banner tone="wait" title="The server lost this report.">
          It restarts automatically.
        </Banner>
      )}
      {error && <ProblemState problem={asProblem(error)} onRetry={fuel.retry} small />}
      <ImportProgress
        listImport={listImport}
        what="transactions"
        part="step"
        now={now}
        onCancel={fuel.cancel}
        cancelling={fuel.cancelling}
        onAgain={fuel.again}
      />
    </>
  );
}
