import type { ReactNode } from 'react';
import shared from './shared.module.css';

interface CheckProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

/** A checkbox with its label. */
export const Check = ({ checked, onChange, children }: CheckProps) => (
  <label className={shared.check}>
    <input
      type="checkbox"
      checked={checked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    <span>{children}</span>
  </label>
);
