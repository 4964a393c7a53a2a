/** The activity log, searched, for administrators. */
import { API_ROUTES } from '@waypost/contract/api/routes';
import type { Router } from 'express';
import { invalidField } from '../http/problems.ts';
import { mount } from '../http/route.ts';
import type { Activity } from './activity.ts';

const CURSOR = /^(\d{1,15})\.([0-9a-f-]{36})$/;

export function mountActivity(router: Router, { activity }: { activity: Activity }): void {
  mount(router, API_ROUTES.activity, async ({ query }) => {
    const rows = await activity.list({
      words: query.q?.split(/\s+/) ?? [],
      action: query.action,
      since: msOf(query.since),
      until: msOf(query.until),
      after: query.cursor === undefined ? undefined : positionOf(query.cursor),
      limit: query.size + 1,
    });
    const page = rows.slice(0, query.size);
    const items = page.map((row) => ({
      ...row,
      at: new Date(row.at).toISOString(),
      detail: row.detail === null ? null : (JSON.parse(row.detail) as Record<string, unknown>),
    }));
    const last = page.at(-1);
    const next_page = rows.length > query.size && last ? `${last.at}.${last.id}` : null;
    return { status: 200, body: { items, next_page } };
  });
}

const msOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time));

function positionOf(cursor: string) {
  const [, at, id] = CURSOR.exec(cursor) ?? [];
  if (at === undefined || id === undefined)
    throw invalidField('query.cursor', cursor, 'must be next_page of an earlier answer');
  return { at: Number(at), id };
}
