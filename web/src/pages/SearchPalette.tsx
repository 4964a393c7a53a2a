/** The one search with what it may open: things of the features, pages of the rail, actions and settings. */

import { useLocation, useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useDisabledReason, useSession } from '../api/context.ts';
import { WithQueries } from '../api/queries.tsx';
import { listsDoor } from '../features/loads/lists/lists-door.ts';
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
import { pathOfView, useViews } from '../features/views/board-view.ts';
import { usePages } from '../frame/pages.ts';
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
import { type Prefs, prefs, usePrefs } from '../ui/prefs.ts';
import { searchDoor } from '../ui/search-door.ts';
import { toast } from '../ui/toasts.ts';

/** Settings that are one choice away. */
function settingsCommands(now: Prefs, here: Here): Command[] {
  const set = (change: Partial<Prefs>, title: string) => () => {
    const before = Object.fromEntries(Object.keys(change).map((name) => [name, now[name as keyof Prefs]]));
    prefs.set(change);
    toast({ title, action: { label: 'Undo', run: () => prefs.set(before as Partial<Prefs>) } });
  };
  const group = 'actions';
  const theme = (to: Prefs['theme'], label: string, Icon: Command['Icon']): Command[] =>
    now.theme === to
      ? []
      : [{ id: `theme ${to}`, group, label, also: 'theme colors', Icon, run: set({ theme: to }, label) }];
  const km = now.length_unit === 'mi';
  const units = km ? 'Kilometers and liters' : 'Miles and gallons';
  const compact = now.density === 'comfortable';
  const clock = now.clock === '24' ? '12-hour clock' : '24-hour clock';
  return [
    ...theme('light', 'Light theme', IconSun),
    ...theme('dark', 'Dark theme', IconMoon),
    ...theme('system', 'Theme match system', IconDeviceDesktop),
    {
      id: 'units',
      group,
      label: units,
      also: 'units km mi l gal',
      Icon: IconRuler2,
      run: set(
        km ? { length_unit: 'km', volume_unit: 'L' } : { length_unit: 'mi', volume_unit: 'gal' },
        units,
      ),
    },
    {
      id: 'clock',
      group,
      label: clock,
      also: 'time am pm',
      Icon: IconClock,
      run: set({ clock: now.clock === '24' ? '12' : '24' }, clock),
    },
    {
      id: 'density',
      group,
      label: compact ? 'Compact rows' : 'Comfortable rows',
      also: 'density',
      Icon: IconLayoutList,
      run: set(
        { density: compact ? 'compact' : 'comfortable' },
        compact ? 'Compact rows' : 'Comfortable rows',
      ),
    },
    {
      id: 'default view',
      group,
      label: 'Open this view after signing in',
      also: 'default first start',
      Icon: IconBookmark,
      run: set({ default_view: here.pathname + here.search }, 'This view opens after signing in'),
    },
  ];
}

function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
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
  const state = useSession();
  const now = usePrefs();
  const user = state.phase === 'in' || state.phase === 'ended' ? state.session.user : null;
  const [recent] = useState(() => recentThings(user?.sub ?? '', storage()));
  const no_loads = useDisabledReason('manage_loads');
  const no_monitors = useDisabledReason('manage_monitors');
  const no_onboarding = useDisabledReason('manage_onboarding');
  const groups = usePages();
  const { data: views } = useViews();
  const commands = useMemo(() => {
    const pages = groups.flatMap((one) => one.pages);
    const group = 'actions';
    const open_load = here.pathname === '/' ? new URLSearchParams(here.search).get('load') : null;
    const deeds: Command[] = [
      {
        id: 'add loads',
        group,
        label: 'Add loads',
        also: 'watch paste csv import',
        Icon: IconPlus,
        to: boardWith({ add: '1' }, here),
        disabledReason: no_loads,
      },
      {
        id: 'post load',
        group,
        label: 'Post a load',
        also: 'new create',
        Icon: IconPlus,
        to: '/loads/new',
        disabledReason: no_loads,
      },
      {
        id: 'lists',
        group,
        label: 'Manage lists',
        also: 'named list of loads create rename delete',
        Icon: IconList,
        to: here.pathname === '/' ? here.pathname + here.search : '/',
        run: listsDoor.manage,
      },
      ...(open_load === null
        ? []
        : [
            {
              id: 'put into list',
              group,
              label: 'Add the open load to a list',
              Icon: IconList,
              run: () => listsDoor.put([open_load]),
            } as const,
          ]),
      {
        id: 'new monitor',
        group,
        label: 'New monitor',
        also: 'create geofence',
        Icon: IconRoute,
        to: '/monitors/new',
        disabledReason: no_monitors,
      },
      ...(pages.some(({ to }) => (to as string) === '/invitations')
        ? [
            {
              id: 'invite',
              group,
              label: 'Invite a fleet',
              also: 'new invitation onboard',
              Icon: IconMail,
              to: '/invitations?invitation=new',
              disabledReason: no_onboarding,
            } as const,
          ]
        : []),
    ];
    const places: Command[] = [
      ...pages.map(({ to, label, Icon }): Command => ({ id: to, group: 'pages', label, Icon, to })),
      {
        id: '/settings',
        group: 'pages',
        label: 'Settings',
        also: 'preferences units theme time zone',
        Icon: IconSettings,
        to: '/settings',
      },
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
    rememberThing(user?.sub ?? '', thing, storage());
    go(addressOf(thing, here));
  };
  const onCommand = ({ to, run }: Command) => {
    if (to !== undefined) go(to);
    run?.();
  };
  return (
    <Palette
      opened
      onClose={onClose}
      commands={commands}
      recent={recent}
      onThing={onThing}
      onCommand={onCommand}
      onReady={searchDoor.take}
    />
  );
}
