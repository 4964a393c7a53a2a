/** What every capability hands to the wiring (services.ts) beside its own functions. */
import type { Router } from 'express';

export interface Capability {
  /** Mounts its routes of `/api`, behind the session. */
  readonly routes?: (router: Router) => void;
  /** Mounts its routes of `/machine`, behind the API key. */
  readonly machineRoutes?: (router: Router) => void;
  /** Begins its background work, once everything is wired. */
  readonly start?: () => void | Promise<void>;
  /** Ends its background work; requests under way are still served. */
  readonly stop?: () => void | Promise<void>;
  /** After the last request: gives back what it holds. */
  readonly close?: () => void | Promise<void>;
}
