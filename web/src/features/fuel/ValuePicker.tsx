/** A list of values of a filter: picked from what is known, typed, or pasted by the hundred. */
import { CloseButton } from '@mantine/core';
import { MAX_FILTER_VALUES, uuid } from '@waypost/contract/common';
import { type ClipboardEvent, useMemo } from 'react';
import { shorten } from '../../ui/MonoId.tsx';
import { Suggest } from '../../ui/Suggest.tsx';
import classes from './RangeForm.module.css';
import type { Known } from './use-known.ts';

export interface ValuePickerProps {
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
export const valuesIn = (text: string): string[] =>
  text
    .split(PARTS)
    .map((one) => one.trim())
    .filter((one) => one !== '');

export function ValuePicker(props: ValuePickerProps) {
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
