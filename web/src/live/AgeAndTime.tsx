/** How long ago something was, and on a second line when: within a day, since an age beyond it is a date already. */
import { Secondary } from '../ui/resource-list/cells.tsx';
import { shortDateTime } from '../ui/time.ts';
import { Age } from './Age.tsx';
import { useNow } from './context.ts';

const DAY_MS = 86_400_000;

/** @param at ISO 8601 */
export function AgeAndTime({ at }: { readonly at: string }) {
  const time = useNow((now) => (now - Date.parse(at) < DAY_MS ? shortDateTime(at, now) : null));
  return (
    <>
      <Age at={at} ago />
      {time !== null && <Secondary>{time}</Secondary>}
    </>
  );
}
