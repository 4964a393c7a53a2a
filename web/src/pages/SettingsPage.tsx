/** `/settings`: how the person at the screen likes the product. */
import { WithQueries } from '../api/queries.tsx';
import { SettingsView } from '../features/settings/SettingsView.tsx';
import { usePages } from '../frame/use-pages.ts';
import { PageFrame } from './PageFrame.tsx';

export function SettingsPage() {
  const pages = usePages().flatMap((group) => group.pages);
  return (
    <PageFrame title="Settings" fit="scroll">
      <WithQueries>
        <SettingsView pages={pages} />
      </WithQueries>
    </PageFrame>
  );
}
