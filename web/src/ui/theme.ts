/**
 * All design tokens. Color is reserved for health; the rest of the interface is neutral, with one muted accent for
 * selected or pressed elements. `--wp-*` variables pass the tokens to style sheets; Mantine gets the same values.
 */
import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorScheme,
  type MantineColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core';
import { ButtonElement } from './ButtonElement.tsx';
import { HEALTH, HEALTH_ORDER, SURFACES, type Theme } from './health.ts';
import { type Prefs, prefs } from './prefs.ts';

/** Slate indigo with low chroma, to differ from every health color (theme.test.ts). */
const accent: MantineColorsTuple = [
  '#eef1f8',
  '#dde2ef',
  '#c5cee3',
  '#aecbfc',
  '#8d9dc6',
  '#667bb0',
  '#4f6194',
  '#3d4c7a',
  '#2c3a63',
  '#1e294a',
];
const gray: MantineColorsTuple = [
  '#f6f7f8',
  '#eff1f3',
  '#e3e6e9',
  '#d3d8dd',
  '#bcc3ca',
  '#8b949e',
  '#5a636d',
  '#444c55',
  '#2e353c',
  '#1f2429',
];
const dark: MantineColorsTuple = [
  '#e4e7ea',
  '#c6ccd2',
  '#9aa4ae',
  '#6f7a85',
  '#3a4149',
  '#2c3239',
  '#22262b',
  '#1a1d21',
  '#15181b',
  '#101214',
];

export const CHROME = {
  light: {
    page: SURFACES.light[0],
    raised: SURFACES.light[1],
    /** Health texts have a contrast of 4.5:1 on both (SURFACES in health.ts). */
    hover: SURFACES.light[1],
    selected: SURFACES.light[2],
    line: gray[2],
    text: gray[9],
    text_secondary: gray[6],
    accent: accent[7],
    /** Background of destructive buttons, with white text; distinct from every health color. */
    danger: '#840606',
    shadow: '0 2px 4px rgb(20 26 34 / 6%), 0 8px 24px rgb(20 26 34 / 12%)',
  },
  dark: {
    page: SURFACES.dark[0],
    raised: SURFACES.dark[1],
    hover: SURFACES.dark[1],
    selected: SURFACES.dark[2],
    line: '#31373e',
    text: dark[0],
    text_secondary: dark[2],
    accent: accent[3],
    danger: '#be4a38',
    shadow: '0 2px 4px rgb(0 0 0 / 30%), 0 8px 24px rgb(0 0 0 / 45%)',
  },
} as const;

/** `--wp-page`, `--wp-text-secondary`, `--wp-live-text`, `--wp-not-shared-shape` and so on. */
function tokensOf(theme: Theme): Record<string, string> {
  const name = (key: string) => `--wp-${key.replaceAll('_', '-')}`;
  const chrome = Object.entries(CHROME[theme]).map(([key, value]) => [name(key), value]);
  const health = HEALTH_ORDER.flatMap((key) => [
    [name(`${key}-text`), HEALTH[key][theme].text],
    [name(`${key}-shape`), HEALTH[key][theme].shape],
  ]);
  return Object.fromEntries([...chrome, ...health]) as Record<string, string>;
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...tokensOf('light'),
    '--mantine-color-default-border': gray[3],
    '--mantine-color-error': gray[9],
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': gray[6],
  },
  dark: {
    ...tokensOf('dark'),
    '--mantine-color-default-border': dark[4],
    '--mantine-color-error': dark[0],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[2],
  },
});

export const FONT = "'Inter Variable', Inter, system-ui, sans-serif";

export const theme = createTheme({
  primaryColor: 'accent',
  // White text has a contrast of 4.5:1 on both; as text and lines the accent is lighter in dark mode (CHROME).
  primaryShade: { light: 7, dark: 6 },
  colors: { accent, gray, dark },
  white: '#ffffff',
  black: gray[9],
  fontFamily: FONT,
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '20px', xl: '28px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '6px', xl: '6px' },
  defaultRadius: 'sm',
  shadows: Object.fromEntries(['xs', 'sm', 'md', 'lg', 'xl'].map((size) => [size, 'var(--wp-shadow)'])),
  cursorType: 'pointer',
  respectReducedMotion: true,
  // By name, because `Button.extend` would load every component with the first script.
  components: {
    Button: { defaultProps: { size: 'xs', variant: 'default', component: ButtonElement } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    ActionIcon: { defaultProps: { size: 32, variant: 'subtle', color: 'gray', component: ButtonElement } },
    Tooltip: { defaultProps: { openDelay: 350, events: { hover: true, focus: true, touch: false } } },
    Menu: {
      // Next to its button: in a portal it would be outside every landmark.
      defaultProps: {
        shadow: 'md',
        position: 'bottom-end',
        offset: 4,
        withinPortal: false,
        withInitialFocusPlaceholder: false,
      },
    },
    Popover: { defaultProps: { shadow: 'md' } },
    // The page never scrolls, and Mantine's scroll lock would add a style element without the nonce.
    Modal: {
      defaultProps: {
        lockScroll: false,
        centered: true,
        closeButtonProps: { 'aria-label': 'Close' },
        transitionProps: { duration: 120 },
        // The dialog's header element must not become a banner landmark of the page.
        attributes: { header: { role: 'presentation' } },
      },
    },
  },
});

/** Applies the reduced-motion preference as an attribute that base.css uses like the system's setting. */
export function applyMotionPreference(root: Pick<HTMLElement, 'setAttribute'>): void {
  const apply = () => root.setAttribute('data-motion', prefs.get().motion);
  apply();
  prefs.subscribe(apply);
}

const schemeOf = (theme: Prefs['theme']): MantineColorScheme => (theme === 'system' ? 'auto' : theme);

let unsubscribe: (() => void) | null = null;

/** Syncs Mantine's color scheme with the theme preference, which public/color-scheme.js reads before the first paint. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: () => schemeOf(prefs.get().theme),
  set: (scheme) => {
    const theme = scheme === 'auto' ? 'system' : scheme;
    if (theme !== prefs.get().theme) prefs.set({ theme });
  },
  subscribe: (onUpdate) => {
    let last = prefs.get().theme;
    unsubscribe = prefs.subscribe(() => {
      const { theme } = prefs.get();
      if (theme === last) return;
      last = theme;
      onUpdate(schemeOf(theme));
    });
  },
  unsubscribe: () => {
    unsubscribe?.();
    unsubscribe = null;
  },
  clear: () => prefs.set({ theme: 'system' }),
};
