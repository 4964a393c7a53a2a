import type { ReactNode } from 'react';
import classes from './Banner.module.css';
import { IconAlertTriangleFilled, IconInfoCircle } from './icons.ts';
import shared from './shared.module.css';

interface BannerProps {
  /** `wait`: resolves by itself. `act`: a person has to act. */
  readonly tone: 'wait' | 'act';
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export function Banner({ tone, title, children, action }: BannerProps) {
  const Icon = tone === 'act' ? IconAlertTriangleFilled : IconInfoCircle;
  return (
    <div className={`${shared.line} ${shared.box} ${classes.root}`} data-tone={tone} role="status">
      <Icon size={16} aria-hidden style={{ marginTop: 2 }} />
      <p className={shared.fill}>
        <strong>{title}</strong> {children}
      </p>
      {action}
    </div>
  );
}
