import { z } from 'zod';

export const SETTINGS_SECTIONS = ['display', 'alerts', 'company', 'messages'] as const;
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];

/** Left out: the display settings. */
export const settingsSearch = z.object({ section: z.enum(SETTINGS_SECTIONS).optional().catch(undefined) });
export type SettingsSearch = z.output<typeof settingsSearch>;
