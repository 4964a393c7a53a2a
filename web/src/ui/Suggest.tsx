/**
 * A text field with suggestions (ARIA combobox): what is typed stays text until one is chosen. Arrows go through the list, Enter
 * takes the marked one, Esc closes the list first.
 */
import { TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './Suggest.module.css';
import shared from './shared.module.css';

export interface Suggestion {
  readonly id: string;
  /** Those of one group stand together, below its name. */
  readonly group: string;
  readonly title: string;
  readonly detail?: string;
  readonly pick: () => void;
}

export interface SuggestProps extends Omit<TextInputProps, 'onChange' | 'value' | 'onSelect'> {
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly suggestions: readonly Suggestion[];
  /** Enter without a marked suggestion. True: it was of use, and the list closes. */
  readonly onEnter?: () => boolean;
  /** Esc with the list closed: back to what it was. */
  readonly onEscape?: () => void;
  /** In the list's place when there is nothing to suggest; null: no list. */
  readonly empty?: ReactNode;
}

export function Suggest(props: SuggestProps) {
  const { value, onText, suggestions, onEnter, onEscape, empty = null, onFocus, onBlur, ...input } = props;
  const list_id = useId();
  const [opened, setOpened] = useState(false);
  const [marked, setMarked] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const at = suggestions.findIndex(({ id }) => id === marked);
  const shown = opened && (suggestions.length > 0 || empty !== null);

  useEffect(() => {
    if (shown) list.current?.scrollIntoView?.({ block: 'nearest' });
  }, [shown]);
  useEffect(() => {
    if (marked !== null)
      list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [marked]);

  const close = () => {
    setOpened(false);
    setMarked(null);
  };
  const take = (suggestion: Suggestion) => {
    suggestion.pick();
    close();
  };
  const onKey = (event: KeyboardEvent) => {
    const move = (by: number) => {
      event.preventDefault();
      setOpened(true);
      const next = at === -1 && by < 0 ? suggestions.length - 1 : at + by;
      setMarked(suggestions[(next + suggestions.length) % suggestions.length]?.id ?? null);
    };
    if (event.altKey) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') {
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const chosen = shown ? suggestions[at] : undefined;
      if (chosen) take(chosen);
      else if (onEnter?.()) close();
      else if (shown && suggestions[0]) take(suggestions[0]);
    } else if (event.key === 'Escape' && (shown || onEscape)) {
      event.preventDefault();
      event.stopPropagation();
      if (shown) close();
      else onEscape?.();
    }
  };

  return (
    <div className={classes.root}>
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
          setMarked(null);
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
        // The pointer must not take the focus from the field before its choice is handled.
        <div
          ref={list}
          className={`${shared.box} ${shared.scrollY} ${classes.list}`}
          onPointerDown={(event) => event.preventDefault()}
        >
          {suggestions.length === 0 ? (
            <p className={`${shared.small} ${classes.empty}`} role="status">
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
                  marked={index === at}
                  onTake={() => take(suggestion)}
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
  /** Name of the group that begins here. */
  readonly group: string | null;
  readonly marked: boolean;
  readonly onTake: () => void;
}

function Option({ id, suggestion, group, marked, onTake }: OptionProps) {
  return (
    <>
      {group !== null && (
        <div className={`${shared.small} ${shared.strong} ${classes.group}`} role="presentation">
          {group}
        </div>
      )}
      {/* The field holds the focus and points at the marked option. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see above. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above. */}
      <div
        id={id}
        role="option"
        aria-selected={marked}
        className={`${shared.column} ${classes.option}`}
        data-marked={marked || undefined}
        onClick={onTake}
      >
        <span className={shared.anywhere}>{suggestion.title}</span>
        {suggestion.detail && (
          <span className={`${shared.note} ${shared.anywhere}`}>{suggestion.detail}</span>
        )}
      </div>
    </>
  );
}
