/** Is what I see true now, and how hard do we ask the service? One word in the bar, the rest on a click. */
import { UnstyledButton } from '@mantine/core';
import { useConnection, useNow, useServiceStatus } from '../live/context.ts';
import { later } from '../ui/later.tsx';
import { personLocale } from '../ui/locale.ts';
import shared from '../ui/shared.module.css';
import classes from './ConnectionStatus.module.css';
import { shortState } from './status-words.ts';

export function useConnectionWord(): { readonly word: string; readonly tone: string } {
  const connection = useConnection();
  const status = useServiceStatus();
  const json = useNow((now) => JSON.stringify(shortState(connection, status, now)));
  return JSON.parse(json) as { word: string; tone: string };
}

/** What is in the button. */
export function ConnectionWord() {
  const status = useServiceStatus();
  const { word, tone } = useConnectionWord();
  const calls =
    status === null ? '' : `${status.calls_last_minute.toLocaleString(personLocale())} updates/min`;
  return (
    <>
      <span className={classes.dot} data-tone={tone} aria-hidden />
      <span className={classes.word}>{word}</span>
      <span className={classes.calls}>{calls}</span>
      <span className={shared.hidden}>, connection details</span>
    </>
  );
}

export const ConnectionStatus = later<object>(
  async () => (await import('./ConnectionDetails.tsx')).ConnectionDetails,
  ({ onWanted }) => (
    <UnstyledButton className={classes.button} aria-expanded={false} onClick={onWanted}>
      <ConnectionWord />
    </UnstyledButton>
  ),
);
