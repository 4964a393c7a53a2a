/** Sets up a sandbox for a test file in one line. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { SandboxConfig } from './config.ts';
import { callApi, clientToken, ManualClock, type RunningSandbox, startSandbox } from './testing.ts';

export interface SandboxUse {
  /** Shares one sandbox between all tests of the file; otherwise each test gets its own. */
  readonly shared?: boolean;
  /** Start of its clock, milliseconds since 1970; default: now. */
  readonly startsAt?: number;
}

/**
 * A sandbox with a client token, for a file or a `describe`. Checks after each test that no response violated the contract. Its
 * properties are available inside hooks and tests only.
 */
export function useSandbox(
  settings: Partial<SandboxConfig> = {},
  { shared = false, startsAt }: SandboxUse = {},
) {
  let running: RunningSandbox;
  let token: string;
  const start = async () => {
    running = await startSandbox(settings, new ManualClock(startsAt));
    token = await clientToken(running.info);
  };
  const end = () => running.close();
  if (shared) {
    beforeAll(start);
    afterAll(end);
  } else {
    beforeEach(start);
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
    /** Call after a token was revoked or expired. */
    newToken: async () => {
      token = await clientToken(running.info);
    },
    advance: (milliseconds: number) => running.advance(milliseconds),
    /** Calls the API with the client's token; a body is sent as JSON. */
    call: (method: string, path: string, body?: unknown) => callApi(running.info, token, method, path, body),
  };
}
