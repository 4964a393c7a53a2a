/** One browser's stream of server-sent events: framed once for all, bounded, and cut when its reader does not keep up. */
import type { Response } from 'express';

/** More than this unread, and the browser is cut off; it comes back with Last-Event-ID (rule 23). */
export const MAX_UNREAD_BYTES = 1024 * 1024;

export function frame(event: string, data: unknown, id?: number): Buffer {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${text}\n\n`);
}

export class Stream {
  readonly #response: Response;
  /** Hash of the session's id, checked again on each heartbeat. */
  readonly session: string;

  constructor(response: Response, session: string) {
    this.#response = response;
    this.session = session;
  }

  open(): void {
    this.#response.status(200).set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      // For nginx in front of us: do not gather.
      'X-Accel-Buffering': 'no',
    });
    this.#response.flushHeaders();
  }

  /** Sends a frame. False when the reader was cut off for not reading. */
  send(data: Buffer | string): boolean {
    if (this.#response.writableLength > MAX_UNREAD_BYTES) {
      this.#response.destroy();
      return false;
    }
    this.#response.write(data);
    return true;
  }

  end(): void {
    this.#response.end();
  }
}
