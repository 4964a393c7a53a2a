import type { ReactNode } from 'react';
import { IconAlertTriangle } from './icons.ts';
import shared from './shared.module.css';

/** What looks wrong, beside what it is about. */
export const Warning = ({ children }: { readonly children: ReactNode }) => (
  <span className={`${shared.line} ${shared.strongText}`}>
    <IconAlertTriangle size={14} aria-hidden />
    <span>{children}</span>
  </span>
);
