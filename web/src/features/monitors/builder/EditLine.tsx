/** Where the draft is kept, and the way back and forth. */
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { DraftLine } from '../../../live/SubmitBar.tsx';
import { IconArrowBackUp, IconArrowForwardUp } from '../../../ui/icons.ts';
import shared from '../../../ui/shared.module.css';
import classes from './Builder.module.css';
import type { DraftEditor } from './use-draft.ts';

export interface EditLineProps {
  readonly editor: Pick<DraftEditor, 'undo' | 'redo' | 'discard' | 'keeping'>;
  readonly view: 'form' | 'map';
  /** On a phone form and map take turns; null: they stand side by side. */
  readonly onView: ((view: 'form' | 'map') => void) | null;
}

export function EditLine({ editor, view, onView }: EditLineProps) {
  const { undo, redo, discard, keeping } = editor;
  return (
    <div className={classes.line}>
      {onView && (
        <fieldset className={classes.views} aria-label="Form or map">
          <Button size="compact-sm" aria-pressed={view === 'form'} onClick={() => onView('form')}>
            Form
          </Button>
          <Button size="compact-sm" aria-pressed={view === 'map'} onClick={() => onView('map')}>
            Map
          </Button>
        </fieldset>
      )}
      <DraftLine keeping={keeping} onDiscard={discard} className={`${shared.small} ${shared.fill}`} />
      <Step label="Undo (Ctrl Z)" run={undo}>
        <IconArrowBackUp size={18} aria-hidden />
      </Step>
      <Step label="Redo (Ctrl Shift Z)" run={redo}>
        <IconArrowForwardUp size={18} aria-hidden />
      </Step>
    </div>
  );
}

interface StepProps {
  readonly label: string;
  readonly run: (() => void) | null;
  readonly children: React.ReactNode;
}

function Step({ label, run, children }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} disabled={run === null} className={classes.step} onClick={() => run?.()}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
