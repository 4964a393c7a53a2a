/** Own calls of several months together. Pure. */
import type { UsageSummaryMonth } from '@waypost/contract/api/usage';

export interface Own {
  /** ISO 8601: when counting began within these months. */
  readonly since: string;
  readonly calls: number;
  readonly deliveries: number;
  /** The most called first. */
  readonly endpoints: readonly { readonly name: string; readonly calls: number }[];
  /** `rest_api_count`: as the service counted in the same months, for all who call. */
  readonly types: readonly {
    readonly entity_type: string;
    readonly entity_calls: number;
    /** Null: not read. */
    readonly rest_api_count: number | null;
  }[];
}

/** Null: nothing was counted in these months. */
export function ownOf(months: readonly UsageSummaryMonth[]): Own | null {
  const counted = months.flatMap(({ own, items }) => (own ? [{ own, items }] : []));
  if (counted.length === 0) return null;
  const endpoints = new Map<string, number>();
  const types = new Map<string, number>();
  for (const { own } of counted) {
    for (const { name, calls } of own.endpoints) endpoints.set(name, (endpoints.get(name) ?? 0) + calls);
    for (const { entity_type, entity_calls } of own.entity_calls)
      types.set(entity_type, (types.get(entity_type) ?? 0) + entity_calls);
  }
  const missing = months.some(({ own, state }) => own !== null && state === 'missing');
  const rest = (type: string) =>
    missing
      ? null
      : counted
          .flatMap(({ items }) => items)
          .filter(({ entity_type }) => entity_type === type)
          .reduce((sum, { rest_api_count }) => sum + rest_api_count, 0);
  return {
    since: counted.map(({ own }) => own.since).sort()[0] as string,
    calls: counted.reduce((sum, { own }) => sum + own.calls, 0),
    deliveries: counted.reduce((sum, { own }) => sum + own.deliveries, 0),
    endpoints: [...endpoints].map(([name, calls]) => ({ name, calls })).sort((a, b) => b.calls - a.calls),
    types: [...types]
      .map(([entity_type, entity_calls]) => ({
        entity_type,
        entity_calls,
        rest_api_count: rest(entity_type),
      }))
      .sort((a, b) => b.entity_calls - a.entity_calls),
  };
}
