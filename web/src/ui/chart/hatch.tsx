/** Stripes over a bar that is not the whole of it. */
export const hatchOf = (id: string): string => `url(#${id}-hatch)`;

export interface HatchProps {
  /** Of the chart: patterns are found by name in the whole page. */
  readonly id: string;
}

export function Hatch({ id }: HatchProps) {
  return (
    <defs>
      <pattern
        id={`${id}-hatch`}
        width={7}
        height={7}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width={3} height={7} fill="var(--wp-page)" />
      </pattern>
    </defs>
  );
}
