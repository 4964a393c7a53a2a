/** Search of a list. What is typed filters at once; the address follows when the typing pauses. */
import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { IconSearch } from './icons.ts';

const PAUSE_MS = 150;

export interface SearchBoxProps {
  readonly value: string;
  readonly onChange: (q: string) => void;
  /** For the ear: "Search loads". */
  readonly label: string;
  /** What may be typed, in a few words; and in full on hover. */
  readonly placeholder: string;
  readonly title: string;
  /** Enter: to the list. */
  readonly onDone: () => void;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

export function SearchBox({ value, onChange, label, placeholder, title, onDone, inputRef }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  // Back, a link, or "clear filters" changed the address: the field follows. Our own change coming back does not.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    if (text.trim() === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text.trim();
      onChange(sent.current);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, onChange]);

  return (
    <TextInput
      ref={inputRef}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      title={title}
      value={text}
      maxLength={200}
      spellCheck={false}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text === '' ? (
          <Kbd size="xs" aria-hidden>
            /
          </Kbd>
        ) : (
          <CloseButton size="sm" aria-label="Clear the search" onClick={() => setText('')} />
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
