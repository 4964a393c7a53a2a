/**
 * Which providers cannot create users. The interface does not say so beforehand: it is learned from the answer 501 to an attempt, until a
 * later attempt at the same provider succeeds.
 */
import type { UsersRefused } from '@waypost/contract/api/agreements';
import type { Connection } from '@waypost/contract/connections';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso } from '../../platform/lib/time.ts';
import type { Database } from '../../platform/store/database.ts';
import type { IntentRow } from '../../platform/store/intents.ts';
import { rowsIn, writeSetting } from '../../platform/store/query.ts';
import type { Uses } from '../../platform/uses.ts';
import type { IntentListener } from '../../service/intents/listener.ts';

const NOT_IMPLEMENTED = 501;

interface Attempt {
  readonly refused: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly by_name: string;
}

const settingOf = (connection_id: string) => `users_at:${connection_id.toLowerCase()}`;
const connectionOf = (about: unknown): string | null => {
  const { connection_id } = about as { readonly connection_id?: unknown };
  return typeof connection_id === 'string' ? connection_id : null;
};

export class UserSupport extends ServerPart<Uses<'db' | 'now'>> {
  listener(): IntentListener {
    const learn = async (store: Database, row: IntentRow, about: unknown, refused: boolean) => {
      const connection_id = connectionOf(about);
      if (row.kind !== 'user' || connection_id === null) return;
      const attempt: Attempt = { refused, at: this.now(), by_name: row.created_by_name };
      await writeSetting(store, settingOf(connection_id), JSON.stringify(attempt));
    };
    return {
      refused: async (store, row, body, status) => {
        if (status === NOT_IMPLEMENTED) await learn(store, row, body, true);
      },
      done: async (store, row, answer) => {
        await learn(store, row, answer, false);
        return undefined;
      },
    };
  }

  /** By connection id: the refusal that the last attempt at its provider met. */
  async refusals(
    connections: readonly Pick<Connection, 'id' | 'tsp_slug'>[],
  ): Promise<ReadonlyMap<string, UsersRefused>> {
    const rows = await rowsIn(
      this.options.db,
      'setting',
      'key',
      connections.map(({ id }) => settingOf(id)),
    );
    const attempts = new Map(rows.map(({ key, value }) => [key, JSON.parse(value) as Attempt]));
    const provider = ({ id, tsp_slug }: Pick<Connection, 'id' | 'tsp_slug'>) => tsp_slug ?? id;
    const latest = new Map<string, Attempt>();
    for (const one of connections) {
      const attempt = attempts.get(settingOf(one.id));
      if (attempt && attempt.at > (latest.get(provider(one))?.at ?? 0)) latest.set(provider(one), attempt);
    }
    return new Map(
      connections.flatMap((one) => {
        const attempt = latest.get(provider(one));
        return attempt?.refused
          ? [[one.id, { at: toIso(attempt.at), by_name: attempt.by_name }] as const]
          : [];
      }),
    );
  }
}
