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
        ? 'Your choices apply in this browser and are saved when the server responds.'
        : 'Your last change was not saved.';
    return (
      <Banner
        tone={state.phase === 'waiting' ? 'wait' : 'act'}
        title={state.phase === 'waiting' ? 'Not saved yet.' : 'The server rejected a setting.'}
        action={<Button onClick={keeping.again}>Try again</Button>}
      >
        {title}. {text} {kept}
      </Banner>
    );
  }
  return (
    <p className={classes.kept} role="status">
      {state.phase === 'kept' ? 'Saved. Your settings follow you to every browser.' : 'Saving…'}
    </p>
  );
}
