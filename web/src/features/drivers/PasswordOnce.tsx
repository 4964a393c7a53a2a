/** The password of a user that was just created, to hand over: here once, and nowhere afterwards. */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useCopy } from '../../ui/copy.ts';
import { IconCheck, IconCopy } from '../../ui/icons.ts';
import classes from './OperationPanel.module.css';
import { shownOnce } from './shown-once.ts';

export function PasswordOnce({ operation_id }: { readonly operation_id: string }) {
  const [password, setPassword] = useState(() => shownOnce.get(operation_id));
  const { copied, copy } = useCopy();
  useEffect(() => () => shownOnce.forget(operation_id), [operation_id]);
  if (password === null) return null;
  return (
    <section className={classes.once} aria-label="Password to hand over">
      <p>
        <strong>Hand over the password now.</strong> It is not stored. Once you close this operation or reload
        the page, it can't be shown again.
      </p>
      <code className={classes.password}>{password}</code>
      <div className={classes.line}>
        <Button
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => copy(password)}
        >
          {copied ? 'Copied' : 'Copy password'}
        </Button>
        <Button variant="subtle" color="gray" onClick={() => setPassword(null)}>
          Done
        </Button>
      </div>
    </section>
  );
}
