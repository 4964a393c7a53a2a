/** Errors of SQLite, PostgreSQL and the network, told apart: the database is unavailable, lost a race, or rejected a wrong statement. */

/** Thrown without asking the database, while it is known to be unavailable. */
export class StoreUnavailable extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'StoreUnavailable';
  }
}

/** Error code of a driver or of the system; '' if there is none. */
export function errorCode(error: unknown): string {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

/** The statement or transaction lost against a concurrent one and changed nothing: the same again may succeed. */
export const isLostRace = (error: unknown): boolean =>
  [SERIALIZATION_FAILURE, DEADLOCK].includes(errorCode(error));

/** Another process holds the lock of the SQLite file. */
export const isBusy = (error: unknown): boolean => errorCode(error).startsWith('SQLITE_BUSY');

const RESTARTING = 'The database server is starting or stopping';
const NO_ANSWER = 'The database server is not responding';
const DISK_FULL = 'The disk of the database is full';
const READ_ONLY = 'The database accepts no changes (read-only)';
const NO_CONNECTION_LEFT = 'The database server accepts no more connections';
const FILE_DAMAGED = 'The database file is damaged, or no SQLite database. Restore a backup';

/** By error code, or by its beginning. Sources: appendix A of PostgreSQL's manual, SQLite's result codes, Node's system errors. */
const REASONS: readonly (readonly [code: string, reason: string])[] = [
  ['57P', RESTARTING],
  ['08', NO_ANSWER],
  ['25P03', 'The database ended a transaction that had waited too long'],
  ['25006', READ_ONLY],
  ['53100', DISK_FULL],
  ['53300', NO_CONNECTION_LEFT],
  ['53', 'The database server has no resources left'],
  ['57014', 'The database took too long'],
  ['55P03', 'The database took too long'],
  [SERIALIZATION_FAILURE, 'The database is too busy'],
  [DEADLOCK, 'The database is too busy'],
  ['ECONNREFUSED', NO_ANSWER],
  ['ECONNRESET', NO_ANSWER],
  ['ETIMEDOUT', NO_ANSWER],
  ['EPIPE', NO_ANSWER],
  ['EHOSTUNREACH', NO_ANSWER],
  ['ENETUNREACH', NO_ANSWER],
  ['ENOTFOUND', "The database server's name is not found"],
  ['EAI_AGAIN', "The database server's name is not found"],
  ['SQLITE_BUSY', 'Another program holds the lock of the database file'],
  ['SQLITE_LOCKED', 'Another program holds the lock of the database file'],
  ['SQLITE_FULL', DISK_FULL],
  ['SQLITE_IOERR', 'The database file cannot be read or written'],
  ['SQLITE_CANTOPEN', 'The database file cannot be opened'],
  ['SQLITE_READONLY', READ_ONLY],
  ['SQLITE_CORRUPT', FILE_DAMAGED],
  ['SQLITE_NOTADB', FILE_DAMAGED],
];

/** pg gives these errors no code. */
const WITHOUT_CODE =
  /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Postgres connection has been discarded)/;

/** One sentence without a period, when the database cannot be used at the moment; null for any other error. */
export function unavailableReason(error: unknown): string | null {
  if (error instanceof StoreUnavailable) return error.message;
  if (error instanceof AggregateError) return unavailableReason(error.errors[0]);
  if (!(error instanceof Error)) return null;
  const code = errorCode(error);
  const known = REASONS.find(([start]) => code.startsWith(start));
  if (known) return known[1];
  return WITHOUT_CODE.test(error.message) ? NO_ANSWER : null;
}

/** For the log and the start. The AggregateError of a refused connection has an empty message. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
