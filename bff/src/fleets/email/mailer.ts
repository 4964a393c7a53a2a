/** SMTP client with exact outcomes, because a mail that may have been accepted must not be sent again. */
import { Readable } from 'node:stream';
import type { NodemailerError } from 'nodemailer/lib/errors';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpSettings } from '../../platform/config/config.ts';
import { networkErrorOf } from '../../platform/lib/network-errors.ts';

/**
 * `refused`: this mail, permanently; `later`: this mail, temporarily; `unavailable`: no mail can be sent now; `unknown`: the mail was
 * sent at least partly without a response. Only after `unknown` may it have been delivered.
 */
type MailFailureKind = 'refused' | 'later' | 'unavailable' | 'unknown';

export class MailFailure extends Error {
  readonly kind: MailFailureKind;
  /** The server says that there is no such mailbox: other mails to this address will not arrive either. */
  readonly bounced: boolean;
  constructor(kind: MailFailureKind, message: string, cause?: unknown, bounced = false) {
    super(message, { cause });
    this.bounced = bounced;
    this.name = 'MailFailure';
    this.kind = kind;
  }
}

export interface MailSession {
  /** Rejects with MailFailure; after `unavailable` and `unknown` the session is unusable. */
  send(to: string, content: Buffer): Promise<void>;
  close(): void;
}

const CONNECT_TIMEOUT_MS = 15_000;
/** Timeout without data from the server. */
const IDLE_TIMEOUT_MS = 45_000;
const MAX_ANSWER_CHARS = 300;
/** Mailbox not found, moved, or its name not allowed. */
const NO_MAILBOX: readonly number[] = [550, 551, 553];

/** Opens a session. Rejects with MailFailure `unavailable`. */
export async function openMailSession(settings: SmtpSettings): Promise<MailSession> {
  const { host, port, secure, requireTls, login, from } = settings;
  const connection = new SMTPConnection({
    host,
    port,
    secure,
    requireTLS: !secure && requireTls,
    ignoreTLS: !secure && !requireTls,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: IDLE_TIMEOUT_MS,
    tls: { minVersion: 'TLSv1.2' },
  });
  let ended = false;
  connection.once('end', () => {
    ended = true;
  });
  // Between steps there is no other listener, and an unhandled error event would end the process.
  connection.on('error', () => undefined);
  try {
    await completed(connection, (done) => connection.connect(done));
    if (login)
      await completed(connection, (done) =>
        connection.login({ user: login.user, pass: login.password }, done),
      );
  } catch (error) {
    connection.close();
    throw new MailFailure('unavailable', `The mail server can't be used: ${answerOf(error)}`, error);
  }
  return {
    send: async (to, content) => {
      // nodemailer would fail silently.
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
  // The content is read only when the server accepts it: from then on a lost response means an unknown outcome.
  let begun = false;
  const message = new Readable({
    read() {
      begun = true;
      this.push(content);
      this.push(null);
    },
  });
  try {
    await completed(connection, (done) =>
      connection.send({ ...envelope, size: content.length }, message, done),
    );
  } catch (error) {
    const failure = failureOf(error, begun);
    // Resets the refused envelope. If that fails, the next mail finds the connection closed.
    if (failure.kind === 'refused' || failure.kind === 'later')
      await completed(connection, (done) => connection.reset(done)).catch(() => undefined);
    throw failure;
  }
}

function failureOf(error: unknown, begun: boolean): MailFailure {
  const { responseCode } = error as Partial<NodemailerError>;
  // 421 announces that the server closes the connection, so it is not about this mail.
  if (responseCode !== undefined && responseCode !== 421) {
    const text = `The mail server answered: ${answerOf(error)}`;
    // Before the content, and not for a policy (5.7.x), which is about us.
    const bounced = !begun && NO_MAILBOX.includes(responseCode) && !/\b5\.7\.\d/.test(text);
    return new MailFailure(responseCode >= 500 ? 'refused' : 'later', text, error, bounced);
  }
  return begun && responseCode === undefined
    ? new MailFailure('unknown', `The mail server's response was lost: ${answerOf(error)}`, error)
    : new MailFailure('unavailable', `The mail server can't be used: ${answerOf(error)}`, error);
}

/** Awaits a step, which ends with its callback, an event of the connection, or silently when it is closed. */
function completed(
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

/** The server's response, else the reason, as one short line. */
function answerOf(error: unknown): string {
  const { response, message } = error as Partial<NodemailerError>;
  const text = (response ?? networkErrorOf(error)?.problem ?? message ?? String(error))
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > MAX_ANSWER_CHARS ? `${text.slice(0, MAX_ANSWER_CHARS)}…` : text;
}
