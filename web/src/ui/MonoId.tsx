/** An id: shortened in the middle, whole on hover, copied by a click. */
import { useCopy } from './copy.ts';
import { IconCheck, IconCopy } from './icons.ts';
import classes from './MonoId.module.css';
import shared from './shared.module.css';

export interface MonoIdProps {
  readonly value: string;
  /** What it is, for the ear: "VIN", "load_id". */
  readonly label: string;
  /** Longer than this is shortened in the middle. */
  readonly max?: number;
}

/** `3f2c9a52…b2c3d4` */
export function shorten(value: string, max: number): string {
  if (value.length <= max) return value;
  const tail = Math.floor((max - 1) / 3);
  return `${value.slice(0, max - 1 - tail)}…${value.slice(value.length - tail)}`;
}

export function MonoId({ value, label, max = 18 }: MonoIdProps) {
  const { copied, copy } = useCopy();
  return (
    <button
      type="button"
      className={classes.id}
      title={copied ? 'Copied' : `${value} (click to copy)`}
      onClick={() => copy(value)}
    >
      <span aria-hidden>{shorten(value, max)}</span>
      <span className={shared.hidden}>
        Copy {label} {value}
      </span>
      {copied ? (
        <IconCheck size={14} aria-hidden />
      ) : (
        <IconCopy size={14} aria-hidden className={classes.icon} />
      )}
    </button>
  );
}
