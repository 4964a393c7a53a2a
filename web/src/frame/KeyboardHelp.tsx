/** The keys, on `?`. */
import { Kbd, Modal } from '@mantine/core';
import classes from './KeyboardHelp.module.css';

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['/'], 'Search'],
  [['j', '↓'], 'Next load'],
  [['k', '↑'], 'Previous load'],
  [['Enter'], 'Open the load'],
  [['Tab'], 'To the action of the row'],
  [['Esc'], 'Close what is open'],
  [['1'], 'Needs attention'],
  [['2'], 'All loads'],
  [['n'], 'Add loads'],
  [['?'], 'This list'],
];

export interface KeyboardHelpProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export default function KeyboardHelp({ opened, onClose }: KeyboardHelpProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Keyboard"
      size={360}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <dl className={classes.keys}>
        {KEYS.map(([keys, does]) => (
          <div key={does} className={classes.row}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
