/** The mail server, over SMTP. The outcome of a mail is exact, since one that may have been taken must not be sent again. */
import { Readable } from 'node:stream';
import type { NodemailerError } from 'nodemailer/lib/errors';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly secure: boolean;
  /** Without `secure`: nothing is sent unless the connection turns to TLS. False on this machine only. */
  readonly requireTls: boolean;
  /** Null: the server asks for no sign-in. */
  readonly login: { readonly user: string; readonly password: string } | null;
  /** Address that mails come from. */
  readonly from: string;
  readonly perMinute: number;
}

/**
 * `refused`: this mail, for good; `later`: this mail, for now; `unavailable`: no mail can be sent at the moment; `unknown`: the whole mail had
 * left, or part of it, and no answer came. Only after `unknown` may it have been delivered.
 */
type MailFailureKind = 'refused' | 'later' | 'unavailable' | 'unknown';

export class MailFailure extends Error {
  readonly kind: MailFailureKind;
  constructor(kind: MailFailureKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'MailFailure';
    this.kind = kind;
  }
}

/** A connection that is open for several mails. */
export interface MailSession {
  /** Rejects with MailFailure; after `unavailable` and `unknown` the session is of no more use. */
  send(to: string, content: Buffer): Promise<void>;
  close(): void;
}

const CONNECT_MS = 15_000;
/** Without a byte from the server. */
const SILENCE_MS = 45_000;
const LONGEST_ANSWER = 300;

/** Opens a session. Rejects with MailFailure `unavailable`. */
export async function openMailSession(settings: SmtpSettings): Promise<MailSession> {
  const { host, port, secure, requireTls, login, from } = settings;
  const connection = new SMTPConnection({
    host,
    port,
    secure,
    requireTLS: !secure && requireTls,
    ignoreTLS: !secure && !requireTls,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    tls: { minVersion: 'TLSv1.2' },
  });
  let ended = false;
  connection.once('end', () => {
    ended = true;
  });
  // Between two steps nobody else listens, and an error that nobody listens to would end the process.
  connection.on('error', () => undefined);
  try {
    await settled(connection, (done) => connection.connect(done));
    if (login)
      await settled(connection, (done) => connection.login({ user: login.user, pass: login.password }, done));
  } catch (error) {
    connection.close();
    throw new MailFailure('unavailable', `The mail server can't be used: ${answerOf(error)}`, error);
  }
  return {
    send: async (to, content) => {
      // It would fail silently.
      if (ended) throw new MailFailure('unavailable', 'The mail server closed the connection');
      await send(connection, { from, to }, content);
    },
    close: () => connection.quit(),
  };
}

async function send(
  connection: SMTPConnection,
  envelope: { readonly from: string; readonly to: string },
  content: Buffer,
): Promise<void> {
  // Asked for its content only once the server wants it: from then on a lost answer says nothing.
  let begun = false;
  const message = new Readable({
    read() {
      begun = true;
      this.push(content);
      this.push(null);
    },
  });
  try {
    await settled(connection, (done) =>
      connection.send({ ...envelope, size: content.length }, message, done),
    );
  } catch (error) {
    const failure = failureOf(error, begun);
    // The server still holds the envelope that it refused. Should that fail, the next mail finds the connection closed.
    if (failure.kind === 'refused' || failure.kind === 'later')
      await settled(connection, (done) => connection.reset(done)).catch(() => undefined);
    throw failure;
  }
}

function failureOf(error: unknown, begun: boolean): MailFailure {
  const { responseCode } = error as Partial<NodemailerError>;
  // 421 says that the server closes: that is not about this mail.
  if (responseCode !== undefined && responseCode !== 421) {
    const said = `The mail server answered: ${answerOf(error)}`;
    return new MailFailure(responseCode >= 500 ? 'refused' : 'later', said, error);
  }
  return begun && responseCode === undefined
    ? new MailFailure('unknown', `The mail server's response was lost: ${answerOf(error)}`, error)
    : new MailFailure('unavailable', `The mail server can't be used: ${answerOf(error)}`, error);
}

/** A step of the connection, which ends with a callback, an event of its own, or silently when it is closed. */
function settled(
  connection: SMTPConnection,
  step: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const failed = (error: Error) => end(error);
    const ended = () => end(new Error('the connection was closed'));
    const end = (error?: Error | null) => {
      connection.off('error', failed);
      connection.off('end', ended);
      if (error) reject(error);
      else resolve();
    };
    connection.on('error', failed);
    connection.on('end', ended);
    step(end);
  });
}

/** What the server said, else the error, as one short line. */
function answerOf(error: unknown): string {
  const { response, message } = error as Partial<NodemailerError>;
  const text = (response ?? message ?? String(error)).replace(/\s+/g, ' ').trim();
  return text.length > LONGEST_ANSWER ? `${text.slice(0, LONGEST_ANSWER)}…` : text;
}
