/** Which transactions: the range and every filter of the service. Nothing is sent before all of it can be. */
import { Button, CloseButton, NativeSelect } from '@mantine/core';
import { FUEL_RANGE_MAX_MS } from '@waypost/contract/api/fuel';
import { MAX_FILTER_VALUES, uuid } from '@waypost/contract/common';
import { type ClipboardEvent, type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { DayField } from '../../live/DateTimeField.tsx';
import { Chips } from '../../ui/Chips.tsx';
import { shorten } from '../../ui/MonoId.tsx';
import { Suggest } from '../../ui/Suggest.tsx';
import type { Draft } from './draft.ts';
import classes from './RangeForm.module.css';
import { daysOf, lengthText, PRESETS } from './range.ts';
import { LIST_FILTERS, type ListFilter } from './search.ts';
import type { Known, KnownValues } from './use-known.ts';
import { type Choice, type Wrong, wishOf } from './wish.ts';

export interface RangeFormProps {
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  readonly known: KnownValues;
  /** Today in UTC. */
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
  const { draft, onDraft, known, today, onShow, onClose } = props;
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
    <form ref={form} className={classes.form} aria-label="Range and filters" onSubmit={submit} noValidate>
      <div className={classes.scroll}>
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
          <p className={classes.length} role="status">
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
      <div className={classes.bar}>
        <Button type="submit" variant="filled">
          Show transactions
        </Button>
        <Button onClick={onClose}>Close</Button>
        <span>
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
/** A list of values of a filter: picked from what is known, typed, or pasted by the hundred. */
const valuesIn = (text: string): string[] =>
  text
    .split(PARTS)
    .map((one) => one.trim())
    .filter((one) => one !== '');

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
    <div className={classes.picker}>
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
          <ul aria-label={`${label}: chosen`}>
            {values.map((value) => (
              <li key={value} title={value}>
                <span>{name(value)}</span>
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
            <p>
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
