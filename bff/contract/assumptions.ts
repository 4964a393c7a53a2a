/**
 * The only home of what the interface leaves open ("not shown"). Every value names the section that it fills.
 * An operator overrides any of them with SERVICE_ASSUMPTIONS, without a rebuild; see `withOverrides`.
 *
 * Basis of each value: "public" = seen in public documentation of services with this very interface,
 * "ours" = chosen by us, so expect it to differ.
 */
import { z } from 'zod';

const path = z
  .string()
  .regex(/^\/[\w\-./{}]*$/, { error: 'must be a path such as /v2/orgs/invitations/{invitation_id}' });
const name = z.string().min(1).max(255);

export const assumptions = z.strictObject({
  /** Paths that section 4 does not show, below {base_url}. */
  paths: z
    .strictObject({
      /** 4.12 post a load; ours. */
      loads: path.default('/v2/visibility/loads'),
      /** 4.12 update a load; ours. */
      load: path.default('/v2/visibility/loads/{load_id}'),
    })
    .prefault({}),
  /** 5: scope that we ask for when people sign in by the service's own authorization-code flow; standard names and ours. */
  login_scope: name.default('openid profile offline_access organization'),
  /** 7: wait, in seconds, after a 429 whose `detail` is null and that carries no Retry-After header; ours. */
  retry_after_unknown_seconds: z.number().int().min(1).max(3600).default(5),
  /** Not part of the interface: where our own sandbox lists its loads, so that an embedded board starts full. */
  sandbox_loads_path: path.default('/_sandbox/loads'),
});

export type Assumptions = z.infer<typeof assumptions>;
/** A partial tree of the same names. */
export type AssumptionOverrides = z.input<typeof assumptions>;

/** The defaults. */
export const ASSUMPTIONS: Assumptions = assumptions.parse({});

/** Defaults with an operator's values laid over them. Throws a ZodError that names the wrong key. */
export function withOverrides(overrides: unknown): Assumptions {
  return assumptions.parse(overrides ?? {});
}
