/** What holds for every row that says nothing of its own. */
import { NativeSelect, TextInput } from '@mantine/core';
import { AGREEMENT_ROUTES } from '@waypost/contract/api/agreement-routes';
import type { BoardConnection } from '@waypost/contract/api/agreements';
import { INVITATION_HOURS } from '@waypost/contract/invitations';
import { TIME_ZONES } from '@waypost/contract/time-zones';
import { asProblem, explain } from '../../api/problem.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';
import { isolated } from '../../ui/bidi.ts';
import { Check } from './Check.tsx';
import classes from './DefaultsForm.module.css';
import { type BulkDraft, type Defaults, PRESETS, type Preset } from './draft.ts';
import type { DraftEditor } from './use-draft.ts';
import { PRESET_WORDS } from './words.ts';

export interface DefaultsFormProps {
  readonly draft: BulkDraft;
  readonly editor: DraftEditor;
}

export function DefaultsForm({ draft, editor }: DefaultsFormProps) {
  const set = (change: Partial<Defaults>) =>
    editor.replace({ ...draft, defaults: { ...draft.defaults, ...change } });
  return (
    <fieldset className={classes.defaults}>
      <legend>Defaults for all rows</legend>
      {draft.kind === 'invitation' ? (
        <Invitations defaults={draft.defaults} set={set} />
      ) : (
        <Users defaults={draft.defaults} set={set} />
      )}
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
        className={classes.wide}
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

/** `Mesa Haulage over milemarker`, as far as the service names them. */
function connectionText({ id, fleet_ref, fleet_id, source_name, tsp_slug, status }: BoardConnection): string {
  const fleet = isolated(fleet_ref ?? fleet_id ?? 'a fleet');
  const provider = isolated(source_name ?? tsp_slug ?? 'a provider');
  return `${fleet} · ${provider}${status ? `, ${status}` : ''} (${id.slice(0, 8)})`;
}

function Users({ defaults, set }: PartProps) {
  const { data, error } = useRead(AGREEMENT_ROUTES.listConnections, queryKeys.bulkConnections(), {
    staleTime: 60_000,
  });
  const items = data?.items ?? [];
  const unlisted = defaults.connection_id !== '' && !items.some(({ id }) => id === defaults.connection_id);
  return (
    <>
      <NativeSelect
        size="xs"
        className={classes.wide}
        label="Connection (fleet and provider)"
        description={
          error
            ? `Couldn't load connections: ${explain(asProblem(error)).title}.`
            : data && items.length === 0
              ? 'No connections found. Add a connection ID column.'
              : undefined
        }
        value={defaults.connection_id}
        data={[
          {
            value: '',
            label: data ? 'set per row' : error ? 'set per row' : 'loading connections',
          },
          ...(unlisted ? [{ value: defaults.connection_id, label: defaults.connection_id }] : []),
          ...items.map((one) => ({ value: one.id, label: connectionText(one) })),
        ]}
        onChange={({ currentTarget }) => set({ connection_id: currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        label="Time zone"
        value={defaults.default_time_zone}
        data={[{ value: '', label: 'not sent' }, ...TIME_ZONES]}
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
