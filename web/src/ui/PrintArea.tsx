import { type ReactNode, useEffect } from 'react';
import classes from './PrintArea.module.css';

/** Only this part of the page is printed: charts and texts, without the frame. One of them on a page. */
export function PrintArea({ children }: { readonly children: ReactNode }) {
  // An attribute, because a rule for everything below a `body:has(...)` makes the browser style the whole page again at each change.
  useEffect(() => {
    document.body.dataset.printsArea = '';
    return () => {
      delete document.body.dataset.printsArea;
    };
  }, []);
  return <div className={classes.area}>{children}</div>;
}
