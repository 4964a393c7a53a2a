/** What opens after signing in: the board, another page, or any address of this product. */
import { NativeSelect, TextInput } from '@mantine/core';
import { preferencesChange } from '@waypost/contract/api/preferences';
import { useState } from 'react';
import { prefs, usePrefs } from '../../ui/prefs.ts';
import classes from './SettingsView.module.css';

interface Choice {
  readonly to: string;
  readonly label: string;
}

export interface FirstViewProps {
  readonly pages: readonly Choice[];
  /** Saved views of the board; null: they are being read. */
  readonly views: readonly Choice[] | null;
}

const OTHER = 'other';

/** A pasted address of this server is as good as its path. */
function pathOf(text: string): string {
  const typed = text.trim();
  return typed.startsWith(location.origin) ? typed.slice(location.origin.length) || '/' : typed;
}

const option = ({ to, label }: Choice) => (
  <option key={to} value={to}>
    {label}
  </option>
);

export function FirstView({ pages, views }: FirstViewProps) {
  const { default_view } = usePrefs();
  const listed = default_view === null || [...pages, ...(views ?? [])].some(({ to }) => to === default_view);
  const [typing, setTyping] = useState(false);
  const other = typing || (!listed && views !== null);
  const [text, setText] = useState(default_view ?? '');
  const wrong = !preferencesChange.safeParse({ default_view: pathOf(text) }).success;
  const write = (typed: string) => {
    setText(typed);
    if (preferencesChange.safeParse({ default_view: pathOf(typed) }).success)
      prefs.set({ default_view: pathOf(typed) });
  };
  return (
    <div className={classes.fields}>
      <NativeSelect
        label="Start page"
        className={classes.zone}
        value={other ? OTHER : (default_view ?? '/')}
        onChange={({ currentTarget: { value } }) => {
          setTyping(value === OTHER);
          if (value === OTHER) setText(default_view ?? '/?tab=all');
          else prefs.set({ default_view: value === '/' ? null : value });
        }}
      >
        {pages.map(option)}
        {!listed && !other && <option value={default_view}>Loading saved views</option>}
        {views && views.length > 0 && <optgroup label="Saved views">{views.map(option)}</optgroup>}
        <option value={OTHER}>Another page</option>
      </NativeSelect>
      {other && (
        <TextInput
          label="Address"
          description="The page's address with its filters, such as /?tab=all&health=stale. Or press / on that page and choose “Open this view after signing in”."
          className={classes.address}
          value={text}
          spellCheck={false}
          maxLength={1000}
          error={wrong ? 'Must start with / and have no spaces' : undefined}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
      )}
    </div>
  );
}
