/**
 * Names of the builder's fields: what a check points at, where an answer of the service lands, what gets the focus. Each field of
 * the page carries `fieldDomId` as its id.
 */

import type { Site } from '@waypost/contract/api/sites';
import { createContext, use, useMemo, useState } from 'react';
import type { LengthUnit } from '../../../geo/length.ts';
import type { Sending } from '../../../live/sending.ts';
import { useTouchedFields } from '../../../ui/SidePanel.tsx';
import type { Check } from './checks-journey.ts';
import type { Draft, DraftStop } from './draft.ts';
import type { Act } from './use-draft.tsx';

/** What all parts of the form do and know beside the draft. It stays the same while the draft changes: only a changed part is drawn again. */
export interface BuilderParts {
  readonly act: Act;
  /** The field was left: what comes next is a step of its own. */
  readonly settle: () => void;
  readonly open: (key: string | null) => void;
  readonly draw: ((key: string) => void) | null;
  /** Asks under which name a circle goes to the site book; null: this person may not. */
  readonly save: ((stop: DraftStop) => void) | null;
  readonly newId: () => string;
  readonly unit: LengthUnit;
  readonly zone: string;
  readonly sites: readonly Site[];
}

export const BuilderContext = createContext<BuilderParts | null>(null);

export function useBuilder(): BuilderParts {
  const parts = use(BuilderContext);
  if (!parts) throw new Error('A part of the builder outside it');
  return parts;
}

/** Which errors stand under their fields now: those of fields that were left, all once sending was tried, and the service's own. */
export function useErrors(draft: Draft, checks: readonly Check[], sending: Sending<FieldName>) {
  const { touched, onBlur } = useTouchedFields();
  const [tried, setTried] = useState(false);
  const refused = sending.phase === 'refused' ? sending.fields : null;
  const errors = useMemo(() => {
    const shown = new Map<FieldName, string>();
    for (const { severity, field, sentence, reason } of checks)
      if (severity === 'error' && (tried || touched.has(fieldDomId(field))) && !shown.has(field))
        shown.set(field, `${sentence} ${reason}`);
    for (const { field, message, text } of refused ?? [])
      if (fieldText(draft, field) === text) shown.set(field, `Rejected: ${message}`);
    return shown;
  }, [checks, touched, tried, refused, draft]);
  return { errors, tried, setTried, onBlur };
}

/** Errors by field, as they are shown now: not before a field was left or the monitor was to be sent. */
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

/** Content of a field, to detect changes. */
export function fieldText(draft: Draft, field: FieldName): string {
  const key = stopKeyOf(field);
  if (key !== null) {
    const stop = draft.stops.find((one) => one.key === key);
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
 * The field that a path in a 422 means, ours or the service's: `body.stops.3.radius_meters`, `stops[3].latitude`,
 * `/origin/radius_meters`. Null: no field of the page.
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
  // What stays here counts the origin (sequence 0); the service's planned stops begin after it.
  return stopAt(about ? at : at + 1, rest.slice(1));
}

function partOfStop(name: string | undefined): StopField {
  if (name === 'name') return 'name';
  return name?.startsWith('radius') ? 'radius' : 'place';
}
