/** A person as initials in a tint of their own, for rows and markers; the name is in the tooltip. */
import type { CSSProperties } from 'react';
import { isolated } from './bidi.ts';
import classes from './MonoId.module.css';
import shared from './shared.module.css';

export interface Named {
  readonly sub: string;
  readonly name: string;
}

/** `Ama Boateng` -> `AB`; one word gives its first two letters. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s@._-]+/)
    .filter(Boolean);
  const [first = '', second] = words;
  const letters = [...first].slice(0, second === undefined ? 2 : 1);
  return [...letters, ...[...(second === undefined ? '' : (words.at(-1) ?? ''))].slice(0, 1)]
    .join('')
    .toUpperCase();
}

const HUES = 12;

/** Degrees on the color wheel: the same for a person on every screen. */
export function hueOf(sub: string): number {
  let hash = 0;
  for (const letter of sub) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return (hash % HUES) * (360 / HUES);
}

interface InitialsProps {
  readonly person: Named;
  /** The signed-in person. */
  readonly mine: boolean;
  /** Before the name: `Taken by`. */
  readonly what: string;
}

export function Initials({ person, mine, what }: InitialsProps) {
  const text = `${what} ${mine ? 'you' : isolated(person.name)}`;
  return (
    <span
      className={classes.initials}
      data-mine={mine || undefined}
      style={{ '--hue': hueOf(person.sub) } as CSSProperties}
      title={text}
    >
      <span aria-hidden>{initialsOf(person.name)}</span>
      <span className={shared.hidden}>{text}</span>
    </span>
  );
}
