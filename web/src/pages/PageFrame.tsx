/**
 * Frame of every page except the board: title and actions in the top bar, and content that scrolls below. On a phone, bottom tabs lead
 * to the board and to the other pages.
 */
import { ActionIcon } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';
import { WithQueries } from '../api/queries.tsx';
import { PersonMenu } from '../features/session/PersonMenu.tsx';
import { AppFrame, BottomTabs } from '../frame/AppFrame.tsx';
import { PAGES } from '../frame/pages.ts';
import { ConnectionStatus, ServiceBanner, SimulatedTag } from '../frame/ServiceState.tsx';
import { useConnection, useOutage } from '../live/context.ts';
import { commandPalette } from '../ui/command-palette.ts';
import { markFirstViewReady } from '../ui/deferred.tsx';
import { IconDots, IconFile, IconMap, IconSearch } from '../ui/icons.ts';
import { useShortcuts } from '../ui/keys.ts';
import { LazyBoundary, lazyWithRetry, showLoadFailure } from '../ui/lazy-with-retry.tsx';
import type { PageParts, ViewProps } from '../ui/page-frame.tsx';
import { PageFrameContext } from '../ui/page-frame.tsx';
import shared from '../ui/shared.module.css';
import { useLayout } from '../ui/use-media.ts';
import classes from './PageFrame.module.css';

const KeyboardHelp = lazyWithRetry(() => import('../frame/KeyboardHelp.tsx'));
const OverviewStrip = lazyWithRetry(() => import('../features/overview/OverviewStrip.tsx'));

/** Pages about fleets and usage, which start with the overview counts. */
const WITH_OVERVIEW: ReadonlySet<string> = new Set(['/agreements', '/drivers', '/usage', '/fuel']);

/** Pages with numbers from the tracking service, which become outdated in an outage. All other pages show our own records. */
const OF_SERVICE = /^\/(monitors|invitations|fleets|agreements|drivers|usage|fuel|handover)(\/|$)/;

/** Longest title, in characters, that fits into three lines on every screen. */
const TITLE_FITS = 40;

export function PageFrame({ title, tab, above, actions, filters, fit = 'fill', children }: PageParts) {
  const [help, setHelp] = useState(false);
  const navigate = useNavigate();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const with_overview = WITH_OVERVIEW.has(path);
  const phone = useLayout() === 'phone';
  const connected = useConnection().phase === 'live';
  const outage = useOutage() && OF_SERVICE.test(path);
  const onSignedOut = () => void navigate({ to: '/sign-in', search: { signed_out: '1' } });
  // What loads after the first view is wanted here too, when the board was left before it had drawn its own.
  useEffect(markFirstViewReady, []);
  useDocumentTitle(`${title} · Waypost`);
  useShortcuts({ '?': () => setHelp(true) });
  // A page below another (`/drivers/new`) has its label and icon.
  const under = PAGES.find(({ to }) => path === to || (to !== '/' && path.startsWith(`${to}/`)));
  const tabs = [
    { value: 'board', label: 'Board', Icon: IconMap },
    { value: 'here', label: tab ?? under?.label ?? title, Icon: under?.Icon ?? IconFile },
    { value: 'more', label: 'More', Icon: IconDots },
  ] as const;
  return (
    <>
      <AppFrame
        onKeyboardHelp={() => setHelp(true)}
        search={
          <div className={classes.title}>
            {above && <span className={classes.above}>{above}</span>}
            {/* A title that scrolls must be reachable by keyboard. */}
            <h1 tabIndex={title.length > TITLE_FITS ? 0 : undefined}>{title}</h1>
          </div>
        }
        filters={
          <div className={`${shared.row} ${classes.middle}`}>
            <div className={`${shared.row} ${shared.fill} ${classes.filters}`}>{filters}</div>
            <div className={`${shared.row} ${shared.fixed} ${classes.actions}`}>{actions}</div>
          </div>
        }
        aside={
          <>
            <SimulatedTag />
            {phone && (
              <ActionIcon aria-label="Search everything" onClick={() => commandPalette.set(true)}>
                <IconSearch size={20} aria-hidden />
              </ActionIcon>
            )}
            <ConnectionStatus />
            <PersonMenu onSignedOut={onSignedOut} onKeyboardHelp={() => setHelp(true)} />
          </>
        }
      >
        <div className={classes.page} data-fit={fit} data-outage={outage || undefined}>
          {with_overview && (
            <div className={classes.overview}>
              <LazyBoundary connected={connected} failed={null}>
                <OverviewStrip />
              </LazyBoundary>
            </div>
          )}
          <ServiceBanner own_data />
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
      <LazyBoundary
        onFailure={() => {
          setHelp(false);
          showLoadFailure();
        }}
      >
        {help && <KeyboardHelp onClose={() => setHelp(false)} />}
      </LazyBoundary>
    </>
  );
}

/**
 * Makes the page of a view whose state is in the address: frame, query cache, search parameters and their setter.
 *
 * @param View its route's schema must produce `Search`
 */
export function viewPage<Search extends object>(View: ComponentType<ViewProps<Search>>): () => ReactNode {
  return function ViewPage() {
    const search: object = useSearch({ strict: false });
    const navigate = useNavigate();
    const onSearch = useCallback(
      (change: Partial<Search>, replace = false) =>
        void navigate({ to: '.', search: (previous: object) => ({ ...previous, ...change }), replace }),
      [navigate],
    );
    return (
      <WithQueries>
        <PageFrameContext value={PageFrame}>
          <View search={search as Search} onSearch={onSearch} />
        </PageFrameContext>
      </WithQueries>
    );
  };
}
