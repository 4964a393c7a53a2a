/** Token endpoint: form-encoded, at an address of its own. */
import { z } from 'zod';

/** The only allowed grant of a server-to-server call. */
export const CLIENT_CREDENTIALS = 'client_credentials';
/** The only allowed scope in the request. The answer's scope is another list. */
export const ORGANIZATION_SCOPE = 'organization';
/** Scope that load tracking requires. */
export const TELEMATICS_READ = 'telematics:read';
/** Lifetime in the described flow, in seconds. */
export const DESCRIBED_TOKEN_LIFETIME_SECONDS = 3600;

export const tokenRequest = z.strictObject({
  grant_type: z.literal(CLIENT_CREDENTIALS),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  scope: z.literal(ORGANIZATION_SCOPE),
});

/** Answer of the token endpoint. Only what a client cannot do without is required. */
export const tokenResponse = z.looseObject({
  access_token: z.string().min(1),
  /** Null when it cannot be used; the client then takes a cautious lifetime. */
  expires_in: z.coerce.number<number | string>().positive().nullish().catch(null),
  /** Some providers leave it out; one of another kind cannot be used. */
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

/** Refusal of a token endpoint in the form of OAuth 2.0 (RFC 6749). Anything else is not about the credentials. */
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
