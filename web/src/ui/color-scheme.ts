/** Light, dark or as the system says: the person's setting, in the words of the component library, both ways. */
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { type Prefs, prefs } from './prefs.ts';

const schemeOf = (theme: Prefs['theme']): MantineColorScheme => (theme === 'system' ? 'auto' : theme);

let stop: (() => void) | null = null;

/** public/color-scheme.js reads the same setting before the first paint. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: () => schemeOf(prefs.get().theme),
  set: (scheme) => {
    const theme = scheme === 'auto' ? 'system' : scheme;
    if (theme !== prefs.get().theme) prefs.set({ theme });
  },
  subscribe: (onUpdate) => {
    let last = prefs.get().theme;
    stop = prefs.subscribe(() => {
      const { theme } = prefs.get();
      if (theme === last) return;
      last = theme;
      onUpdate(schemeOf(theme));
    });
  },
  unsubscribe: () => {
    stop?.();
    stop = null;
  },
  clear: () => prefs.set({ theme: 'system' }),
};
