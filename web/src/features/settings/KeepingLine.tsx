/** Whether the settings are kept on the server, and what to do when they are not. */
import { Button } from '@mantine/core';
import { explain } from '../../api/problem.ts';
import { Banner } from '../../ui/Banner.tsx';
import { keeping, useKeeping } from './keeping.ts';
import classes from './SettingsView.module.css';

export function KeepingLine() {
  const state = useKeeping();
  if (state.phase === 'waiting' || state.phase === 'refused') {
    const { title, text } = explain(state.problem);
    const kept =
      state.phase === 'waiting'
        ? 'What you choose holds in this browser and is sent as soon as it can be.'
        : 'What you chose last was not taken.';
    return (
      <Banner
        tone={state.phase === 'waiting' ? 'wait' : 'act'}
        title={state.phase === 'waiting' ? 'Not kept on the server yet.' : 'The server refused a setting.'}
        action={<Button onClick={keeping.again}>Try again</Button>}
      >
        {title}
        {text ? `: ${text}` : '.'} {kept}
      </Banner>
    );
  }
  return (
    <p className={classes.kept} role="status">
      {state.phase === 'kept'
        ? 'Kept on the server: the same in every browser you sign in with.'
        : 'Being kept on the server…'}
    </p>
  );
}
