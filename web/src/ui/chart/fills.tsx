/** Patterns of bars. All of one hue: they differ in grey, by themselves and beside each other. */

export const FILL_NAMES = ['solid', 'dots', 'light', 'lines', 'grid', 'rings', 'plain'] as const;
/** More parts than these are not told apart: put the rest together before. */
export const MOST_PARTS = FILL_NAMES.length;

export const fillOf = (id: string, at: number): string =>
  `url(#${id}-${FILL_NAMES[Math.min(at, MOST_PARTS - 1)]})`;
export const hatchOf = (id: string): string => `url(#${id}-hatch)`;

export interface FillsProps {
  /** Of the chart: patterns are found by the names in one page. */
  readonly id: string;
}

export function Fills({ id }: FillsProps) {
  const tile = (name: string, size: number) => ({
    id: `${id}-${name}`,
    width: size,
    height: size,
    patternUnits: 'userSpaceOnUse',
  });
  const ground = (size: number, fill = 'var(--wp-page)') => <rect width={size} height={size} fill={fill} />;
  const ink = 'var(--wp-accent)';
  return (
    <defs>
      <pattern {...tile('solid', 8)}>{ground(8, ink)}</pattern>
      <pattern {...tile('dots', 6)}>
        {ground(6)}
        <circle cx={1.5} cy={1.5} r={1.2} fill={ink} />
        <circle cx={4.5} cy={4.5} r={1.2} fill={ink} />
      </pattern>
      <pattern {...tile('light', 8)}>
        {ground(8)}
        <rect width={8} height={8} fill={ink} fillOpacity={0.32} />
      </pattern>
      <pattern {...tile('lines', 5)}>
        {ground(5)}
        <rect width={5} height={2} fill={ink} />
      </pattern>
      <pattern {...tile('grid', 7)}>
        {ground(7)}
        <path d="M0 0.5H7M0.5 0V7" stroke={ink} strokeWidth={1} />
      </pattern>
      <pattern {...tile('rings', 9)}>
        {ground(9)}
        <circle cx={4.5} cy={4.5} r={2.6} fill="none" stroke={ink} strokeWidth={1.2} />
      </pattern>
      <pattern {...tile('plain', 8)}>{ground(8)}</pattern>
      <pattern {...tile('hatch', 7)} patternTransform="rotate(45)">
        <rect width={3} height={7} fill="var(--wp-page)" />
      </pattern>
    </defs>
  );
}
