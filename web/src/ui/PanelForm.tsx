/** A form that fills a side panel: its fields scroll, what sends them stays in view. */
import { Button } from '@mantine/core';
import type { FocusEventHandler, ReactNode, Ref } from 'react';
import classes from './Section.module.css';
import shared from './shared.module.css';

export interface PanelFormProps {
  readonly ref?: Ref<HTMLFormElement>;
  readonly onSubmit: () => void;
  readonly onBlur?: FocusEventHandler;
  /** With the button that submits. */
  readonly foot: ReactNode;
  readonly children: ReactNode;
}

export function PanelForm({ ref, onSubmit, onBlur, foot, children }: PanelFormProps) {
  return (
    <form
      ref={ref}
      className={shared.fillColumn}
      noValidate
      onBlur={onBlur}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className={`${shared.fillColumn} ${shared.scrollY} ${classes.fields}`}>{children}</div>
      {foot}
    </form>
  );
}

export interface FormFootProps {
  /** On the button that submits. */
  readonly action: string;
  readonly busy: boolean;
  readonly onCancel: () => void;
}

export function FormFoot({ action, busy, onCancel }: FormFootProps) {
  return (
    <div className={shared.footButtons}>
      <Button onClick={onCancel}>Cancel</Button>
      <Button variant="filled" type="submit" loading={busy}>
        {action}
      </Button>
    </div>
  );
}
