import { Button } from '@mantine/core';
import { use, useCallback, useEffectEvent, useMemo } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { useLive, useNow } from '../../live/context.ts';
import { PrintArea } from '../../live/PrintArea.tsx';
import { type ChartView, ChartViews } from '../../ui/chart/ChartFrame.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconChartBar, IconLock, IconSearch } from '../../ui/icons.ts';
import { ImportProgress, UnreadLine } from '../../ui/lines.tsx';
import { PageFrameContext, type ViewProps } from '../../ui/page-frame.tsx';
import { readableName } from '../../ui/readable-name.ts';
import shared from '../../ui/shared.module.css';
import { agoText } from '../../ui/time.ts';
import { Actions, Controls } from './Controls.tsx';
import { emptyReason, monthKey, monthOf, scopeOf, unreadOf } from './counts.ts';
import { ENTITIES_ID, Entities } from './Entities.tsx';
import { Charts, OwnUsage, rangeTitle, Totals } from './Report.tsx';
import type { UsageSearch } from './search.ts';
import classes from './UsageView.module.css';
import { useUsage } from './use-usage.ts';

export function UsageView(props: ViewProps<UsageSearch>) {
  const disabledReason = useDisabledReason('administer');
  const Frame = use(PageFrameContext);
  if (disabledReason === null || props.search.partner_id === undefined) return <Usage {...props} />;
  return (
    <Frame title="Usage" fit="scroll">
      <EmptyState
        icon={IconLock}
        title="Other partners' usage is for administrators"
        role="status"
        action={<Button onClick={() => props.onSearch({ partner_id: undefined })}>Show our usage</Button>}
      >
        {disabledReason}
      </EmptyState>
    </Frame>
  );
}

function Usage({ search, onSearch }: ViewProps<UsageSearch>) {
  const Frame = use(PageFrameContext);
  const { year, month, entity_type, partner_id, show } = search;
  const { clock } = useLive();
  // Constant for a month, so that the clock does not re-render the page.
  const open_month = useNow((now) => monthOf(now));
  const scope = useMemo(
    () => scopeOf({ year, month }, Date.parse(`${open_month}-01T00:00:00Z`)),
    [year, month, open_month],
  );
  const usage = useUsage({ from_month: scope.from_month, to_month: scope.to_month, partner_id });
  const { summary, listImport, error: refused, summary_error } = usage;
  const now = clock.now;
  const selected_months = useMemo(
    () => summary?.months.filter((one) => scope.month === null || monthKey(one) === scope.month) ?? [],
    [summary, scope.month],
  );
  const scrollToEntities = useEffectEvent(() => {
    const list = document.getElementById(ENTITIES_ID);
    list?.scrollIntoView({ block: 'start' });
    list?.focus({ preventScroll: true });
  });
  const onView = useCallback(
    (view: ChartView) => onSearch({ show: view === 'table' ? 'table' : undefined }, true),
    [onSearch],
  );
  const read_at = selected_months
    .map((one) => one.read_at)
    .filter((at) => at !== null)
    .sort()[0];
  const age = useNow((now) => (read_at === undefined ? null : agoText(read_at, now)));
  const sortOf = (group: string) => (group === 'webhook' ? 'webhook_count' : 'rest_api_count');
  const openEntities = (change: Partial<UsageSearch>) => {
    onSearch({ ...change, list: change.list, sort_order: undefined });
    scrollToEntities();
  };

  const body = () => {
    if (!summary)
      return summary_error ? (
        <ProblemState problem={asProblem(summary_error)} onRetry={usage.readSummary} />
      ) : (
        <UsageSkeleton />
      );
    const running = listImport?.state === 'reading' || usage.starting;
    if (summary.state === 'missing' && !running)
      return refused ? (
        <ProblemState problem={asProblem(refused)} onRetry={() => usage.start()} />
      ) : (
        <EmptyState
          icon={IconChartBar}
          title={`Usage for ${rangeTitle(scope)} is not loaded yet`}
          action={<Button onClick={() => usage.start()}>Load usage</Button>}
        >
          Waypost loads each month once for everyone.
        </EmptyState>
      );
    const none = summary.state === 'complete' ? emptyReason(summary, entity_type) : null;
    if (none === 'nothing')
      return (
        <EmptyState
          icon={IconChartBar}
          title={`No usage: ${rangeTitle(scope)}`}
          action={
            <Button onClick={() => onSearch({ year: undefined, month: undefined })}>
              Show last 12 months
            </Button>
          }
        >
          These months are loaded. No calls or deliveries were counted.
        </EmptyState>
      );
    if (none === 'filtered' && entity_type !== undefined)
      return (
        <EmptyState
          icon={IconSearch}
          title={`No usage for ${readableName(entity_type).toLowerCase()}`}
          action={<Button onClick={() => onSearch({ entity_type: undefined })}>Show all types</Button>}
        >
          Other types were used in this period: {rangeTitle(scope)}.
        </EmptyState>
      );
    return (
      <div className={classes.content} data-earlier={usage.earlier || undefined} aria-busy={usage.earlier}>
        <PrintArea title={`Usage, ${rangeTitle(scope)}`}>
          <Totals
            scope={scope}
            months={summary.months}
            selected_months={selected_months}
            entity_type={entity_type}
            parts={listImport?.state === 'reading' ? listImport.parts : NO_PARTS}
            onMonth={(value) => onSearch({ month: value === 'all' ? 'all' : value })}
          />
          <Charts
            scope={scope}
            months={summary.months}
            selected_months={selected_months}
            entity_type={entity_type}
            now={now}
            onMonth={(value, group) =>
              openEntities(
                group === 'inactive'
                  ? { month: value, list: 'inactive' }
                  : { month: value, sort_by: group === 'active' ? undefined : sortOf(group) },
              )
            }
            onType={(value, group) => openEntities({ entity_type: value, sort_by: sortOf(group) })}
          >
            {partner_id === undefined && <OwnUsage months={selected_months} now={now()} />}
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
          busy={usage.starting || listImport?.state === 'reading'}
          onRead={usage.start}
          now={now}
        />
      }
    >
      <ChartViews value={show ?? 'chart'} onChange={onView}>
        <div className={shared.column} style={{ minHeight: '100%' }}>
          {listImport && (
            <ImportProgress
              listImport={listImport}
              what="rows"
              part="month"
              now={now()}
              onCancel={usage.cancel}
              cancelling={usage.cancelling}
              onReload={() => usage.start()}
            />
          )}
          {summary && summary.state !== 'missing' && (refused || summary_error) && (
            <ProblemState
              problem={asProblem(refused ?? summary_error)}
              onRetry={refused ? () => usage.start() : usage.readSummary}
              small
            />
          )}
          <UnreadLine unread={unreadOf(selected_months)} words={['row', 'rows']} totals />
          {body()}
          {summary && age !== null && (
            <p className={`${shared.note} ${classes.foot}`}>Updated {age}. Months start and end in UTC.</p>
          )}
        </div>
      </ChartViews>
    </Frame>
  );
}

const NO_PARTS: readonly never[] = [];

function UsageSkeleton() {
  return (
    <div role="status" aria-label="Loading usage" className={classes.skeleton}>
      <div className={classes.totals}>
        {['scope', 'first', 'second'].map((figure) => (
          <span key={figure} style={{ width: 120, height: 48 }} />
        ))}
      </div>
      <div className={classes.charts}>
        {['types', 'months'].map((chart) => (
          <span key={chart} style={{ height: 280, margin: 16 }} />
        ))}
      </div>
    </div>
  );
}
