/** The service's answer as it came, for whoever must talk to the service's people about it. */
import { useState } from 'react';
import { CopyButton } from '../../ui/buttons.tsx';
import { IconChevronDown, IconChevronRight } from '../../ui/icons.ts';
import { LongText } from '../../ui/page-frame.tsx';
import classes from './LoadPanel.module.css';

export function RawSection({ raw }: { readonly raw: unknown }) {
  const [open, setOpen] = useState(false);
  const text = JSON.stringify(raw ?? null, null, 2);
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <section className={classes.section}>
      <div className={classes.rawSectionHead}>
        <button type="button" className={classes.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
          <Chevron size={14} aria-hidden /> Raw data from the tracking service
        </button>
        {open && raw !== null && <CopyButton text={text} />}
      </div>
      {open &&
        (raw === null || raw === undefined ? (
          <p className={classes.none}>No response yet.</p>
        ) : (
          <LongText boxed>{text}</LongText>
        ))}
    </section>
  );
}
