/** Keys of the identity provider: made once, kept in the state file, so that sign-ins and cookies outlive a restart. */
import { generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';

export interface Keys {
  /** Private RSA key that signs ID tokens. */
  readonly signing: JsonWebKey;
  /** Sign cookies; the first one signs, all verify. */
  readonly cookies: readonly string[];
}

export function makeKeys(): Keys {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    signing: privateKey.export({ format: 'jwk' }),
    cookies: [randomBytes(32).toString('base64url')],
  };
}
