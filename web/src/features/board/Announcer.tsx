/** Announces new exceptions to a screen reader, politely and no more often than it can speak. */
import { useEffect, useRef, useState } from 'react';
import { useLive, useNewExceptions } from '../../live/context.ts';
import { exceptionNames, namesText, newText } from '../../live/exceptions.ts';
import classes from './LoadList.module.css';

const PAUSE_MS = 5_000;

export function Announcer() {
  const { store, fleets } = useLive();
  const { ids } = useNewExceptions();
  const [text, setText] = useState('');
  const announced = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const news = [...ids].filter((load_id) => !announced.current.has(load_id));
    if (news.length === 0) return;
    const timer = setTimeout(() => {
      announced.current = new Set(ids);
      const names = exceptionNames(news, { store, fleets });
      setText(`${newText(names)}: ${namesText(names)}`);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [ids, store, fleets]);
  return (
    <div aria-live="polite" className={classes.spoken}>
      {text}
    </div>
  );
}
