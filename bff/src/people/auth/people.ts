/** Who has signed in, and their sessions, for administrators. */
import type { Person as KnownPerson } from '@waypost/contract/api/people';
import type { Role } from '@waypost/contract/api/session';
import type { Person } from '../../platform/lib/person.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso } from '../../platform/lib/time.ts';
import { rowsOf } from '../../platform/store/query.ts';
import { activeSessions, type SessionRow } from '../../platform/store/sessions.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Sessions } from './sessions.ts';

interface PeopleOptions extends Uses<'db' | 'activity' | 'now'> {
  readonly sessions: Pick<Sessions, 'endOf'>;
}

export class People extends ServerPart<PeopleOptions> {
  /** Last seen first. `id_hash`: the session that asks. */
  async list(id_hash: string): Promise<KnownPerson[]> {
    const { db } = this.options;
    const known = await rowsOf(db, 'person');
    const active = await activeSessions(db, this.now()).orderBy('created_at', 'desc').execute();
    const sessions = Map.groupBy(active, ({ sub }) => sub);
    const subs = new Set([...known.map(({ sub }) => sub), ...sessions.keys()]);
    const rows = new Map(known.map((row) => [row.sub, row]));
    return [...subs]
      .flatMap((sub) => {
        const own = sessions.get(sub) ?? [];
        // The newest session says more than the row; a server of an earlier version writes none.
        const { name, roles } = own[0] ?? rows.get(sub) ?? {};
        if (name === undefined || roles === undefined) return [];
        const seen = [rows.get(sub)?.last_seen_at ?? 0, ...own.map(({ last_seen_at }) => last_seen_at)];
        return { sub, name, roles, seen_at: Math.max(...seen), own };
      })
      .sort((a, b) => b.seen_at - a.seen_at)
      .map(({ sub, name, roles, seen_at, own }) => ({
        sub,
        name,
        roles: JSON.parse(roles) as Role[],
        last_seen_at: toIso(seen_at),
        sessions: own.map((row) => ({
          ...toSessionResponse(row, id_hash),
          address: row.address,
        })),
      }));
  }

  /** Ends one session of a person, or all of them; returns how many. The act is logged unless there was none. */
  async signOut(sub: string, session_id: string | undefined, by: Person): Promise<number> {
    return this.options.sessions.endOf(
      session_id === undefined ? { sub } : { sub, session_id },
      (trx, rows) =>
        this.options.activity.record(trx, by, 'sign_out_person', sub, {
          name: rows[0]?.name,
          sessions: rows.length,
        }),
    );
  }
}

/** @param id_hash the session of the request */
export const toSessionResponse = (row: SessionRow, id_hash: string) => ({
  session_id: row.session_id,
  created_at: toIso(row.created_at),
  last_seen_at: toIso(row.last_seen_at),
  expires_at: toIso(Math.min(row.expires_at, row.idle_expires_at)),
  user_agent: row.user_agent,
  current: row.id_hash === id_hash,
});
