import { Button, CloseButton, NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { AGREEMENT_ROUTES } from '@waypost/contract/api/agreement-routes';
import { FUEL_RANGE_MAX_MS, type FuelImport } from '@waypost/contract/api/fuel';
import { FUEL_ROUTES } from '@waypost/contract/api/fuel-routes';
import { SEARCH_ROUTES } from '@waypost/contract/api/search-routes';
import { MAX_FILTER_VALUES, uuid } from '@waypost/contract/common';
import { type ClipboardEvent, type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';
import { DayField } from '../../live/DateTimeField.tsx';
import { closeOnEscape } from '../../live/form/parts.tsx';
import { Chips } from '../../ui/Chips.tsx';
import { shorten } from '../../ui/MonoId.tsx';
import { Suggest } from '../../ui/Suggest.tsx';
import shared from '../../ui/shared.module.css';
import {
  type Choice,
  type ChoiceErrors,
  type Draft,
  daysOf,
  LIST_FILTERS,
  type ListFilter,
  lengthText,
  PRESETS,
  toRangeRequest,
} from './choice.ts';
import classes from './FuelView.module.css';
import { vehicleName } from './words.ts';

interface Suggestion {
  readonly value: string;
  readonly label: string;
  readonly detail: string;
}

const MINUTE = 60_000;
const SAMPLE = 1000;
const MIN_SEARCH_LENGTH = 2;
/** Not a request for each key. */
const SEARCH_DELAY_MS = 200;

/** Suggestions for the filters: known fleets and connections, vehicles from a search, and values of the loaded transactions. */
function useSuggestions(listImport: FuelImport | undefined, vehicle_text: string) {
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
  const [q] = useDebouncedValue(vehicle_text.trim(), SEARCH_DELAY_MS);
  const vehicles = useRead(SEARCH_ROUTES.search, queryKeys.fuelVehicleSearch(q), {
    query: { q, kind: 'vehicle', size: 20 },
    enabled: q.length >= MIN_SEARCH_LENGTH && q.length <= 100,
    staleTime: MINUTE,
  });

  return useMemo(() => {
    const fleets = (agreements.data?.items ?? [])
      .filter(({ fleet_id }) => fleet_id)
      .map(({ fleet_id, fleet_ref, fleet_name }) => ({ fleet_id, fleet_ref, name: fleet_name ?? fleet_ref }));
    const rows = sample.data?.items ?? [];
    const lists: Record<ListFilter, readonly Suggestion[]> = {
      fleet_ids: uniqueByValue(fleets.map(({ fleet_id, fleet_ref, name }) => [fleet_id, name, fleet_ref])),
      fleet_refs: uniqueByValue([
        ...fleets.map(({ fleet_ref, name }): Candidate => [fleet_ref, fleet_ref, name ?? '']),
        ...rows.map(({ fleet_ref }): Candidate => [fleet_ref, fleet_ref, '']),
      ]),
      vehicle_ids: uniqueByValue([
        ...(vehicles.data?.items ?? []).map(({ id, title, subtitle }): Candidate => [id, title, subtitle]),
        ...rows.map((row): Candidate => [row.vehicle_id, vehicleName(row), row.fleet_ref]),
      ]),
      driver_ids: uniqueByValue(
        rows.map(({ driver_id, source_driver_id, fleet_ref }) => [driver_id, source_driver_id, fleet_ref]),
      ),
      source_driver_ids: uniqueByValue(
        rows.map(({ source_driver_id, fleet_ref }) => [source_driver_id, source_driver_id, fleet_ref ?? '']),
      ),
    };
    const names = (connections.data?.items ?? []).map(
      ({ id, fleet_ref, source_name, tsp_slug }): Candidate => {
        const name = [fleet_ref, source_name ?? tsp_slug].filter(Boolean).join(', ');
        return [id, name || null, id];
      },
    );
    return { lists, connections: uniqueByValue(names) };
  }, [agreements.data, connections.data, sample.data, vehicles.data]);
}
type Text = string | null | undefined;
/** The label defaults to the shortened value, the detail to the full value. */
type Candidate = readonly [value: Text, label: Text, detail: Text];

function uniqueByValue(found: readonly Candidate[]): Suggestion[] {
  const byValue = new Map<string, Suggestion>();
  for (const [value, label, detail] of found)
    if (value && !byValue.has(value))
      byValue.set(value, { value, label: label ?? shorten(value, 18), detail: detail ?? value });
  return [...byValue.values()];
}

interface RangeFormProps {
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  /** The current import, whose transactions supply suggestions. */
  readonly listImport: FuelImport | undefined;
  readonly today: string;
  /** Shows errors at once, as the values come from the URL. */
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
const MAX_DAYS = FUEL_RANGE_MAX_MS / 86_400_000;

export function RangeForm(props: RangeFormProps) {
  const { draft, onDraft, listImport, today, onShow, onClose } = props;
  const suggestions = useSuggestions(listImport, draft.texts.vehicle_ids);
  const [tried, setTried] = useState(props.shows_errors);
  const form = useRef<HTMLFormElement>(null);
  const { errors: request_errors } = toRangeRequest(draft, today);
  const length = daysOf(draft);
  const errors: ChoiceErrors = {
    ...(tried ? request_errors : null),
    ...tooManyErrors(draft, request_errors),
  };
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (request_errors === null) return onShow(draft);
    // After the errors have rendered.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const pressed = PRESETS.find(({ range }) => {
    const { from, to } = range(today);
    return from === draft.from && to === draft.to;
  });
  const connections = suggestions.connections.map(({ value, label }) => ({ value, label }));
  if (draft.connection_id !== '' && !connections.some(({ value }) => value === draft.connection_id))
    connections.push({ value: draft.connection_id, label: draft.connection_id });
  return (
    <form
      ref={form}
      className={`${shared.fixed} ${shared.column} ${classes.form}`}
      aria-label="Range and filters"
      onSubmit={submit}
      onKeyDown={closeOnEscape(onClose)}
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
            {Number.isNaN(length) || length < 1 || length > MAX_DAYS
              ? 'Any range of up to five years'
              : lengthText(draft)}
            . Days are in UTC; the times in the list are in your time zone.
          </p>
          {LISTS.map(({ name, label, placeholder, ids }) => (
            <ValuePicker
              key={name}
              label={label}
              placeholder={placeholder}
              ids={ids}
              values={draft.lists[name]}
              text={draft.texts[name]}
              suggestions={suggestions.lists[name]}
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

/** Errors for too many values show while typing, before the first submit. */
const tooManyErrors = ({ lists }: Draft, errors: ChoiceErrors | null): ChoiceErrors =>
  Object.fromEntries(
    LIST_FILTERS.filter((name) => lists[name].length > MAX_FILTER_VALUES).map((name) => [
      name,
      errors?.[name],
    ]),
  );

interface ValuePickerProps {
  readonly label: string;
  readonly placeholder: string;
  readonly values: readonly string[];
  readonly text: string;
  readonly onChange: (values: string[], text: string) => void;
  readonly suggestions: readonly Suggestion[];
  /** Accepts only ids as values; other words just search. */
  readonly ids: boolean;
  readonly error: string | undefined;
}

const MAX_SUGGESTIONS = 30;
const PARTS = /[\n\r\t,;]+/;

const lower = (text: string) => text.toLowerCase();
const valuesIn = (text: string): string[] =>
  text
    .split(PARTS)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Picks the values of a filter: suggested, typed, or pasted by the hundred. */
function ValuePicker(props: ValuePickerProps) {
  const { label, values, text, onChange, suggestions, ids, error } = props;
  const labels = useMemo(() => new Map(suggestions.map((one) => [one.value, one.label])), [suggestions]);
  const add = (more: readonly string[]) => onChange([...new Set([...values, ...more])], '');
  const matching = useMemo(() => {
    const q = lower(text.trim());
    return suggestions
      .filter((one) => !values.includes(one.value))
      .filter((one) => [one.label, one.detail, one.value].some((field) => lower(field).includes(q)))
      .slice(0, MAX_SUGGESTIONS);
  }, [suggestions, text, values]);
  /** Adds the typed values; returns whether the text consisted of values. */
  const commit = () => {
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
  const too_many = values.length > MAX_FILTER_VALUES;
  return (
    <div className={shared.fill}>
      <Suggest
        label={label}
        placeholder={props.placeholder}
        value={text}
        onText={(next) => onChange([...values], next)}
        suggestions={matching.map(({ value, label: title, detail }) => ({
          id: value,
          group: '',
          title,
          detail,
          pick: () => add([value]),
        }))}
        onEnter={commit}
        onPaste={onPaste}
        onBlur={commit}
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
                      values.filter((other) => other !== value),
                      text,
                    )
                  }
                />
              </li>
            ))}
          </ul>
          {(values.length > 3 || too_many) && (
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
