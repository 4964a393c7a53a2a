/** The command palette with all it can open: search hits, pages, actions, settings and saved views. */
import { useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useDisabledReason, useSession } from '../api/context.ts';
import { withQueries } from '../api/queries.tsx';
import { listsDialog } from '../features/loads/lists/load-lists.ts';
import {
  addressOf,
  boardWith,
  type CurrentLocation,
  recentHits,
  rememberHit,
  type SearchHit,
} from '../features/search/hits.ts';
import { Palette } from '../features/search/Palette.tsx';
import type { Command } from '../features/search/rows.ts';
import { personOf } from '../features/session/PersonMenu.tsx';
import { csvExport, pathOfView, useViews } from '../features/views/board-view.ts';
import { usePages } from '../frame/pages.ts';
import { commandPalette } from '../ui/command-palette.ts';
import {
  IconBookmark,
  IconClock,
  IconDeviceDesktop,
  IconDownload,
  IconLayoutList,
  IconList,
  IconMail,
  IconMoon,
  IconPlus,
  IconRoute,
  IconRuler2,
  IconSettings,
  IconSun,
} from '../ui/icons.ts';
import { browserStorage, type Prefs, prefs, usePrefs } from '../ui/prefs.ts';
import { toast } from '../ui/toasts.ts';

const action = (label: string, keywords: string, Icon: Command['Icon'], rest: Partial<Command>): Command => ({
  id: label,
  group: 'actions',
  label,
  keywords,
  Icon,
  ...rest,
});

/** Commands that change a setting, without those already in effect. */
function settingsCommands(now: Prefs, current_location: CurrentLocation): Command[] {
  const view = current_location.pathname + current_location.search;
  const metric = now.length_unit === 'mi';
  const settings: [
    label: string,
    keywords: string,
    Icon: Command['Icon'],
    change: Partial<Prefs>,
    done?: string,
  ][] = [
    ['Light theme', 'theme colors', IconSun, { theme: 'light' }],
    ['Dark theme', 'theme colors', IconMoon, { theme: 'dark' }],
    ['Theme match system', 'theme colors', IconDeviceDesktop, { theme: 'system' }],
    metric
      ? ['Kilometers and liters', 'units km mi l gal', IconRuler2, { length_unit: 'km', volume_unit: 'L' }]
      : ['Miles and gallons', 'units km mi l gal', IconRuler2, { length_unit: 'mi', volume_unit: 'gal' }],
    ['12-hour clock', 'time am pm', IconClock, { clock: '12' }],
    ['24-hour clock', 'time am pm', IconClock, { clock: '24' }],
    ['Compact rows', 'density', IconLayoutList, { density: 'compact' }],
    ['Comfortable rows', 'density', IconLayoutList, { density: 'comfortable' }],
  ];
  const currentValues = (change: Partial<Prefs>): Partial<Prefs> =>
    Object.fromEntries(Object.keys(change).map((name) => [name, now[name as keyof Prefs]]));
  const isCurrent = ({ theme, clock, density }: Partial<Prefs>) =>
    theme === now.theme || clock === now.clock || density === now.density;
  const command = (
    label: string,
    keywords: string,
    Icon: Command['Icon'],
    change: Partial<Prefs>,
    done = label,
  ) =>
    action(label, keywords, Icon, {
      run: () => {
        prefs.set(change);
        toast({ title: done, action: { label: 'Undo', run: () => prefs.set(currentValues(change)) } });
      },
    });
  return [
    ...settings.filter(([, , , change]) => !isCurrent(change)).map((setting) => command(...setting)),
    command(
      'Open this view after signing in',
      'default first start',
      IconBookmark,
      { default_view: view },
      'This view opens after signing in',
    ),
  ];
}

export default withQueries(SearchPalette);

function SearchPalette({ onClose }: { readonly onClose: () => void }) {
  const router = useRouter();
  const current_location = useLocation({
    select: ({ pathname, searchStr }): CurrentLocation => ({ pathname, search: searchStr }),
    structuralSharing: true,
  });
  const now = usePrefs();
  const user = personOf(useSession());
  const [recent] = useState(() => recentHits(user?.sub ?? '', browserStorage()));
  const loads_disabled = useDisabledReason('manage_loads');
  const monitors_disabled = useDisabledReason('manage_monitors');
  const onboarding_disabled = useDisabledReason('manage_onboarding');
  const groups = usePages();
  const { data: views } = useViews();
  const pages = groups.flatMap((group) => group.pages);
  const open_load =
    current_location.pathname === '/' ? new URLSearchParams(current_location.search).get('load') : null;
  const action_commands = [
    action('Add loads', 'watch paste csv import', IconPlus, {
      to: boardWith({ add: '1' }, current_location),
      disabledReason: loads_disabled,
    }),
    action('Post a load', 'new create', IconPlus, {
      to: '/loads/new',
      disabledReason: loads_disabled,
    }),
    action('Manage lists', 'named list of loads create rename delete', IconList, {
      to: current_location.pathname === '/' ? current_location.pathname + current_location.search : '/',
      run: listsDialog.manage,
    }),
    open_load !== null &&
      action('Add the open load to a list', '', IconList, {
        run: () => listsDialog.add([open_load]),
      }),
    current_location.pathname === '/' &&
      action('Export CSV', 'download spreadsheet loads of the list', IconDownload, {
        run: () => csvExport.emit(),
      }),
    action('New monitor', 'create geofence', IconRoute, {
      to: '/monitors/new',
      disabledReason: monitors_disabled,
    }),
    action('Invite a fleet', 'new invitation onboard', IconMail, {
      to: '/invitations?invitation=new',
      disabledReason: onboarding_disabled,
    }),
  ].filter((command) => command !== false);
  const page = (to: string, label: string, Icon: Command['Icon'], keywords?: string): Command => ({
    id: to,
    group: 'pages',
    label,
    keywords,
    Icon,
    to,
  });
  const page_commands = [
    ...pages.map(({ to, label, Icon }) => page(to, label, Icon)),
    page('/settings', 'Settings', IconSettings, 'preferences units theme time zone'),
  ];
  const saved = (views ?? []).map(
    ({ view_id, name }): Command => ({
      id: `view ${view_id}`,
      group: 'views',
      label: name,
      keywords: 'open saved view',
      Icon: IconBookmark,
      to: pathOfView(view_id),
    }),
  );
  const commands = [
    ...action_commands,
    ...settingsCommands(now, current_location),
    ...page_commands,
    ...saved,
  ];

  const go = (path: string) => router.history.push(path);
  const onHit = (hit: SearchHit) => {
    rememberHit(user?.sub ?? '', hit, browserStorage());
    go(addressOf(hit, current_location));
  };
  const onCommand = ({ to, run }: Command) => {
    if (to !== undefined) go(to);
    run?.();
  };
  return (
    <Palette
      onClose={onClose}
      commands={commands}
      recent={recent}
      onHit={onHit}
      onCommand={onCommand}
      onReady={commandPalette.takeBuffer}
    />
  );
}
