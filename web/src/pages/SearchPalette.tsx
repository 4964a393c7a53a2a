/** The one search with what it may open: things of the features, pages of the rail, actions and settings. */
import { useLocation, useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useDisabledReason, useSession } from '../api/context.ts';
import { WithQueries } from '../api/queries.tsx';
import { listsDoor } from '../features/loads/lists/load-lists.ts';
import { Palette } from '../features/search/Palette.tsx';
import type { Command } from '../features/search/rows.ts';
import {
  addressOf,
  boardWith,
  type Here,
  recentThings,
  rememberThing,
  type Thing,
} from '../features/search/things.ts';
import { personOf } from '../features/session/PersonMenu.tsx';
import { pathOfView, useViews } from '../features/views/board-view.ts';
import { usePages } from '../frame/pages.ts';
import { commandPalette } from '../ui/command-palette.ts';
import {
  IconBookmark,
  IconClock,
  IconDeviceDesktop,
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

/** Settings that are one choice away: those that are not so already. */
function settingsCommands(now: Prefs, here: Here): Command[] {
  const view = here.pathname + here.search;
  const metric = now.length_unit === 'mi';
  const settings: [
    label: string,
    also: string,
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
  const before = (change: Partial<Prefs>): Partial<Prefs> =>
    Object.fromEntries(Object.keys(change).map((name) => [name, now[name as keyof Prefs]]));
  const isSo = ({ theme, clock, density }: Partial<Prefs>) =>
    theme === now.theme || clock === now.clock || density === now.density;
  const command = (
    label: string,
    also: string,
    Icon: Command['Icon'],
    change: Partial<Prefs>,
    done = label,
  ) => ({
    id: label,
    group: 'actions' as const,
    label,
    also,
    Icon,
    run: () => {
      prefs.set(change);
      toast({ title: done, action: { label: 'Undo', run: () => prefs.set(before(change)) } });
    },
  });
  return [
    ...settings.filter(([, , , change]) => !isSo(change)).map((setting) => command(...setting)),
    command(
      'Open this view after signing in',
      'default first start',
      IconBookmark,
      { default_view: view },
      'This view opens after signing in',
    ),
  ];
}

interface SearchPaletteProps {
  readonly onClose: () => void;
}

export default function SearchPalette(props: SearchPaletteProps) {
  return (
    <WithQueries>
      <EveryCommand {...props} />
    </WithQueries>
  );
}

function EveryCommand({ onClose }: SearchPaletteProps) {
  const router = useRouter();
  const here = useLocation({
    select: ({ pathname, searchStr }): Here => ({ pathname, search: searchStr }),
    structuralSharing: true,
  });
  const now = usePrefs();
  const user = personOf(useSession());
  const [recent] = useState(() => recentThings(user?.sub ?? '', browserStorage()));
  const no_loads = useDisabledReason('manage_loads');
  const no_monitors = useDisabledReason('manage_monitors');
  const no_onboarding = useDisabledReason('manage_onboarding');
  const groups = usePages();
  const { data: views } = useViews();
  const commands = useMemo(() => {
    const pages = groups.flatMap((one) => one.pages);
    const open_load = here.pathname === '/' ? new URLSearchParams(here.search).get('load') : null;
    const deed = (label: string, also: string, Icon: Command['Icon'], rest: Partial<Command>): Command => ({
      id: label,
      group: 'actions',
      label,
      also,
      Icon,
      ...rest,
    });
    const deeds = [
      deed('Add loads', 'watch paste csv import', IconPlus, {
        to: boardWith({ add: '1' }, here),
        disabledReason: no_loads,
      }),
      deed('Post a load', 'new create', IconPlus, { to: '/loads/new', disabledReason: no_loads }),
      deed('Manage lists', 'named list of loads create rename delete', IconList, {
        to: here.pathname === '/' ? here.pathname + here.search : '/',
        run: listsDoor.manage,
      }),
      open_load !== null &&
        deed('Add the open load to a list', '', IconList, { run: () => listsDoor.put([open_load]) }),
      deed('New monitor', 'create geofence', IconRoute, { to: '/monitors/new', disabledReason: no_monitors }),
      deed('Invite a fleet', 'new invitation onboard', IconMail, {
        to: '/invitations?invitation=new',
        disabledReason: no_onboarding,
      }),
    ].filter((one) => one !== false);
    const page = (to: string, label: string, Icon: Command['Icon'], also?: string): Command => ({
      id: to,
      group: 'pages',
      label,
      also,
      Icon,
      to,
    });
    const places = [
      ...pages.map(({ to, label, Icon }) => page(to, label, Icon)),
      page('/settings', 'Settings', IconSettings, 'preferences units theme time zone'),
    ];
    const saved = (views ?? []).map(
      ({ view_id, name }): Command => ({
        id: `view ${view_id}`,
        group: 'views',
        label: name,
        also: 'open saved view',
        Icon: IconBookmark,
        to: pathOfView(view_id),
      }),
    );
    return [...deeds, ...settingsCommands(now, here), ...places, ...saved];
  }, [groups, views, now, here, no_loads, no_monitors, no_onboarding]);

  const go = (path: string) => router.history.push(path);
  const onThing = (thing: Thing) => {
    rememberThing(user?.sub ?? '', thing, browserStorage());
    go(addressOf(thing, here));
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
      onThing={onThing}
      onCommand={onCommand}
      onReady={commandPalette.takeBuffer}
    />
  );
}
