import { Button, NativeSelect, TextInput } from '@mantine/core';
import { INVITATION_HOURS } from '@waypost/contract/invitations';
import { TIME_ZONES } from '@waypost/contract/time-zones';
import { useState } from 'react';
import { useLive } from '../../live/context.ts';
import { namedText } from '../../live/pick-acts/pick-acts.ts';
import {
  connectionName,
  isOld,
  oldWarning,
  type UserConnection,
  useUserConnections,
  WRITES_WORDS,
} from '../../live/user-connections.ts';
import { Check } from '../../ui/Check.tsx';
import shared from '../../ui/shared.module.css';
import { zoneNames } from '../../ui/time-zones.ts';
import { countText, plural } from '../../ui/units.ts';
import { Warning } from '../../ui/Warning.tsx';
import { COMMON_ZONES, zoneLabel } from '../../ui/zoned.ts';
import classes from './bulk.module.css';
import {
  addColumn,
  type BulkDraft,
  columnName,
  type Defaults,
  PRESETS,
  type Preset,
  setField,
  unsureColumns,
} from './draft.ts';
import { FIELDS, fieldInfo, fieldLabel, isSecret } from './fields.ts';
import type { DraftEditor } from './use-draft.ts';
import { PRESET_WORDS } from './words.ts';

interface SettingsProps {
  readonly draft: BulkDraft;
  readonly editor: DraftEditor;
}

export function DefaultsForm({ draft, editor }: SettingsProps) {
  const set = (change: Partial<Defaults>) =>
    editor.replace({ ...draft, defaults: { ...draft.defaults, ...change } });
  return (
    <fieldset>
      <legend className={shared.legend}>Defaults for all rows</legend>
      <div className={classes.defaults}>
        {draft.kind === 'invitation' ? (
          <Invitations defaults={draft.defaults} set={set} />
        ) : (
          <Users defaults={draft.defaults} set={set} />
        )}
      </div>
    </fieldset>
  );
}

interface PartProps {
  readonly defaults: Defaults;
  readonly set: (change: Partial<Defaults>) => void;
}

function hoursProblem(text: string): string | null {
  const hours = Number(text);
  if (text.trim() === '') return null;
  return Number.isInteger(hours) && hours >= INVITATION_HOURS.min && hours <= INVITATION_HOURS.max
    ? null
    : `must be a whole number from ${INVITATION_HOURS.min} to ${INVITATION_HOURS.max}`;
}

function Invitations({ defaults, set }: PartProps) {
  const { preset, expires_in_hours, fleet_regulatory_id_type } = defaults;
  return (
    <>
      <NativeSelect
        size="xs"
        flex="0 1 380px"
        label="Permissions"
        description={PRESET_WORDS[preset].asks}
        value={preset}
        data={PRESETS.map((value) => ({ value, label: PRESET_WORDS[value].label }))}
        onChange={({ currentTarget }) => set({ preset: currentTarget.value as Preset })}
      />
      <TextInput
        size="xs"
        label="Valid for (hours)"
        inputMode="numeric"
        value={expires_in_hours}
        error={hoursProblem(expires_in_hours)}
        onChange={({ currentTarget }) => set({ expires_in_hours: currentTarget.value })}
      />
      <TextInput
        size="xs"
        label="Regulatory ID type"
        value={fleet_regulatory_id_type}
        onChange={({ currentTarget }) => set({ fleet_regulatory_id_type: currentTarget.value })}
      />
    </>
  );
}

/** By whether users can be created there, each named by its fleet and provider. @param now Unix milliseconds */
function connectionChoices(connections: readonly UserConnection[], now: number) {
  const by_name = Map.groupBy(connections, connectionName);
  const labelOf = (one: UserConnection) => {
    const name = connectionName(one);
    const is_unique = by_name.get(name)?.length === 1;
    return [
      is_unique ? name : `${name} (${one.connection_id.slice(0, 8)})`,
      ...(isOld(one, now) ? ['may be an old connection'] : []),
    ].join(', ');
  };
  return [...Map.groupBy(connections, ({ writes }) => writes)].map(([writes, items]) => ({
    group: WRITES_WORDS[writes],
    items: items.map((one) => ({ value: one.connection_id, label: labelOf(one) })),
  }));
}

