/** Token endpoint: form-encoded, at its own URL. */
import { z } from 'zod';

/** The only allowed grant type. */
export const CLIENT_CREDENTIALS = 'client_credentials';
/** The only allowed scope in the request. The response's scope is a different list. */
export const ORGANIZATION_SCOPE = 'organization';
/** Scope that load tracking requires. */
export const TELEMATICS_READ = 'telematics:read';
/** In the described flow. */
export const DESCRIBED_TOKEN_LIFETIME_SECONDS = 3600;

export const tokenRequest = z.strictObject({
  grant_type: z.literal(CLIENT_CREDENTIALS),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  scope: z.literal(ORGANIZATION_SCOPE),
});

/** Requires only the access token; everything else may be missing or unusable. */
export const tokenResponse = z.looseObject({
  access_token: z.string().min(1),
  /** Null when unusable; the client then assumes a short lifetime. */
  expires_in: z.coerce.number<number | string>().positive().nullish().catch(null),
  /** Some providers omit it; any type other than Bearer is unusable. */
  token_type: z
    .string()
    .regex(/^bearer$/i)
    .nullish(),
  refresh_expires_in: z.number().int().nullish().catch(null),
  session_state: z.string().nullish().catch(null),
  'not-before-policy': z.number().int().nullish().catch(null),
  scope: z.string().nullish().catch(null),
});
export type TokenResponse = z.infer<typeof tokenResponse>;

/** OAuth 2.0 error response (RFC 6749). Any other error does not concern the credentials. */
export const tokenRefusal = z.looseObject({
  error: z.enum([
    'invalid_request',
    'invalid_client',
    'invalid_grant',
    'unauthorized_client',
    'unsupported_grant_type',
    'invalid_scope',
    'access_denied',
  ]),
});
