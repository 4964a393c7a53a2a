/** Text as it came (a record, a message): longer or wider than its place, it is scrolled with the keyboard too. */
import classes from './MonoId.module.css';

export interface LongTextProps {
  /** In a raised box, in the font of code. */
  readonly boxed?: boolean;
  readonly children: string;
}

export function LongText({ boxed = false, children }: LongTextProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard.
    <pre className={boxed ? classes.box : undefined} tabIndex={0}>
      {children}
    </pre>
  );
}
