/** Who a request is from; set by the guards of its router. */
import type { Right, SessionRole } from '@waypost/contract/api/session';
import type { Person } from '../lib/person.ts';
import type { KeyLimits } from './key-limits.ts';

export interface CurrentSession {
  readonly id_hash: string;
  readonly session_id: string;
  readonly sub: string;
  readonly name: string;
  readonly roles: readonly SessionRole[];
  /** Session id at the provider. */
  readonly sid: string | null;
  /** Null: never. */
  readonly idle_expires_at: number | null;
  readonly expires_at: number | null;
}

export interface CurrentMachine extends Person {
  readonly api_key_id: string;
  readonly rights: readonly Right[];
  /** Null: it may see all loads. */
  readonly limits: KeyLimits | null;
}

declare global {
  namespace Express {
    interface Locals {
      session?: CurrentSession;
      machine?: CurrentMachine;
    }
  }
}
