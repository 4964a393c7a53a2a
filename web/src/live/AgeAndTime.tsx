/** How long ago something was, within a day, and when: an age beyond a day is a date already. */
import { Secondary } from '../ui/resource-list/cells.tsx';
import { fullDateTime, shortDateTime } from '../ui/time.ts';
import { Age } from './Age.tsx';
import { useNow } from './context.ts';

const DAY_MS = 86_400_000;

/** In rows, on two lines. @param at ISO 8601 */
export function AgeAndTime({ at }: { readonly at: string }) {
  const time = useNow((now) => (now - Date.parse(at) < DAY_MS ? shortDateTime(at, now) : null));
  return (
    <>
      <Age at={at} ago />
      {time !== null && <Secondary>{time}</Secondary>}
    </>
  );
}

/** In panels: `2 min ago, Nov 23, 2026, 01:09:07 CST`. @param at ISO 8601 */
export function AgeAndFullTime({ at }: { readonly at: string }) {
  const recent = useNow((now) => now - Date.parse(at) < DAY_MS);
  return (
    <>
      {recent && (
        <>
          <Age at={at} ago />,{' '}
        </>
      )}
      {fullDateTime(at)}
    </>
  );
}