/** `Chicago (Central Time), CST`, the usual ones first. @param now Unix milliseconds */
function zoneChoices(now: number) {
  const labelled = (zones: readonly string[]) =>
    zones.map((value) => {
      const { generic, short } = zoneNames(value, now);
      return { value, label: `${zoneLabel(value, generic)}${generic === short ? '' : `, ${short}`}` };
    });
  const common: readonly string[] = COMMON_ZONES;
  const usual = TIME_ZONES.filter((zone) => common.includes(zone));
  const others = TIME_ZONES.filter((zone) => !common.includes(zone));
  return [
    { group: 'Common', items: labelled(usual) },
    {
      group: 'All others',
      items: labelled(others).toSorted((a, b) => a.label.localeCompare(b.label, 'en')),
    },
  ];
}

function Users({ defaults, set }: PartProps) {
  const { clock } = useLive();
  const { data, error } = useUserConnections();
  const connections = data ?? [];
  const chosen = connections.find(({ connection_id }) => connection_id === defaults.connection_id);
  const warning = chosen && (chosen.reason ?? oldWarning(chosen, connections, clock.now()));
  return (
    <>
      <NativeSelect
        size="xs"
        flex="0 1 380px"
        label="Connection for rows without a fleet"
        description={
          error
            ? "Couldn't load connections"
            : data && connections.length === 0
              ? 'No fleet shares with us yet.'
              : warning && <Warning>{warning}</Warning>
        }
        value={defaults.connection_id}
        data={[
          {
            value: '',
            label: data || error ? 'none: each row names its fleet' : 'loading connections',
          },
          ...(defaults.connection_id !== '' && !chosen
            ? [{ value: defaults.connection_id, label: defaults.connection_id }]
            : []),
          ...connectionChoices(connections, clock.now()),
        ]}
        onChange={({ currentTarget }) => set({ connection_id: currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        label="Time zone"
        value={defaults.default_time_zone}
        data={[{ value: '', label: 'not sent' }, ...zoneChoices(clock.now())]}
        onChange={({ currentTarget }) => set({ default_time_zone: currentTarget.value })}
      />
      <div className={classes.checks}>
        <Check checked={defaults.is_driver} onChange={(is_driver) => set({ is_driver })}>
          Users are drivers
        </Check>
        <Check checked={defaults.is_sync} onChange={(is_sync) => set({ is_sync })}>
          Create at the provider right away: slower, no automatic retries
        </Check>
      </div>
    </>
  );
}

const EMPTY = 'empty';

function sampleOf({ rows, columns }: BulkDraft, at: number): string {
  if (isSecret(columns[at]?.field ?? null, columns[at]?.head ?? '')) return 'hidden';
  const seen = new Set<string>();
  for (const { cells } of rows) {
    const text = cells[at]?.trim();
    if (text) seen.add(text);
    if (seen.size === 2) break;
  }
  return seen.size === 0 ? EMPTY : [...seen].join(', ');
}

const MAX_UNUSED_SHOWN = 6;

const columnNameAt = (columns: BulkDraft['columns'], at: number) =>
  columnName(columns[at] ?? { head: '' }, at);

interface ColumnSelectProps extends SettingsProps {
  readonly at: number;
}

function ColumnSelect({ draft, editor, at }: ColumnSelectProps) {
  const { kind, columns } = draft;
  const { field, unsure } = columns[at] ?? { field: null, unsure: false };
  const name = columnNameAt(columns, at);
  return (
    <div>
      <NativeSelect
        size="xs"
        label={name}
        description={unsure ? `Please check: ${sampleOf(draft, at)}` : sampleOf(draft, at)}
        value={field ?? ''}
        data={[
          { value: '', label: 'not used' },
          ...FIELDS[kind].map((one) => ({ value: one.name, label: fieldLabel(one.name) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          editor.replace(setField(draft, at, fieldInfo(kind, value)?.name ?? null))
        }
      />
      {unsure && (
        <Button
          size="compact-xs"
          mt={4}
          aria-label={`${name} is right`}
          onClick={() => editor.replace(setField(draft, at, field))}
        >
          It is right
        </Button>
      )}
    </div>
  );
}

const TO_CHECK = 'columns-to-check';

/** Scrolls to the first column that nobody has confirmed. */
export function showColumnsToCheck() {
  document.getElementById(TO_CHECK)?.querySelector('button')?.focus();
}

/** What "Carrier label" is taken as; above the other settings, because nothing is sent before it is confirmed or changed. */
export function ColumnsToCheck({ draft, editor }: SettingsProps) {
  const unsure = unsureColumns(draft);
  if (unsure.length === 0) return null;
  return (
    <section id={TO_CHECK} aria-label="Columns to check">
      <div className={classes.columns}>
        <strong>{countText(unsure.length, 'column')} to check</strong>{' '}
        <span className={shared.secondary}>
          Confirm what {plural(unsure.length, 'it is', 'each is')}, or choose another field or “not used”.
        </span>
      </div>
      <div className={classes.grid}>
        {unsure.map((at) => (
          <ColumnSelect key={at} draft={draft} editor={editor} at={at} />
        ))}
      </div>
    </section>
  );
}

/** The meaning of each column: guessed from its header, editable here. */
export function Columns({ draft, editor }: SettingsProps) {
  const { kind, columns } = draft;
  const used = columns.filter(({ field }) => field !== null).length;
  const has = (name: string) => columns.some(({ field }) => field === name);
  const from_number = has('fleet_regulatory_id.DOT') || has('fleet_regulatory_id.MC');
  const missing = FIELDS[kind].filter(
    ({ name, required }) =>
      required &&
      !has(name) &&
      !from_number &&
      !(name === 'connection_id' && draft.defaults.connection_id !== ''),
  );
  // Initially open only if something must be decided.
  const [open, setOpen] = useState(missing.length > 0);
  const at = columns.map((_, index) => index);
  const known = at.filter((index) => columns[index]?.field !== null && !columns[index]?.unsure);
  const unknown = at.filter(
    (index) =>
      columns[index]?.field === null && (columns[index]?.head !== '' || sampleOf(draft, index) !== EMPTY),
  );
  const select = (index: number) => <ColumnSelect key={index} draft={draft} editor={editor} at={index} />;
  const free = FIELDS[kind].filter(({ name }) => !has(name));
  return (
    <>
      {unknown.length > 0 && (
        <details className={classes.columns} open={unknown.length <= MAX_UNUSED_SHOWN || missing.length > 0}>
          <summary>
            <strong>{countText(unknown.length, 'column')} not used</strong>{' '}
            {namedText(unknown.map((index) => columnNameAt(columns, index)))}: choose what{' '}
            {plural(unknown.length, 'it is', 'they are')} to send {plural(unknown.length, 'it', 'them')}
          </summary>
          <div className={classes.grid}>{unknown.map(select)}</div>
        </details>
      )}
      <details
        className={classes.columns}
        open={open}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>
          <strong>Columns</strong> {used} of {columns.length} used
          {missing.length > 0 && `; ${missing.map(({ name }) => fieldLabel(name)).join(', ')} missing`}
          {kind === 'invitation' &&
            missing.length === 0 &&
            !has('fleet_ref') &&
            '; the reference is the USDOT or MC number, such as DOT-1234567'}
        </summary>
        <div className={classes.grid}>
          {known.map(select)}
          {free.length > 0 && (
            <NativeSelect
              size="xs"
              label="Add a column"
              description="empty; fill it in below"
              value=""
              data={[
                { value: '', label: 'Choose a field' },
                ...free.map(({ name }) => ({ value: name, label: fieldLabel(name) })),
              ]}
              onChange={({ currentTarget: { value } }) =>
                value !== '' && editor.replace(addColumn(draft, value))
              }
            />
          )}
        </div>
      </details>
    </>
  );
}
