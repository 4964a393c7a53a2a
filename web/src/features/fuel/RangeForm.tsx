/** Which transactions: the range and every filter of the service. Nothing is sent before all of it can be. */

import { Button, CloseButton, NativeSelect } from '@mantine/core';
import { AGREEMENT_ROUTES } from '@waypost/contract/api/agreement-routes';
import { FUEL_RANGE_MAX_MS, type FuelImport } from '@waypost/contract/api/fuel';
import { FUEL_ROUTES } from '@waypost/contract/api/fuel-routes';
import { SEARCH_ROUTES } from '@waypost/contract/api/search-routes';
import { MAX_FILTER_VALUES, uuid } from '@waypost/contract/common';
import { type ClipboardEvent, type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';
import { DayField } from '../../live/DateTimeField.tsx';
import { Chips } from '../../ui/Chips.tsx';
import { shorten } from '../../ui/MonoId.tsx';
import { Suggest } from '../../ui/Suggest.tsx';
import shared from '../../ui/shared.module.css';
import { type Choice, type Draft, daysOf, lengthText, PRESETS, type Wrong, wishOf } from './choice.ts';
import classes from './FuelView.module.css';
import { LIST_FILTERS, type ListFilter } from './search.ts';
import { vehicleName } from './words.ts';

interface Known {
  readonly value: string;
  readonly label: string;
  readonly detail: string;
}

const MINUTE = 60_000;
const SAMPLE = 1000;
const SEARCHED_FROM = 2;

/** What can be picked: fleets and connections that we know, vehicles by any reference, and what the transactions on the screen name. */
function useKnown(listImport: FuelImport | undefined, vehicle_text: string) {
  const agreements = useRead(AGREEMENT_ROUTES.listAgreements, queryKeys.fuelAgreements(), {
    staleTime: MINUTE,
  });
  const connections = useRead(AGREEMENT_ROUTES.listConnections, queryKeys.fuelConnections(), {
    staleTime: MINUTE,
  });
  const import_id = listImport?.state === 'reading' ? undefined : listImport?.import_id;
  const sample = useRead(FUEL_ROUTES.fuelRows, queryKeys.fuelSample(import_id), {
    params: { import_id: import_id ?? '' },
    query: { size: SAMPLE, sort_order: 'desc' },
    parse: false,
    enabled: import_id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const q = vehicle_text.trim();
  const vehicles = useRead(SEARCH_ROUTES.search, queryKeys.fuelVehicleSearch(q), {
    query: { q, kind: 'vehicle', size: 20 },
    enabled: q.length >= SEARCHED_FROM && q.length <= 100,
    staleTime: MINUTE,
  });

  return useMemo(() => {
    const fleets = (agreements.data?.items ?? [])
      .filter(({ fleet_id }) => fleet_id)
      .map(({ fleet_id, fleet_ref, fleet_name }) => ({ fleet_id, fleet_ref, name: fleet_name ?? fleet_ref }));
    const rows = sample.data?.items ?? [];
    const lists: Record<ListFilter, readonly Known[]> = {
      fleet_ids: once(fleets.map(({ fleet_id, fleet_ref, name }) => [fleet_id, name, fleet_ref])),
      fleet_refs: once([
        ...fleets.map(({ fleet_ref, name }): Found => [fleet_ref, fleet_ref, name ?? '']),
        ...rows.map(({ fleet_ref }): Found => [fleet_ref, fleet_ref, '']),
      ]),
      vehicle_ids: once([
        ...(vehicles.data?.items ?? []).map(({ id, title, subtitle }): Found => [id, title, subtitle]),
        ...rows.map((row): Found => [row.vehicle_id, vehicleName(row), row.fleet_ref]),
      ]),
      driver_ids: once(
        rows.map(({ driver_id, source_driver_id, fleet_ref }) => [driver_id, source_driver_id, fleet_ref]),
      ),
      source_driver_ids: once(
        rows.map(({ source_driver_id, fleet_ref }) => [source_driver_id, source_driver_id, fleet_ref ?? '']),
      ),
    };
    const names = (connections.data?.items ?? []).map(({ id, fleet_ref, source_name, tsp_slug }): Found => {
      const name = [fleet_ref, source_name ?? tsp_slug].filter(Boolean).join(', ');
      return [id, name || null, id];
    });
    return { lists, connections: once(names) };
  }, [agreements.data, connections.data, sample.data, vehicles.data]);
}
type Text = string | null | undefined;
/** A value with its label (or itself, shortened) and what stands beside it (or the whole value). */
type Found = readonly [value: Text, label: Text, detail: Text];

function once(found: readonly Found[]): Known[] {
  const byValue = new Map<string, Known>();
  for (const [value, label, detail] of found)
    if (value && !byValue.has(value))
      byValue.set(value, { value, label: label ?? shorten(value, 18), detail: detail ?? value });
  return [...byValue.values()];
}

interface RangeFormProps {
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  /** Its transactions name what can be picked. */
  readonly listImport: FuelImport | undefined;
  readonly today: string;
  /** Errors are shown at once: the values came with the address. */
  readonly shows_errors: boolean;
  readonly onShow: (choice: Choice) => void;
  readonly onClose: () => void;
}

const LISTS: readonly {
  readonly name: ListFilter;
  readonly label: string;
  readonly placeholder: string;
  readonly ids: boolean;
}[] = [
  { name: 'fleet_ids', label: 'Fleets', placeholder: 'e.g. name or ID', ids: true },
  { name: 'fleet_refs', label: 'Fleet references', placeholder: 'e.g. CARRIER-1042', ids: false },
  { name: 'vehicle_ids', label: 'Vehicles', placeholder: 'e.g. unit, plate, VIN or ID', ids: true },
  { name: 'driver_ids', label: 'Drivers', placeholder: 'e.g. driver ID', ids: true },
  {
    name: 'source_driver_ids',
    label: 'Provider driver IDs',
    placeholder: 'e.g. 48213',
    ids: false,
  },
];
const MOST_DAYS = FUEL_RANGE_MAX_MS / 86_400_000;

export function RangeForm(props: RangeFormProps) {
  const { draft, onDraft, listImport, today, onShow, onClose } = props;
  const known = useKnown(listImport, draft.texts.vehicle_ids);
  const [tried, setTried] = useState(props.shows_errors);
  const form = useRef<HTMLFormElement>(null);
  const { wrong } = wishOf(draft);
  const length = daysOf(draft);
  const errors: Wrong = { ...(tried ? wrong : null), ...tooMany(draft, wrong) };
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrong === null) return onShow(draft);
    // After the faults are drawn.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const pressed = PRESETS.find(({ range }) => {
    const { from, to } = range(today);
    return from === draft.from && to === draft.to;
  });
  const connections = known.connections.map(({ value, label }) => ({ value, label }));
  if (draft.connection_id !== '' && !connections.some(({ value }) => value === draft.connection_id))
    connections.push({ value: draft.connection_id, label: draft.connection_id });
  return (
    <form
      ref={form}
      className={`${shared.fixed} ${shared.column} ${classes.form}`}
      aria-label="Range and filters"
      onSubmit={submit}
      noValidate
    >
      <div className={classes.formScroll}>
        <Chips
          label="Ranges"
          chips={PRESETS.map(({ key, word }) => ({ key, word }))}
          pressed={pressed ? [pressed.key] : []}
          onPress={(key) => {
            const preset = PRESETS.find((one) => one.key === key);
            if (preset) onDraft({ ...draft, ...preset.range(today) });
          }}
        />
        <div className={classes.fields}>
          <DayField
            label="First day"
            zone="UTC"
            value={draft.from}
            error={errors.from}
            onChange={(day) => onDraft({ ...draft, from: day })}
          />
          <DayField
            label="Last day"
            zone="UTC"
            value={draft.to}
            error={errors.to}
            onChange={(day) => onDraft({ ...draft, to: day })}
          />
          <p className={`${shared.note} ${classes.length}`} role="status">
            {Number.isNaN(length) || length < 1 || length > MOST_DAYS
              ? 'Any range of up to five years'
              : lengthText(draft)}
            . Days are in UTC, as in fuel tax reports.
          </p>
          {LISTS.map(({ name, label, placeholder, ids }) => (
            <ValuePicker
              key={name}
              label={label}
              placeholder={placeholder}
              ids={ids}
              values={draft.lists[name]}
              text={draft.texts[name]}
              known={known.lists[name]}
              error={errors[name]}
              onChange={(values, text) =>
                onDraft({
                  ...draft,
                  lists: { ...draft.lists, [name]: values },
                  texts: { ...draft.texts, [name]: text },
                })
              }
            />
          ))}
          <NativeSelect
            label="Connection"
            value={draft.connection_id}
            error={errors.connection_id}
            data={[{ value: '', label: 'All connections' }, ...connections]}
            onChange={({ currentTarget: { value } }) => onDraft({ ...draft, connection_id: value })}
          />
        </div>
      </div>
      <div className={`${shared.fixed} ${shared.row} ${classes.bar}`}>
        <Button type="submit" variant="filled">
          Show transactions
        </Button>
        <Button onClick={onClose}>Close</Button>
        <span className={shared.small}>
          Empty fields don't filter. Up to 100 values each; you can paste a column from a spreadsheet.
        </span>
      </div>
    </form>
  );
}

