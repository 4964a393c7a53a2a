/** Who a request is from; set by the guards of its router. */
import type { Right, Role } from '@waypost/contract/api/session';
import type { Person } from '../lib/person.ts';
import type { KeyLimits } from './key-limits.ts';

export interface CurrentSession {
  readonly id_hash: string;
  readonly session_id: string;
  readonly sub: string;
  readonly name: string;
  readonly roles: readonly Role[];
  /** Session id at the provider. */
  readonly sid: string | null;
  readonly idle_expires_at: number;
  readonly expires_at: number;
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
