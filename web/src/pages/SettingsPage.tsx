import { WithQueries } from '../api/queries.tsx';
import { SettingsView } from '../features/settings/SettingsView.tsx';
import { SetupSection } from '../features/setup/Setup.tsx';
import { pathOfView, useViews } from '../features/views/board-view.ts';
import { usePages } from '../frame/pages.ts';
import { PageFrame } from './PageFrame.tsx';

export function SettingsPage() {
  return (
    <PageFrame title="Settings" fit="scroll">
      <WithQueries>
        <Settings />
      </WithQueries>
    </PageFrame>
  );
}

function Settings() {
  const pages = usePages().flatMap((group) => group.pages);
  const { data, error } = useViews();
  const views = data?.map(({ view_id, name }) => ({ to: pathOfView(view_id), label: name }));
  return (
    <SettingsView pages={pages} views={views ?? (error ? [] : null)}>
      <SetupSection />
    </SettingsView>
  );
}
