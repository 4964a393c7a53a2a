/** Where a call to the service takes its token from. */
import type { ServiceError } from './errors.ts';

export interface TokenSource {
  get(): Promise<string>;
  /** The service rejected this token (401) for a request to `path`: a later `get` fetches another. */
  reject(token: string, path?: string): void;
  /** A request to `path` succeeded with the current token. */
  accepted?(path: string): void;
  /** A person ended the pause: the next `get` requests a token, whatever the token endpoint announced. */
  endWait?(): void;
  /** Scopes granted to the current token; null when unknown. */
  granted?(): readonly string[] | null;
  /** Why there is no token; null while there is a usable one. */
  readonly failure?: TokenFailure | null;
}

/** Why there is no token, and the number of consecutive attempts. */
export interface TokenFailure {
  readonly error: ServiceError;
  readonly attempts: number;
}
