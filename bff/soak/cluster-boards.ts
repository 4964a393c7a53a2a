/** Compares all servers, all streams and the database after the cluster soak. */
import { isDeepStrictEqual } from 'node:util';
import type { BoardLoad, BoardLoads } from '@waypost/contract/api/board';
import type { MonitorList } from '@waypost/contract/api/monitors';
import type { Database } from '../src/platform/store/database.ts';
import type { TestBrowser } from '../src/testing/browser.ts';
import type { BoardMirror } from './cluster-mirror.ts';
import { type NamedServer, until } from './members.ts';

interface Compared {
  readonly db: Database;
  readonly browser: TestBrowser;
  readonly members: readonly NamedServer[];
  readonly mirrors: readonly BoardMirror[];
}

/** Large boards take seconds to compare. */
const AGREE_WITHIN_MS = 300_000;

type Add = (what: string, evidence: string) => void;

export async function board(browser: TestBrowser, url: string): Promise<Map<string, BoardLoad>> {
  const { json } = await browser.api(`${url}/api/loads`);
  return new Map((json as unknown as BoardLoads).items.map((item) => [item.load_id, item]));
}

/**
 * Loads change all the time, also while a large board is sent: everywhere each must at some moment be as new as what was stored before it
 * was asked for, and the same where it has the same version.
 */
export async function compareBoards({ db, browser, members, mirrors }: Compared, add: Add): Promise<void> {
  let open: Set<string> | null = null;
  let last = new Map<string, string>();
  await until(async () => {
    const rows = await db
      .selectFrom('watched_load')
      .select(['load_id', 'version'])
      .where('watched', '=', 1)
      .execute();
    const exceptions = await db
      .selectFrom('exception')
      .select(['load_id', 'version'])
      .where('ended_at', 'is', null)
      .execute();
    const boards = await Promise.all(
      members.map(async ({ name, served }) => [name, await board(browser, served.url)] as const),
    );
    const views = [...boards, ...mirrors.map(({ items }, n) => [`stream ${n + 1}`, new Map(items)] as const)];
    const versions = new Map(rows.map(({ load_id, version }) => [load_id, version]));
    const triage = new Map(exceptions.map(({ load_id, version }) => [load_id, version]));
    open ??= new Set([...versions.keys(), ...views.flatMap(([, items]) => [...items.keys()])]);
    last = new Map();
    for (const load_id of open) {
      const first = views[0]?.[1].get(load_id);
      const differing = views.flatMap(([name, items]) => {
        const item = items.get(load_id);
        const difference = differenceOf(item, first, versions.get(load_id), triage.get(load_id));
        return difference === null ? [] : [`${name}: ${difference}`];
      });
      if (differing.length === 0) open.delete(load_id);
      else last.set(load_id, differing.join('; '));
    }
    return open.size === 0;
  }, AGREE_WITHIN_MS);
  for (const [load_id, difference] of last)
    add('boards and database differ', `${load_id}: ${difference}`.slice(0, 600));
}

function differenceOf(
  item: BoardLoad | undefined,
  first: BoardLoad | undefined,
  version: number | undefined,
  triage: number | undefined,
): string | null {
  const isBehind = (of: number | undefined, stored: number | undefined) => (of ?? -1) < (stored ?? -1);
  if (isBehind(item?.version, version) || (item && version === undefined))
    return `version ${item?.version}, stored ${version}`;
  if (!item) return null;
  if (isBehind(item.triage?.version, triage)) return `exception ${item.triage?.version}, stored ${triage}`;
  if (item.version !== first?.version) return null;
  const [own, other] = [comparable(item), comparable(first)];
  const fields = [...new Set([...own.keys(), ...other.keys()])].filter(
    (field) => !isDeepStrictEqual(own.get(field), other.get(field)),
  );
  return fields.length === 0
    ? null
    : `version ${version}: ${fields.map((field) => `${field} ${JSON.stringify(own.get(field))} and ${JSON.stringify(other.get(field))}`).join(', ')}`;
}

/** An unchanged answer of the service changes the time of reading without a new version. */
const comparable = (item: object | undefined) =>
  new Map(Object.entries(item ?? {}).filter(([field, value]) => field !== 'read_at' && value !== null));

export async function compareMonitors({ db, browser, members }: Compared, add: Add): Promise<void> {
  let last: string[] = [];
  await until(async () => {
    const rows = await db
      .selectFrom('monitor')
      .select(['id', 'version'])
      .where('ended_at', 'is', null)
      .execute();
    last = [];
    for (const { name, served } of members) {
      const { json } = await browser.api(`${served.url}/api/monitors?part=current`);
      const { items } = json as unknown as MonitorList;
      const versions = new Map(items.map(({ id, version }) => [id, version]));
      for (const { id, version } of rows)
        if (versions.get(id) !== version)
          last.push(`${id} on ${name}: version ${versions.get(id)}, stored ${version}`);
      if (versions.size !== rows.length)
        last.push(`${name}: ${versions.size} monitors, stored ${rows.length}`);
    }
    return last.length === 0;
  });
  for (const difference of last) add('monitors differ', difference);
}
