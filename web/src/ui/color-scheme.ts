/** Light, dark or as the system says; the key is shared with public/color-scheme.js, which runs before the first paint. */
import { localStorageColorSchemeManager } from '@mantine/core';

export const COLOR_SCHEME_KEY = 'waypost.color_scheme';
export const colorSchemeManager = localStorageColorSchemeManager({ key: COLOR_SCHEME_KEY });
