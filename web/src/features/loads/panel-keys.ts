import { useKeptKeys } from '../../ui/keys.ts';

const KEYS = ['t', 'n', 'z', 'Z', 'c', 'p'];

/** In place of a load's panel that is still loading: what is typed meanwhile is for the panel. */
export function PanelKeysToCome() {
  useKeptKeys(KEYS);
  return null;
}
