import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useConfig } from '../api/context.ts';
import classes from './PrintArea.module.css';

interface PrintAreaProps {
  /** Printed above the content, which does not say it itself. */
  readonly title?: string;
  readonly children: ReactNode;
}

/** Only this part of the page is printed, headed with the company: charts and texts, without the frame. One of them on a page. */
export function PrintArea({ title, children }: PrintAreaProps) {
  const { name = null, logo_url = null } = useConfig()?.company ?? {};
  // An attribute, because a rule for everything below a `body:has(...)` makes the browser style the whole page again at each change.
  useEffect(() => {
    document.body.dataset.printsArea = '';
    return () => {
      delete document.body.dataset.printsArea;
    };
  }, []);
  return (
    <div className={classes.area}>
      {(name !== null || logo_url !== null) && (
        <p className={classes.company}>
          {logo_url && <img src={logo_url} alt="" />}
          {name}
        </p>
      )}
      {title && <h2 className={classes.title}>{title}</h2>}
      {children}
    </div>
  );
}

/** Prints content that is rendered only for print, from a button or from the browser's own command. */
export function usePrint(): { readonly printing: boolean; readonly print: () => void } {
  const [printing, setPrinting] = useState(false);
  useWindowEvent('beforeprint', () => flushSync(() => setPrinting(true)));
  useWindowEvent('afterprint', () => setPrinting(false));
  const print = () => {
    flushSync(() => setPrinting(true));
    window.print();
  };
  return { printing, print };
}
