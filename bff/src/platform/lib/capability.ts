import type { Router } from 'express';

/** What each capability provides to services.ts, in addition to its own functions. */
export interface Capability {
  /** Mounts its routes under `/api`, behind the session check. */
  readonly routes?: (router: Router) => void;
  /** Mounts its routes under `/machine`, behind the API key check. */
  readonly machineRoutes?: (router: Router) => void;
  /** Starts its background work, once everything is wired. */
  readonly start?: () => void | Promise<void>;
  /** Stops its background work, after the last request. What runs under a lease is stopped with it. */
  readonly stop?: () => void | Promise<void>;
  /** Releases its resources, after all background work. */
  readonly close?: () => void | Promise<void>;
}
