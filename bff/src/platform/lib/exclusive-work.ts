/** Work that only one server at a time may do, while it holds a lease (cluster/lease.ts). */
export interface Lease {
  /** Whether this server is certainly still the only one. To be asked right before each act that only one may do. */
  isHeld(): boolean;
}

/** For tests, and for what runs on every server. */
export const ALWAYS_HELD: Lease = { isHeld: () => true };

export interface ExclusiveWork {
  /** For the log, after "could not begin to": `read the invitations`. */
  readonly task: string;
  /** Called after `stop` again and again. When it throws, it is called again soon. */
  start(lease: Lease): void | Promise<void>;
  /** Resolves when nothing of it runs any more. Also called after a `start` that threw. */
  stop(): void | Promise<void>;
}
