import { SettingsView } from '../features/settings/SettingsView.tsx';
import type { SettingsSearch } from '../features/settings/search.ts';
import { SetupSection } from '../features/setup/Setup.tsx';
import { pathOfView, useViews } from '../features/views/board-view.ts';
import { usePages } from '../frame/pages.ts';
import type { ViewProps } from '../ui/page-frame.tsx';
import { PageFrame } from './PageFrame.tsx';

export function SettingsPage(props: ViewProps<SettingsSearch>) {
  const pages = usePages().flatMap((group) => group.pages);
  const { data, error } = useViews();
  const views = data?.map(({ view_id, name }) => ({ to: pathOfView(view_id), label: name }));
  return (
    <PageFrame title="Settings" fit="scroll">
      <SettingsView {...props} pages={pages} views={views ?? (error ? [] : null)}>
        <SetupSection />
      </SettingsView>
    </PageFrame>
  );
}
