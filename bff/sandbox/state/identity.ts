/** Keeps sign-ins: tokens, grants, sessions and the keys behind them. */
import { type Keys, makeKeys } from '../identity/keys.ts';
import type { IdentityStore } from '../identity/store.ts';
import type { State } from './state.ts';

/** Names of the parts, which a reset of the world leaves alone. */
export const IDENTITY_PARTS = ['identity keys', 'identity'] as const;

/** The kept keys, or new ones. */
export function keepIdentity(state: State, store: IdentityStore, newKeys: () => Keys = makeKeys): Keys {
  let kept: Keys | null = null;
  state.register(IDENTITY_PARTS[0], {
    save: () => keys,
    load: (saved: Keys) => {
      kept = saved;
    },
  });
  const keys: Keys = kept ?? newKeys();
  const changed = state.register(IDENTITY_PARTS[1], {
    save: () => store.save(),
    load: (saved: ReturnType<IdentityStore['save']>) => store.load(saved),
  });
  store.keep(changed, () => state.flush());
  return keys;
}
