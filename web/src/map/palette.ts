/**
 * Colors of the basemap: unobtrusive cool grays with low contrast, and no hue that health uses. The dark palette is
 * designed separately (water darker than land, quieter labels), not inverted.
 */
import type { Theme } from '../ui/health.ts';

const LIGHT = {
  water: '#dfe5ea',
  land: '#f4f5f6',
  country_line: '#9aa5af',
  state_line: '#b9c2ca',
  county_line: '#e6e9ec',
  corridor: '#dadee3',
  corridor_label: '#7c8792',
  country_label: '#7d8893',
  state_label: '#929ca6',
  city_label: '#545f6b',
  city_region: '#87919b',
  city_dot: '#8c97a2',
  /** Halo of labels and markers. */
  casing: '#ffffff',
  /** Texts and drawings on top: load labels, counts, selection. */
  ink: '#1d242b',
  surface: '#ffffff',
  accent: '#2f4b66',
  trail: '#3c5a76',
};
type Palette = Readonly<typeof LIGHT>;
const DARK: Palette = {
  water: '#15181c',
  land: '#21252a',
  country_line: '#5f6a75',
  state_line: '#465059',
  county_line: '#2a3036',
  corridor: '#30373e',
  corridor_label: '#84909b',
  country_label: '#7b8792',
  state_label: '#66717c',
  city_label: '#a3aeb9',
  city_region: '#737e89',
  city_dot: '#6b7681',
  casing: '#14171a',
  ink: '#eceff2',
  surface: '#1a1d21',
  accent: '#a9c4de',
  trail: '#9db8d2',
};

export const PALETTE: Readonly<Record<Theme, Palette>> = { light: LIGHT, dark: DARK };
