/** The set-up of a test file about the sandbox, in one line. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { SandboxConfig } from './config.ts';
import { ask, clientToken, ManualClock, type RunningSandbox, startSandbox } from './testing.ts';

export interface SandboxUse {
  /** One for all tests of the file; otherwise each test gets its own. */
  readonly shared?: boolean;
  /** Milliseconds since 1970 at which its clock begins; now unless given. */
  readonly startsAt?: number;
}

/**
 * A sandbox with a token of its client, for the tests of a file or of a `describe`. After each test none of its answers may have
 * broken the contract. What it offers may be read inside hooks and tests only.
 */
export function useSandbox(
  settings: Partial<SandboxConfig> = {},
  { shared = false, startsAt }: SandboxUse = {},
) {
  let running: RunningSandbox;
  let token: string;
  const begin = async () => {
    running = await startSandbox(settings, new ManualClock(startsAt));
    token = await clientToken(running.info);
  };
  const end = () => running.close();
  if (shared) {
    beforeAll(begin);
    afterAll(end);
  } else {
    beforeEach(begin);
    afterEach(end);
  }
  afterEach(() => expect(running.breaches).toEqual([]));
  return {
    get info() {
      return running.info;
    },
    get world() {
      return running.world;
    },
    get events() {
      return running.events;
    },
    get clock() {
      return running.clock;
    },
    get token() {
      return token;
    },
    /** After a token has been revoked or has expired. */
    newToken: async () => {
      token = await clientToken(running.info);
    },
    move: (milliseconds: number) => running.move(milliseconds),
    /** A call with the client's token; a body is sent as JSON. */
    call: (method: string, path: string, body?: unknown) => ask(running.info, token, method, path, body),
  };
}
