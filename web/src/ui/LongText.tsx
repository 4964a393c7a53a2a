/** Text as it came (a record, a message), in a box of its own: longer or wider than its place, it is scrolled with the keyboard too. */
export interface LongTextProps {
  readonly className?: string | undefined;
  readonly children: string;
}

export function LongText({ className, children }: LongTextProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard.
    <pre className={className} tabIndex={0}>
      {children}
    </pre>
  );
}
