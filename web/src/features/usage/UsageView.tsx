/** Usage of the service: what was called and delivered, by month and entity type. What one would bookmark is in the address. */

import { Button } from '@mantine/core';
import { use, useCallback, useEffectEvent, useMemo } from 'react';
import { CompanyHead } from '../../api/CompanyHead.tsx';
import { useDisabledReason } from '../../api/context.ts';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { useLive, useNow } from '../../live/context.ts';
import { type ChartView, ChartViews } from '../../ui/chart/ChartFrame.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconChartBar, IconLock, IconSearch } from '../../ui/icons.ts';
import { ImportProgress, UnreadLine } from '../../ui/lines.tsx';
import { PageFrameContext, PrintArea } from '../../ui/page-frame.tsx';
import { readableName } from '../../ui/readable-name.ts';
import { agoText } from '../../ui/time.ts';
import { Actions } from './Actions.tsx';
import { Charts } from './Charts.tsx';
import { Controls } from './Controls.tsx';
import { emptiness, monthKey, unreadOf } from './counts.ts';
import { ENTITIES_ID, Entities } from './Entities.tsx';
import { OwnPart } from './OwnPart.tsx';
import { monthOf, scopeOf } from './scope.ts';
import type { UsageSearch } from './search.ts';
import { rangeTitle, Totals } from './Totals.tsx';
import classes from './UsageView.module.css';
import { useUsage } from './use-usage.ts';

export interface UsageViewProps {
  readonly search: UsageSearch;
  /** `replace`: no step of its own for the browser's Back. */
  readonly onSearch: (change: Partial<UsageSearch>, replace?: boolean) => void;
}

export function UsageView(props: UsageViewProps) {
  const disabledReason = useDisabledReason('administer');
  const Frame = use(PageFrameContext);
  if (disabledReason === null || props.search.partner_id === undefined) return <Usage {...props} />;
  return (
    <Frame title="Usage" fit="scroll">
      <NotAllowed why={disabledReason} onOwn={() => props.onSearch({ partner_id: undefined })} />
    </Frame>
  );
}

