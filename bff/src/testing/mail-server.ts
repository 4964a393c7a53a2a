/** A real SMTP server that stores mails, and can refuse, delay or drop its response. */
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  readonly to: string;
  /** Raw message. */
  readonly raw: string;
  readonly text: string;
  readonly subject: string;
}

export interface MailServerOptions extends SMTPServerOptions {
  /** Required credentials; by default none. */
  readonly login?: { readonly user: string; readonly password: string };
}

type Answer = 'take' | 'hold' | 'lose' | { readonly code: number; readonly text: string };

export class MailServer {
  readonly mails: ReceivedMail[] = [];
  readonly #server: SMTPServer;
  #port = 0;
  readonly #recipients = new Map<string, { readonly code: number; readonly text: string }>();
  #answer: (count: number) => Answer = () => 'take';
  readonly #delayed: (() => void)[] = [];

  private constructor({ login, ...options }: MailServerOptions) {
    this.#server = new SMTPServer({
      disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
      authOptional: login === undefined,
      allowInsecureAuth: true,
      logger: false,
      closeTimeout: 500,
      ...options,
      onAuth: ({ username, password }, _session, done) =>
        username === login?.user && password === login?.password
          ? done(null, { user: username })
          : done(new Error('Authentication failed')),
      onRcptTo: ({ address }, _session, done) => {
        const refused = this.#recipients.get(address);
        done(refused ? answerOf(refused) : null);
      },
      onData: (stream, session, done) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          const answer = this.#answer(this.mails.length);
          if (typeof answer === 'object') return done(answerOf(answer));
          const to = session.envelope.rcptTo[0]?.address ?? '';
          this.mails.push(mailOf(to, Buffer.concat(parts).toString('latin1')));
          if (answer === 'take') done(null);
          else if (answer === 'hold') this.#delayed.push(() => done(null));
          // Closes the connection without a response.
          else for (const one of this.#server.connections) one.close();
        });
      },
    });
    // A killed client causes an error here.
    this.#server.on('error', () => undefined);
  }

  static async start(options: MailServerOptions = {}): Promise<MailServer> {
    const mails = new MailServer(options);
    await new Promise<void>((resolve) => mails.#server.listen(0, '127.0.0.1', resolve));
    const address = mails.#server.server.address();
    mails.#port = typeof address === 'object' && address ? address.port : 0;
    return mails;
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  /** Refuses mails to this address before their content. */
  refuse(address: string, code: number, text: string): void {
    this.#recipients.set(address, { code, text });
  }

  accept(address: string): void {
    this.#recipients.delete(address);
  }

  /** Sets the response to a mail, by the number of earlier ones. */
  answer(answer: (count: number) => Answer): void {
    this.#answer = answer;
  }

  release(): void {
    this.#answer = () => 'take';
    for (const one of this.#delayed.splice(0)) one();
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

const answerOf = ({ code, text }: { readonly code: number; readonly text: string }) =>
  Object.assign(new Error(text), { responseCode: code });

function mailOf(to: string, raw: string): ReceivedMail {
  const [head = ''] = raw.split('\r\n\r\n', 1);
  return { to, raw, text: plainTextOf(raw), subject: subjectOf(head) };
}

function plainTextOf(raw: string): string {
  const at = raw.search(/content-type: text\/plain/i);
  if (at < 0) return '';
  const bodyAt = raw.indexOf('\r\n\r\n', at);
  const head = raw.slice(at, bodyAt);
  const rest = raw.slice(bodyAt + 4);
  const end = rest.search(/\r\n--[-\w=.]{8,}/);
  const body = end < 0 ? rest : rest.slice(0, end);
  const [, encoding = ''] = /content-transfer-encoding: ([\w-]+)/i.exec(head) ?? [];
  if (encoding.toLowerCase() === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding.toLowerCase() !== 'quoted-printable') return body;
  return quotedPrintable(body);
}

function quotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function subjectOf(head: string): string {
  const [, folded = ''] = /^subject: (.*(?:\r\n[ \t].*)*)/im.exec(head) ?? [];
  const line = folded.replace(/\r\n[ \t]/g, ' ');
  return line
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, how: string, text: string) =>
      how.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : quotedPrintable(text.replaceAll('_', ' ')),
    );
}
