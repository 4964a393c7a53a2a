import { Button, NativeSelect, TextInput } from '@mantine/core';
import {
  MONITOR_DEFAULT_WINDOW_MS,
  MONITOR_MAX_WINDOW_MS,
  MONITOR_NAME_MAX,
} from '@waypost/contract/monitors';
import { memo, type ReactNode, useId, useState } from 'react';
import { useLive, useNow } from '../../../live/context.ts';
import { ChosenTime, DateTimeField } from '../../../live/DateTimeField.tsx';
import { PlateFields, VehicleField, VinField } from '../../../live/TruckFields.tsx';
import { Pills } from '../../../ui/Choice.tsx';
import { useFormatKey } from '../../../ui/prefs.ts';
import shared from '../../../ui/shared.module.css';
import { agoText } from '../../../ui/time.ts';
import { fromWall, toWall } from '../../../ui/zoned.ts';
import classes from './Builder.module.css';
import { startWords } from './checks-journey.ts';
import {
  type Draft,
  type DraftAction,
  type DraftStop,
  rhythmText,
  type VehicleDraft,
  windowOf,
} from './draft.ts';
import { useBuilder, useField } from './fields.ts';
import type { KnownFacts } from './queries.ts';

interface FieldsSectionProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function FieldsSection({ title, aside, children }: FieldsSectionProps) {
  const id = useId();
  return (
    <section className={classes.fieldsSection} aria-labelledby={id}>
      <div className={classes.fieldsHead}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

const ROUTES = { Vehicle: 'vehicle_id', VIN: 'vin', Plate: 'plate' } as const;

interface VehicleSectionProps {
  readonly vehicle: VehicleDraft;
  readonly known: KnownFacts;
}

export const VehicleSection = memo(function VehicleSection({ vehicle, known }: VehicleSectionProps) {
  useFormatKey();
  const { dispatch, endStep } = useBuilder();
  const id = useField('vehicle_id');
  const vin = useField('vin');
  const set = (change: Partial<VehicleDraft>, group?: string) => dispatch({ type: 'vehicle', change }, group);
  return (
    <FieldsSection
      title="Vehicle"
      aside={
        <fieldset aria-label="Identify truck by">
          <Pills
            name="vehicle-route"
            value={vehicle.by}
            options={ROUTES}
            onChange={(by) => dispatch({ type: 'vehicle', change: { by } })}
          />
        </fieldset>
      }
    >
      <div className={shared.stack}>
        {vehicle.by === 'vehicle_id' && (
          <VehicleField
            {...id}
            label="Vehicle"
            placeholder="e.g. unit, VIN, plate, load or vehicle ID"
            truck={vehicle}
            none="No matching truck on the board. Enter a vehicle ID (UUID), VIN or plate."
            onText={(text) => set({ vehicle_id: text.trim(), vehicle_name: '' }, 'vehicle_id')}
            onPick={({ id, vehicle_name, vin }) => {
              set({ vehicle_id: id, vehicle_name: vehicle_name ?? '', vin: vin ?? vehicle.vin });
              endStep();
            }}
            onBlur={endStep}
          />
        )}
        {vehicle.by === 'vin' && (
          <VinField
            {...vin}
            label="VIN"
            value={vehicle.vin}
            onChange={(vin) => set({ vin }, 'vin')}
            onBlur={endStep}
          />
        )}
        {vehicle.by === 'plate' && (
          <div className={classes.plate}>
            <PlateFields
              label="Plate"
              plate={vehicle}
              useField={useField}
              onChange={(name, value) => set({ [name]: value }, name)}
              onBlur={endStep}
            />
          </div>
        )}
        <VehicleFactsLine known={known} />
      </div>
    </FieldsSection>
  );
});

const SHARED = {
  yes: 'location shared',
  no: 'location not shared',
  unknown: 'location sharing unknown',
} as const;

function VehicleFactsLine({ known: { facts, loading, failed } }: { readonly known: KnownFacts }) {
  const seen = useNow((now) =>
    facts?.last_position ? `seen ${agoText(facts.last_position.occurred_at, now)}` : null,
  );
  if (failed) return <p className={shared.note}>Couldn't load vehicle details, so some checks are off.</p>;
  if (loading) return <p className={shared.note}>Loading vehicle details…</p>;
  if (!facts) return null;
  const rhythm = facts.rhythm_seconds === null ? null : `reports every ${rhythmText(facts.rhythm_seconds)}`;
  const parts = [facts.vehicle_name, seen ?? 'no known position', rhythm, SHARED[facts.location_shared]];
  const text = parts.filter((part) => part).join(', ');
  return <p className={shared.note}>{`${text.charAt(0).toUpperCase()}${text.slice(1)}.`}</p>;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const WINDOW_LENGTHS = [
  [MONITOR_DEFAULT_WINDOW_MS, '3 days (default)'],
  [7 * DAY_MS, '7 days'],
  [MONITOR_MAX_WINDOW_MS, '14 days (longest)'],
] as const;

interface TimesSectionProps extends Pick<Draft, 'starts_at' | 'expires_at' | 'expires_text'> {
  readonly origin: DraftStop | undefined;
}

export const TimesSection = memo(function TimesSection({ origin, ...times }: TimesSectionProps) {
  useFormatKey();
  const { zone, dispatch } = useBuilder();
  const { clock } = useLive();
  const window = windowOf(times);
  const { expires_text } = times;
  return (
    <FieldsSection
      title="Tracking window"
      aside={<span className={shared.note}>{zone.replaceAll('_', ' ')}</span>}
    >
      <div className={shared.stack}>
        <div className={classes.two}>
          <Time
            label="Starts"
            field="starts_at"
            at={times.starts_at}
            onChange={(starts_at) => ({ starts_at })}
          >
            <Button
              size="compact-xs"
              onClick={() => {
                const now = Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS;
                dispatch({ type: 'times', starts_at: new Date(now).toISOString() });
              }}
            >
              Now
            </Button>
          </Time>
          <Time
            label="Ends"
            field="expires_at"
            at={expires_text === '' ? (window?.expires ?? null) : null}
            text={expires_text}
            onChange={(expires_at, text) => ({ expires_at, expires_text: expires_at === null ? text : '' })}
          >
            {WINDOW_LENGTHS.map(([length, word]) => (
              <Button
                key={length}
                size="compact-xs"
                disabled={!window}
                aria-pressed={
                  window && expires_text === '' ? window.expires - window.starts === length : false
                }
                onClick={() =>
                  window && dispatch({ type: 'times', expires_at: endAfter(window.starts, length) })
                }
              >
                {word}
              </Button>
            ))}
          </Time>
        </div>
        <p className={shared.note}>
          {window && startWords(origin, window.starts, zone)} Pings before the start are ignored. Tracking
          ends when the truck leaves the destination, or at this time: 3 days by default, 14 days at most.
        </p>
      </div>
    </FieldsSection>
  );
});

interface TimeProps {
  readonly label: string;
  readonly field: 'starts_at' | 'expires_at';
  readonly at: string | number | null;
  /** What the field has in place of a time. */
  readonly text?: string;
  readonly onChange: (at: string | null, text: string) => Omit<DraftAction & { type: 'times' }, 'type'>;
  readonly children: ReactNode;
}

function Time({ label, field, at, text = '', onChange, children }: TimeProps) {
  const { zone, dispatch, endStep } = useBuilder();
  // A time that stands for an empty field comes once the field is left, not below the caret that has just emptied it.
  const [emptied, setEmptied] = useState(false);
  return (
    <div className={shared.stack}>
      <DateTimeField
        {...useField(field)}
        label={label}
        value={emptied ? '' : at === null ? text : toWall(at, zone)}
        zone={zone}
        onChange={(wall) => {
          setEmptied(wall.trim() === '');
          dispatch({ type: 'times', ...onChange(fromWall(wall, zone)?.at ?? null, wall.trim()) }, field);
        }}
        onBlur={() => {
          setEmptied(false);
          endStep();
        }}
      />
      {at !== null && (
        <p className={shared.note}>
          <ChosenTime at={at} zone={zone} />
        </p>
      )}
      <div className={shared.wrappedTight}>{children}</div>
    </div>
  );
}

/** Null leaves the end to the service, whose default it is. */
function endAfter(starts: number, length: number): string | null {
  return length === MONITOR_DEFAULT_WINDOW_MS ? null : new Date(starts + length).toISOString();
}

interface LabelsSectionProps extends Pick<Draft, 'name' | 'webhook_group_id'> {
  readonly groups: ReadonlyMap<string, string | null>;
}

const OTHER = 'other';

export const LabelsSection = memo(function LabelsSection(props: LabelsSectionProps) {
  useFormatKey();
  const { dispatch, endStep } = useBuilder();
  const { name, webhook_group_id, groups } = props;
  const label = useField('name');
  const group = useField('webhook_group_id');
  const known = webhook_group_id === '' || groups.has(webhook_group_id);
  const [other, setOther] = useState(false);
  const typed = other || !known;
  return (
    <FieldsSection title="Name and events">
      <div className={shared.stack}>
        <TextInput
          {...label}
          label="Name"
          placeholder="e.g. load or bill of lading number"
          description={
            name.length > 200
              ? `${name.trim().length} of ${MONITOR_NAME_MAX} characters`
              : 'Shown on every event.'
          }
          value={name}
          onChange={({ currentTarget }) => dispatch({ type: 'name', name: currentTarget.value }, 'name')}
          onBlur={endStep}
        />
        <NativeSelect
          label="Send events to"
          value={typed ? OTHER : webhook_group_id}
          data={[
            { value: '', label: 'Waypost (default)' },
            ...[...groups].map(([id, name]) => ({
              value: id,
              label: `${name ? `As “${name}”` : 'As another monitor'}: subscription ${id}`,
            })),
            { value: OTHER, label: 'Another subscription…' },
          ]}
          onChange={({ currentTarget }) => {
            setOther(currentTarget.value === OTHER);
            dispatch({
              type: 'webhook',
              webhook_group_id: currentTarget.value === OTHER ? '' : currentTarget.value,
            });
          }}
        />
        {typed && (
          <TextInput
            {...group}
            label="Subscription ID"
            placeholder="e.g. 3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60"
            value={webhook_group_id}
            onChange={({ currentTarget }) =>
              dispatch({ type: 'webhook', webhook_group_id: currentTarget.value.trim() }, 'webhook_group_id')
            }
            onBlur={endStep}
          />
        )}
        {(typed || webhook_group_id !== '') && (
          <p className={shared.note}>
            Events sent elsewhere don't reach Waypost. It then relies on regular checks.
          </p>
        )}
      </div>
    </FieldsSection>
  );
});
