/** The edge of the list column; it can be moved when the board stands. */
import { later } from '../../ui/later.tsx';
import classes from './LoadList.module.css';
import type { ResizeHandleProps } from './ResizeHandleWhole.tsx';

export const ResizeHandle = later<ResizeHandleProps>(
  async () => (await import('./ResizeHandleWhole.tsx')).ResizeHandleWhole,
  () => <div className={classes.handle} />,
);
