/** Search over every load. What is typed filters at once; the address follows when the typing pauses. */
import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { IconSearch } from '../../ui/icons.ts';

const PAUSE_MS = 150;

export interface SearchBoxProps {
  readonly value: string;
  readonly onChange: (q: string) => void;
  /** Enter: to the list. */
  readonly onDone: () => void;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

export function SearchBox({ value, onChange, onDone, inputRef }: SearchBoxProps) {
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
      aria-label="Search loads"
      placeholder="Load, unit, VIN, place"
      title="Search references, units, VIN, plates, stops and places"
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
