import type { MarkerKind, Theme } from '../ui/health.ts';
import { MARKER_SIZE, markerStrokes, type Stroke } from './markers.ts';

/** A marker as it stands on the map, for legends. Decoration: the word beside it says the same. */
export function MarkerShape({ kind, theme }: { kind: MarkerKind; theme: Theme }) {
  return (
    <svg
      width={MARKER_SIZE}
      height={MARKER_SIZE}
      viewBox={`0 0 ${MARKER_SIZE} ${MARKER_SIZE}`}
      aria-hidden="true"
    >
      {markerStrokes(kind, theme).map(({ path, fill, stroke, width, dash }: Stroke) => (
        <path
          key={`${path} ${fill ?? stroke}`}
          d={path}
          fill={fill ?? 'none'}
          stroke={stroke}
          strokeWidth={width}
          strokeDasharray={dash?.join(' ')}
          strokeLinecap={dash ? 'butt' : 'round'}
          strokeLinejoin="round"
        />
      ))}
    </svg>
  );
}
