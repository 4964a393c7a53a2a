/** Names of the builder's fields. Checks, 422 responses and focus refer to them; the element of a field has `fieldDomId` as its id. */

import type { Site } from '@waypost/contract/api/sites';
import { createContext, use } from 'react';
import type { LengthUnit } from '../../../geo/length.ts';
import type { Check } from './checks-journey.ts';
import type { Draft, DraftStop } from './draft.ts';
import type { Dispatch } from './use-draft.tsx';

/**
 * Actions and settings shared by all parts of the form. The object is stable while the draft changes, so that only changed parts re-render.
 */
export interface BuilderParts {
  readonly dispatch: Dispatch;
  /** Closes the undo group: the next change is an undo step of its own. */
  readonly endStep: () => void;
  readonly open: (key: string | null) => void;
  /** Opens the stop and moves the focus to the search for its place. */
  readonly search: (key: string) => void;
  readonly draw: ((key: string) => void) | null;
  /** Opens the dialog that saves a circle to the site book; null without the right to. */
  readonly save: ((stop: DraftStop) => void) | null;
  readonly newId: () => string;
  readonly unit: LengthUnit;
  readonly zone: string;
  readonly sites: readonly Site[];
}

export const BuilderContext = createContext<BuilderParts | null>(null);

export function useBuilder(): BuilderParts {
  const parts = use(BuilderContext);
  if (!parts) throw new Error('useBuilder outside BuilderContext');
  return parts;
}

/** The first error of each field. */
export function errorsOf(checks: readonly Check[]): ShownErrors {
  const errors = new Map<FieldName, string>();
  for (const { severity, field, sentence, reason } of checks)
    if (severity === 'error' && !errors.has(field)) errors.set(field, `${sentence} ${reason}`);
  return errors;
}

type ShownErrors = ReadonlyMap<FieldName, string>;

export const ErrorsContext = createContext<ShownErrors>(new Map());

export function useField(field: FieldName): { id: string; error: string | undefined } {
  return { id: fieldDomId(field), error: use(ErrorsContext).get(field) };
}

const PLAIN_FIELDS = [
  'vehicle_id',
  'vin',
  'license_plate_number',
  'license_plate_region',
  'license_plate_country',
  'starts_at',
  'expires_at',
  'name',
  'webhook_group_id',
] as const;
type PlainField = (typeof PLAIN_FIELDS)[number];
type StopField = 'name' | 'place' | 'radius';

export type FieldName = PlainField | `stop:${string}:${StopField}`;

export const stopField = (key: string, field: StopField): FieldName => `stop:${key}:${field}`;

export function stopKeyOf(field: FieldName): string | null {
  return /^stop:(.+):\w+$/.exec(field)?.[1] ?? null;
}

export const fieldDomId = (field: FieldName): string => `field-${field.replaceAll(':', '-')}`;

export function fieldText(draft: Draft, field: FieldName): string {
  const key = stopKeyOf(field);
  if (key !== null) {
    const stop = draft.stops.find((other) => other.key === key);
    const part = field.slice(field.lastIndexOf(':') + 1) as StopField;
    if (part === 'name') return stop?.name ?? '';
    return JSON.stringify(
      part === 'radius' ? [stop?.radius_meters, stop?.radius_text] : [stop?.center, stop?.place_text],
    );
  }
  const plain = field as PlainField;
  return String(
    plain in draft.vehicle ? draft.vehicle[plain as keyof Draft['vehicle']] : draft[plain as keyof Draft],
  );
}

const isPlain = (name: string): name is PlainField => (PLAIN_FIELDS as readonly string[]).includes(name);

/**
 * The field for a path in a 422 of our server or the service: `body.stops.3.radius_meters`, `stops[3].latitude`, `/origin/radius_meters`.
 * Null: no field of the form.
 */
export function fieldOfPath(path: string, draft: Pick<Draft, 'stops'>): FieldName | null {
  const parts = path.split(/[.[\]/]+/).filter((part) => part !== '' && part !== '$' && part !== 'body');
  const about = parts[0] === 'about';
  if (about) parts.shift();
  const [first = '', ...rest] = parts;
  if (isPlain(first)) return first;
  const stopAt = (at: number, names: readonly string[]): FieldName | null => {
    const key = draft.stops[at]?.key;
    return key === undefined ? null : stopField(key, partOfStop(names.at(-1)));
  };
  if (first === 'origin') return stopAt(0, rest);
  if (first === 'destination') return stopAt(draft.stops.length - 1, rest);
  if (first !== 'stops') return null;
  const at = Number(rest[0]);
  if (!Number.isInteger(at)) return null;
  // `about.stops` includes the origin as 0; the service's `stops` start after it.
  return stopAt(about ? at : at + 1, rest.slice(1));
}

function partOfStop(name: string | undefined): StopField {
  if (name === 'name') return 'name';
  return name?.startsWith('radius') ? 'radius' : 'place';
}
