/** Above the list of the board, loaded after it: what is left to set up, and on paper whose board it is, and of when. */
import { useConfig } from '../api/context.ts';
import { SetupLine } from '../features/setup/Setup.tsx';
import { useNow } from '../live/context.ts';
import { fullDateTime } from '../ui/time.ts';
import classes from './AboveList.module.css';

export function AboveList() {
  return (
    <>
      <PrintHead />
      <SetupLine />
    </>
  );
}

function PrintHead() {
  const name = useConfig()?.company.name;
  const at = useNow((now) => fullDateTime(now));
  return (
    <p className={classes.print} data-print>
      {name && `${name}: `}board of {at}. Only the rows on the screen are printed; the handover and the CSV
      have all.
    </p>
  );
}
