/** Keys of the identity provider, stored in the state file so that sign-ins and cookies survive a restart. */
import { generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';

export interface Keys {
  /** Private RSA key that signs ID tokens. */
  readonly signing: JsonWebKey;
  /** The first key signs cookies, all verify them. */
  readonly cookies: readonly string[];
}

export function makeKeys(): Keys {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    signing: privateKey.export({ format: 'jwk' }),
    cookies: [randomBytes(32).toString('base64url')],
  };
}
