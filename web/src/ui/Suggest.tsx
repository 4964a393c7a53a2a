/** A text field with suggestions (ARIA combobox): arrow keys move, Enter picks, Esc closes the list first. */
import { TextInput, type TextInputProps } from '@mantine/core';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import classes from './Suggest.module.css';
import shared from './shared.module.css';

export interface Suggestion {
  readonly id: string;
  /** Heading; suggestions of a group must be adjacent. */
  readonly group: string;
  readonly title: string;
  readonly detail?: string;
  /** The text in the field is exactly this one, not only a part of it. */
  readonly exact?: boolean;
  readonly pick: () => void;
}

export interface SuggestProps extends Omit<TextInputProps, 'onChange' | 'value' | 'onSelect'> {
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly suggestions: readonly Suggestion[];
  /** The suggestions still belong to an earlier text: Enter waits for those of the current one. */
  readonly loading?: boolean;
  /** Enter without an active suggestion takes only the one that is exact; by default the first. */
  readonly exact_only?: boolean;
  /** Enter without an active suggestion. @returns true when it was handled, and the list closes */
  readonly onEnter?: () => boolean;
  /** Esc with the list closed. */
  readonly onEscape?: () => void;
  /** Shown when there are no suggestions; null: no list. */
  readonly empty?: ReactNode;
}

export function Suggest(props: SuggestProps) {
  const {
    value,
    onText,
    suggestions,
    loading = false,
    exact_only = false,
    onEnter,
    onEscape,
    ...rest
  } = props;
  const { empty = null, onFocus, onBlur, ...input } = rest;
  const list_id = useId();
  const [opened, setOpened] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  /** Enter was pressed while the suggestions were loading. */
  const [waiting, setWaiting] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const at = suggestions.findIndex(({ id }) => id === active);
  const shown = opened && (suggestions.length > 0 || empty !== null);

  useEffect(() => {
    if (shown) list.current?.scrollIntoView?.({ block: 'nearest' });
  }, [shown]);
  useEffect(() => {
    if (active !== null)
      list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);

  const close = () => {
    setOpened(false);
    setActive(null);
    setWaiting(false);
  };
  const pick = (suggestion: Suggestion) => {
    suggestion.pick();
    close();
  };
  const pickForEnter = () => {
    setWaiting(false);
    // Of several exact ones a person has to choose.
    const [taken, ...others] = exact_only
      ? suggestions.filter(({ exact }) => exact)
      : suggestions.slice(0, 1);
    if (taken && others.length === 0) pick(taken);
  };
  const onLoaded = useEffectEvent(pickForEnter);
  useEffect(() => {
    if (waiting && !loading) onLoaded();
  }, [waiting, loading]);
  const onKey = (event: KeyboardEvent) => {
    const move = (by: number) => {
      event.preventDefault();
      setOpened(true);
      const next = at === -1 && by < 0 ? suggestions.length - 1 : at + by;
      setActive(suggestions[(next + suggestions.length) % suggestions.length]?.id ?? null);
    };
    if (event.altKey) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') {
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const chosen = shown ? suggestions[at] : undefined;
      if (chosen) pick(chosen);
      else if (onEnter?.()) close();
      else if (loading) setWaiting(true);
      else if (shown) pickForEnter();
    } else if (event.key === 'Escape' && (shown || onEscape)) {
      event.preventDefault();
      event.stopPropagation();
      if (shown) close();
      else onEscape?.();
    }
  };

  return (
    <div style={{ position: 'relative' }}>
      <TextInput
        {...input}
        value={value}
        role="combobox"
        aria-expanded={shown}
        aria-controls={shown ? list_id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={shown && at >= 0 ? `${list_id}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => {
          onText(currentTarget.value);
          setOpened(true);
          setActive(null);
          setWaiting(false);
        }}
        onClick={() => setOpened(true)}
        onKeyDown={onKey}
        onFocus={(event) => {
          event.currentTarget.select();
          onFocus?.(event);
        }}
        onBlur={(event) => {
          close();
          onBlur?.(event);
        }}
      />
      {shown && (
        // Keep the focus in the field until the click on a suggestion is handled.
        <div
          ref={list}
          className={`${shared.box} ${shared.scrollY} ${classes.list}`}
          onPointerDown={(event) => event.preventDefault()}
        >
          {suggestions.length === 0 ? (
            <p className={shared.small} style={{ padding: '4px 8px' }} role="status">
              {empty}
            </p>
          ) : (
            <div role="listbox" id={list_id} aria-label="Suggestions">
              {suggestions.map((suggestion, index) => (
                <Option
                  key={suggestion.id}
                  id={`${list_id}-${index}`}
                  suggestion={suggestion}
                  group={suggestion.group !== suggestions[index - 1]?.group ? suggestion.group : null}
                  active={index === at}
                  onPick={() => pick(suggestion)}
                />
              ))}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly suggestion: Suggestion;
  /** Heading above this option; null unless it is the first of its group. */
  readonly group: string | null;
  readonly active: boolean;
  readonly onPick: () => void;
}

function Option({ id, suggestion, group, active, onPick }: OptionProps) {
  return (
    <>
      {group !== null && (
        <div
          className={`${shared.small} ${shared.strong}`}
          style={{ padding: '6px 8px 2px', lineHeight: '16px' }}
          role="presentation"
        >
          {group}
        </div>
      )}
      {/* The field keeps the focus and refers to the active option. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see above. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above. */}
      <div
        id={id}
        role="option"
        aria-selected={active}
        className={`${shared.column} ${classes.option}`}
        data-marked={active || undefined}
        onClick={onPick}
      >
        <span className={shared.anywhere}>{suggestion.title}</span>
        {suggestion.detail && (
          <span className={`${shared.note} ${shared.anywhere}`}>{suggestion.detail}</span>
        )}
      </div>
    </>
  );
}
