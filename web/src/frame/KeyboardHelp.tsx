import { Box, Kbd } from '@mantine/core';
import { useId, useState } from 'react';
import { activeShortcuts, type ShortcutHelp } from '../ui/keys.ts';
import { OpenModal } from '../ui/OpenModal.tsx';
import shared from '../ui/shared.module.css';
import classes from './ServiceState.module.css';

const apple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

const everywhere = (): ShortcutHelp => [
  [['/', apple() ? '⌘ K' : 'Ctrl K'], 'Search everything, go anywhere'],
  [['Esc'], 'Close what is open'],
  [['u'], 'Undo what the newest message offers to undo'],
  [['?'], 'Show these shortcuts'],
];

export default function KeyboardHelp({ onClose }: { readonly onClose: () => void }) {
  const [here] = useState(activeShortcuts);
  return (
    <OpenModal onClose={onClose} title="Keyboard" size={here.length > 0 ? 760 : 400}>
      <div style={{ columns: '320px 2', columnGap: 32 }}>
        {here.length > 0 && <Keys title="On this page" keys={here} />}
        <Keys title="Everywhere" keys={everywhere()} />
      </div>
    </OpenModal>
  );
}

function Keys({ title, keys }: { readonly title: string; readonly keys: ShortcutHelp }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Box component="h3" id={id} className={shared.small} mt={8} mb={4}>
        {title}
      </Box>
      <dl className={shared.plain}>
        {keys.map(([names, does]) => (
          <div key={does} className={classes.row}>
            <dt className={shared.rowTight}>
              {names.map((name) => (
                <Kbd key={name}>{name}</Kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
