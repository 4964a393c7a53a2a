/**
 * The frame of every page beside the board: its title and actions in the top bar, its content below, scrolling by itself.
 * On a phone tabs at the foot lead back to the board and to the other pages.
 */
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, useEffect, useState } from 'react';
import { PersonMenu } from '../features/session/PersonMenu.tsx';
import { AppFrame } from '../frame/AppFrame.tsx';
import { BottomTabs } from '../frame/BottomTabs.tsx';
import { ConnectionStatus } from '../frame/ConnectionStatus.tsx';
import { ServiceBanner } from '../frame/ServiceBanner.tsx';
import { SimulatedTag } from '../frame/SimulatedTag.tsx';
import { IconDots, IconMap, IconRoute } from '../ui/icons.ts';
import { useShortcuts } from '../ui/keys.ts';
import { PartBoundary } from '../ui/PartBoundary.tsx';
import { useLayout } from '../ui/use-media.ts';
import classes from './PageFrame.module.css';

const KeyboardHelp = lazy(() => import('../frame/KeyboardHelp.tsx'));

export interface PageFrameProps {
  readonly title: string;
  /** Where the title leads back to, for a page below another. */
  readonly above?: ReactNode;
  /** Buttons of the page, at the right of its title. */
  readonly actions?: ReactNode;
  /** Search and filters, in the middle of the bar or in a row of their own. */
  readonly filters?: ReactNode;
  /** `fill`: the content takes the height of the window and scrolls inside; `scroll`: it scrolls as a whole. */
  readonly fit?: 'fill' | 'scroll';
  readonly children: ReactNode;
}

const TABS = [
  { value: 'board', label: 'Board', Icon: IconMap },
  { value: 'here', label: 'This page', Icon: IconRoute },
  { value: 'more', label: 'More', Icon: IconDots },
] as const;

export function PageFrame({ title, above, actions, filters, fit = 'fill', children }: PageFrameProps) {
  const [help, setHelp] = useState(false);
  const navigate = useNavigate();
  const phone = useLayout() === 'phone';
  const onSignedOut = () => void navigate({ to: '/sign-in', search: { signed_out: '1' } });
  useEffect(() => {
    document.title = `${title} · Waypost`;
  }, [title]);
  useShortcuts({ '?': () => setHelp(true) });
  const tabs = TABS.map((tab) => (tab.value === 'here' ? { ...tab, label: title } : tab));
  return (
    <>
      <AppFrame
        onKeyboardHelp={() => setHelp(true)}
        search={
          <div className={classes.title}>
            {above}
            <h1>{title}</h1>
          </div>
        }
        filters={
          <div className={classes.middle}>
            <div className={classes.filters}>{filters}</div>
            <div className={classes.actions}>{actions}</div>
          </div>
        }
        aside={
          <>
            <SimulatedTag />
            <ConnectionStatus />
            <PersonMenu onSignedOut={onSignedOut} onKeyboardHelp={() => setHelp(true)} />
          </>
        }
      >
        <div className={classes.page} data-fit={fit}>
          <ServiceBanner />
          {children}
        </div>
        {phone && (
          <BottomTabs
            tabs={tabs}
            value="here"
            onChange={(to) => {
              if (to === 'board') void navigate({ to: '/' });
              if (to === 'more') void navigate({ to: '/', search: { view: 'more' } });
            }}
          />
        )}
      </AppFrame>
      <PartBoundary>{help && <KeyboardHelp opened onClose={() => setHelp(false)} />}</PartBoundary>
    </>
  );
}