function Usage({ search, onSearch }: UsageViewProps) {
  const Frame = use(PageFrameContext);
  const { year, month, entity_type, partner_id, show } = search;
  const { clock } = useLive();
  // The same for a whole month: a minute draws nothing again.
  const open_month = useNow((now) => monthOf(now));
  const scope = useMemo(
    () => scopeOf({ year, month }, Date.parse(`${open_month}-01T00:00:00Z`)),
    [year, month, open_month],
  );
  const usage = useUsage({ from_month: scope.from_month, to_month: scope.to_month, partner_id });
  const { summary, listImport, refused, error } = usage;
  const now = clock.now;
  const looked_at = useMemo(
    () => summary?.months.filter((one) => scope.month === null || monthKey(one) === scope.month) ?? [],
    [summary, scope.month],
  );
  const toEntities = useEffectEvent(() => {
    const list = document.getElementById(ENTITIES_ID);
    list?.scrollIntoView({ block: 'start' });
    list?.focus({ preventScroll: true });
  });
  const onView = useCallback(
    (view: ChartView) => onSearch({ show: view === 'table' ? 'table' : undefined }, true),
    [onSearch],
  );
  const read_at = looked_at
    .map((one) => one.read_at)
    .filter((at) => at !== null)
    .sort()[0];
  const age = useNow((now) => (read_at === undefined ? null : agoText(read_at, now)));
  const sortOf = (group: string) => (group === 'webhook' ? 'webhook_count' : 'rest_api_count');
  const behind = (change: Partial<UsageSearch>) => {
    onSearch({ ...change, list: change.list, sort_order: undefined });
    toEntities();
  };

  const body = () => {
    if (!summary)
      return error ? <ProblemState problem={asProblem(error)} onRetry={usage.retry} /> : <UsageSkeleton />;
    const running = listImport?.state === 'reading' || usage.beginning;
    if (summary.state === 'missing' && !running)
      return refused ? (
        <ProblemState problem={asProblem(refused)} onRetry={() => usage.begin()} />
      ) : (
        <NotRead range={rangeTitle(scope)} onRead={() => usage.begin()} />
      );
    const none = summary.state === 'complete' ? emptiness(summary, entity_type) : null;
    if (none === 'nothing')
      return (
        <NothingCalled
          range={rangeTitle(scope)}
          onLast={() => onSearch({ year: undefined, month: undefined })}
        />
      );
    if (none === 'filtered' && entity_type !== undefined)
      return (
        <NoneOfType
          entity_type={entity_type}
          range={rangeTitle(scope)}
          onClear={() => onSearch({ entity_type: undefined })}
        />
      );
    return (
      <div className={classes.content} data-earlier={usage.earlier || undefined} aria-busy={usage.earlier}>
        <PrintArea>
          <CompanyHead />
          <h2 className={classes.printed}>Usage, {rangeTitle(scope)}</h2>
          <Totals
            scope={scope}
            months={summary.months}
            looked_at={looked_at}
            entity_type={entity_type}
            onMonth={(value) => onSearch({ month: value === 'all' ? 'all' : value })}
          />
          <Charts
            scope={scope}
            months={summary.months}
            looked_at={looked_at}
            entity_type={entity_type}
            now={now}
            onMonth={(value, group) =>
              behind(
                group === 'inactive'
                  ? { month: value, list: 'inactive' }
                  : { month: value, sort_by: group === 'active' ? undefined : sortOf(group) },
              )
            }
            onType={(value, group) => behind({ entity_type: value, sort_by: sortOf(group) })}
          >
            {partner_id === undefined && <OwnPart months={looked_at} now={now()} />}
          </Charts>
        </PrintArea>
        <Entities scope={scope} search={search} onSearch={onSearch} />
      </div>
    );
  };

  return (
    <Frame
      title="Usage"
      fit="scroll"
      filters={
        <Controls
          search={search}
          onSearch={onSearch}
          entity_types={summary?.entity_types ?? []}
          now={now()}
        />
      }
      actions={
        <Actions
          scope={scope}
          search={search}
          summary={summary}
          busy={usage.beginning || listImport?.state === 'reading'}
          onRead={usage.begin}
          now={now}
        />
      }
    >
      <ChartViews value={show ?? 'chart'} onChange={onView}>
        <div className={classes.view}>
          {listImport && (
            <ImportProgress
              listImport={listImport}
              what="rows"
              part="month"
              now={now()}
              onCancel={usage.cancel}
              cancelling={usage.cancelling}
              onAgain={() => usage.begin()}
            />
          )}
          {summary && summary.state !== 'missing' && (refused || error || usage.cancel_error) && (
            <ProblemState
              problem={asProblem(refused ?? error ?? usage.cancel_error)}
              onRetry={refused ? () => usage.begin() : usage.retry}
              small
            />
          )}
          <UnreadLine unread={unreadOf(looked_at)} words={['row', 'rows']} totals />
          {body()}
          {summary && age !== null && (
            <p className={classes.foot}>Updated {age}. Months start and end in UTC.</p>
          )}
        </div>
      </ChartViews>
    </Frame>
  );
}

/** In the shape of the page: figures, two charts. */
function UsageSkeleton() {
  return (
    <div role="status" aria-label="Loading usage" className={classes.skeleton}>
      <div className={classes.statesFigures}>
        <span />
        <span />
        <span />
      </div>
      <div className={classes.statesCharts}>
        <span />
        <span />
      </div>
    </div>
  );
}

export function NotRead({ range, onRead }: { readonly range: string; readonly onRead: () => void }) {
  return (
    <EmptyState
      icon={<IconChartBar size={32} stroke={1.5} />}
      title={`Usage for ${range} is not loaded yet`}
      action={<Button onClick={onRead}>Load usage</Button>}
    >
      Waypost loads each month once for everyone.
    </EmptyState>
  );
}

function NothingCalled({ range, onLast }: { readonly range: string; readonly onLast: () => void }) {
  return (
    <EmptyState
      icon={<IconChartBar size={32} stroke={1.5} />}
      title={`No usage: ${range}`}
      action={<Button onClick={onLast}>Show last 12 months</Button>}
    >
      These months are loaded. No calls or deliveries were counted.
    </EmptyState>
  );
}

interface NoneOfTypeProps {
  readonly entity_type: string;
  readonly range: string;
  readonly onClear: () => void;
}

function NoneOfType({ entity_type, range, onClear }: NoneOfTypeProps) {
  return (
    <EmptyState
      icon={<IconSearch size={32} stroke={1.5} />}
      title={`No usage for ${readableName(entity_type).toLowerCase()}`}
      action={<Button onClick={onClear}>Show all types</Button>}
    >
      Other types were used in this period: {range}.
    </EmptyState>
  );
}

function NotAllowed({ why, onOwn }: { readonly why: string; readonly onOwn: () => void }) {
  return (
    <EmptyState
      icon={<IconLock size={32} stroke={1.5} />}
      title="Other partners' usage is for administrators"
      role="status"
      action={<Button onClick={onOwn}>Show our usage</Button>}
    >
      {why}
    </EmptyState>
  );
}
