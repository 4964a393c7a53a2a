/**
 * Filter of the list on a page, on `f` (`/` is the one search over everything). What is typed filters at once; the address
 * follows when the typing pauses.
 */
import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconSearch } from './icons.ts';
import { type KeyWords, useShortcuts } from './keys.ts';
import { useLayout } from './use-media.ts';

const KEYS: KeyWords = [[['f'], 'Filter the list']];
const PAUSE_MS = 150;

interface SearchBoxProps {
  readonly value: string;
  readonly onChange: (q: string) => void;
  /** At once with every key, for who filters without the address. */
  readonly onTyped?: (q: string) => void;
  /** For the ear: "Search loads". */
  readonly label: string;
  /** What may be typed, in a few words; and in full on hover. */
  readonly placeholder: string;
  readonly title: string;
  /** Enter: to the list. */
  readonly onDone: () => void;
}

export function SearchBox(props: SearchBoxProps) {
  const { value, onChange, onTyped, label, placeholder, title, onDone } = props;
  const phone = useLayout() === 'phone';
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const sent = useRef(value);
  useShortcuts({ f: () => input.current?.focus() }, KEYS);
  // Back, a link, or "clear filters" changed the address: the field follows. Our own change coming back does not.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  const onText = useEffectEvent((typed: string) => onTyped?.(typed));
  const onPause = useEffectEvent((typed: string) => {
    sent.current = typed;
    onChange(typed);
  });
  useEffect(() => {
    const typed = text.trim();
    onText(typed);
    if (typed === sent.current) return;
    const timer = setTimeout(() => onPause(typed), PAUSE_MS);
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
