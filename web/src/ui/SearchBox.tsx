/** Filters the list of a page on every keystroke; the URL follows when typing pauses. Focused with `f`. */
import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconSearch } from './icons.ts';
import { type ShortcutHelp, useShortcuts } from './keys.ts';
import { useLayout } from './use-media.ts';

const KEYS: ShortcutHelp = [[['f'], 'Filter the list']];
const DEBOUNCE_MS = 150;

interface SearchBoxProps {
  readonly value: string;
  readonly onChange: (q: string) => void;
  readonly onTyped?: (q: string) => void;
  readonly label: string;
  /** Short hint in the field; `title` is the complete hint on hover. */
  readonly placeholder: string;
  readonly title: string;
  /** Called on Enter, to focus the list. */
  readonly onDone: () => void;
}

export function SearchBox(props: SearchBoxProps) {
  const { value, onChange, onTyped, label, placeholder, title, onDone } = props;
  const phone = useLayout() === 'phone';
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const published = useRef(value);
  useShortcuts({ f: () => input.current?.focus() }, KEYS);
  // Follow changes of the URL (Back, a link, "clear filters"), but not our own.
  useEffect(() => {
    if (value === published.current) return;
    published.current = value;
    setText(value);
  }, [value]);
  const onText = useEffectEvent((typed: string) => onTyped?.(typed));
  const onPause = useEffectEvent((typed: string) => {
    published.current = typed;
    onChange(typed);
  });
  useEffect(() => {
    const typed = text.trim();
    onText(typed);
    if (typed === published.current) return;
    const timer = setTimeout(() => onPause(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      title={title}
      value={text}
      maxLength={200}
      spellCheck={false}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text !== '' ? (
          <CloseButton size="sm" aria-label="Clear the search" onClick={() => setText('')} />
        ) : (
          !phone && (
            <Kbd size="xs" aria-hidden>
              f
            </Kbd>
          )
        )
      }
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone();
        else if (event.key === 'Escape') {
          event.stopPropagation();
          if (text === '') event.currentTarget.blur();
          else setText('');
        } else return;
        event.preventDefault();
      }}
    />
  );
}