/** Errors of lists with too many values: they show while values are chosen, before the first submit. */
const tooMany = ({ lists }: Draft, wrong: Wrong | null): Wrong =>
  Object.fromEntries(
    LIST_FILTERS.filter((name) => lists[name].length > MAX_FILTER_VALUES).map((name) => [
      name,
      wrong?.[name],
    ]),
  );

interface ValuePickerProps {
  readonly label: string;
  readonly placeholder: string;
  readonly values: readonly string[];
  readonly text: string;
  readonly onChange: (values: string[], text: string) => void;
  readonly known: readonly Known[];
  /** Values are ids: other words only search. */
  readonly ids: boolean;
  readonly error: string | undefined;
}

const MOST_SUGGESTED = 30;
const PARTS = /[\n\r\t,;]+/;

const plain = (text: string) => text.toLowerCase();
const valuesIn = (text: string): string[] =>
  text
    .split(PARTS)
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** A list of values of a filter: picked from what is known, typed, or pasted by the hundred. */
function ValuePicker(props: ValuePickerProps) {
  const { label, values, text, onChange, known, ids, error } = props;
  const labels = useMemo(() => new Map(known.map((one) => [one.value, one.label])), [known]);
  const add = (more: readonly string[]) => onChange([...new Set([...values, ...more])], '');
  const suggestions = useMemo(() => {
    const q = plain(text.trim());
    return known
      .filter((one) => !values.includes(one.value))
      .filter((one) => [one.label, one.detail, one.value].some((field) => plain(field).includes(q)))
      .slice(0, MOST_SUGGESTED);
  }, [known, text, values]);
  /** True: what is typed was values. */
  const take = () => {
    const typed = valuesIn(text);
    const fits = typed.length > 0 && (!ids || typed.every((one) => uuid.safeParse(one).success));
    if (fits) add(typed);
    return fits;
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    if (!PARTS.test(pasted.trim())) return;
    event.preventDefault();
    add(valuesIn(pasted));
  };
  const name = (value: string) => labels.get(value) ?? shorten(value, 18);
  const many = values.length > MAX_FILTER_VALUES;
  return (
    <div className={shared.fill}>
      <Suggest
        label={label}
        placeholder={props.placeholder}
        value={text}
        onText={(next) => onChange([...values], next)}
        suggestions={suggestions.map(({ value, label: title, detail }) => ({
          id: value,
          group: '',
          title,
          detail,
          pick: () => add([value]),
        }))}
        onEnter={take}
        onPaste={onPaste}
        onBlur={take}
        error={error}
      />
      {values.length > 0 && (
        <div className={classes.values}>
          <ul className={`${shared.wrappedTight} ${shared.scrollY}`} aria-label={`${label}: chosen`}>
            {values.map((value) => (
              <li key={value} title={value}>
                <span className={shared.ellipsis}>{name(value)}</span>
                <CloseButton
                  size="xs"
                  aria-label={`Remove ${name(value)}`}
                  onClick={() =>
                    onChange(
                      values.filter((one) => one !== value),
                      text,
                    )
                  }
                />
              </li>
            ))}
          </ul>
          {(values.length > 3 || many) && (
            <p className={`${shared.line} ${shared.small}`}>
              {values.length} of at most {MAX_FILTER_VALUES}
              <button type="button" onClick={() => onChange([], text)}>
                Remove all
              </button>
            </p>
          )}
        </div>
      )}
    </div>
  );
}
