/** A browser's event stream, parsed as cheaply as possible so that 500 readers do not become the bottleneck. */
import { type ClientRequest, get, type IncomingMessage } from 'node:http';

export interface ReceivedEvent {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly event: string;
}

export class StreamReader {
  /** Every event with an id, in order of arrival; one array per connection. */
  readonly connections: ReceivedEvent[][] = [];
  /** Called with the data of each event with an id, if set; slow. */
  onData: ((id: number, data: string, event: string) => void) | null = null;
  /** Its next connection goes there. */
  url: string;
  /** Sent as the last event id until an event is received. */
  since: number | null = null;
  /** When the last byte arrived, milliseconds since 1970. */
  lastByteAt = 0;
  /** How the last connection ended; null while it is open. */
  ended: string | null = null;
  #request: ClientRequest | null = null;
  #response: IncomingMessage | null = null;
  readonly #cookie: string;

  constructor(url: string, cookie: string) {
    this.url = url;
    this.#cookie = cookie;
  }

  get lastId(): number | null {
    return this.connections.findLast((received) => received.length > 0)?.at(-1)?.id ?? this.since;
  }

  open(): Promise<void> {
    const received: ReceivedEvent[] = [];
    const last = this.lastId;
    this.connections.push(received);
    this.ended = null;
    return new Promise((resolve, reject) => {
      const headers: Record<string, string> = { cookie: this.#cookie };
      if (last !== null) headers['Last-Event-ID'] = String(last);
      this.#request = get(`${this.url}/api/events`, { headers, agent: false }, (response) => {
        if (response.statusCode !== 200)
          return reject(new Error(`a stream was answered ${response.statusCode}`));
        this.#response = response;
        this.lastByteAt = Date.now();
        this.#read(response, received);
        resolve();
      });
      this.#request.once('error', (error: NodeJS.ErrnoException) => {
        this.ended ??= error.code ?? error.message;
        reject(error);
      });
    });
  }

  /** Stops reading, like a laptop with a closed lid. */
  stall(): void {
    this.#response?.pause();
  }

  /** Continues reading. */
  resume(): void {
    this.#response?.resume();
  }

  close(): void {
    this.#request?.destroy();
  }

  #read(response: IncomingMessage, received: ReceivedEvent[]): void {
    let rest = '';
    let id = -1;
    let event = '';
    const line = (text: string) => {
      if (text.startsWith('id: ')) id = Number(text.slice(4));
      else if (text.startsWith('event: ')) event = text.slice(7);
      else if (text === '') {
        if (id >= 0) received.push({ id, at: Date.now(), event });
        id = -1;
      } else if (this.onData && id >= 0 && text.startsWith('data: ')) this.onData(id, text.slice(6), event);
    };
    response.setEncoding('latin1');
    response.on('data', (part: string) => {
      this.lastByteAt = Date.now();
      const text = rest + part;
      let from = 0;
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
        line(text.slice(from, end));
        from = end + 1;
      }
      rest = text.slice(from);
    });
    response.once('end', () => {
      this.ended ??= 'end';
    });
    response.once('error', (error: NodeJS.ErrnoException) => {
      this.ended ??= error.code ?? 'error';
    });
    response.once('close', () => {
      this.ended ??= 'close';
    });
  }
}
