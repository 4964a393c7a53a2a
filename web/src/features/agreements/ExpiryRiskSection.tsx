/** What ends before it is needed no more, soonest first, each with its way out. What lasts is one line with its proof. */
import { Button } from '@mantine/core';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton } from '../../ui/buttons.tsx';
import { IconAlertTriangleFilled, IconCircleCheck } from '../../ui/icons.ts';
import shared from '../../ui/shared.module.css';
import { useLayout } from '../../ui/use-media.ts';
import classes from './ExpiryRiskSection.module.css';
import { expiryRiskText } from './expiry-risk.ts';
import { countText, fleetName } from './names.ts';
import type { AgreementRow } from './query.ts';
import { dayText } from './state.ts';

export interface ExpiryRiskSectionProps {
  readonly atRisk: readonly AgreementRow[];
  /** Active ones that last. */
  readonly lasting: number;
  /** Watched loads whose fleet is unknown. */
  readonly unknown: number;
  readonly now: number;
  readonly disabledReason: string | null;
  readonly onExtend: (id: string) => void;
  readonly onOpen: (id: string) => void;
  readonly onAll: () => void;
}

/** More would push the list away. */
const MOST = { desk: 3, phone: 1 } as const;
const NAMES = 4;

export function ExpiryRiskSection(props: ExpiryRiskSectionProps) {
  const { atRisk, lasting, unknown, now, disabledReason, onExtend, onOpen, onAll } = props;
  const most = useLayout() === 'phone' ? MOST.phone : MOST.desk;
  const doubt =
    unknown > 0
      ? ` ${countText(unknown, 'watched load')} may depend on any of these: we don't know the fleet of ${unknown === 1 ? 'its truck' : 'their trucks'}.`
      : '';
  if (atRisk.length === 0)
    return (
      <p className={classes.fine}>
        <IconCircleCheck size={16} aria-hidden className={classes.icon} />
        <span>
          {countText(lasting, 'active agreement')} {lasting === 1 ? 'lasts' : 'last'} as long as loads and
          monitors need {lasting === 1 ? 'it' : 'them'}.{doubt}
        </span>
      </p>
    );
  return (
    <section className={classes.root} aria-label="Agreements that end too soon">
      <ul className={shared.list}>
        {atRisk.slice(0, most).map((row) => (
          <li key={row.agreement.id} className={classes.item}>
            <IconAlertTriangleFilled size={16} aria-hidden className={classes.icon} />
            <Words row={row} now={now} onOpen={onOpen} />
            <GuardedButton
              disabledReason={disabledReason}
              variant="filled"
              aria-label={`Extend the access of ${isolated(fleetName(row.agreement))}`}
              onClick={() => onExtend(row.agreement.id)}
            >
              Extend
            </GuardedButton>
          </li>
        ))}
      </ul>
      {(atRisk.length > most || doubt !== '') && (
        <p className={classes.more}>
          {atRisk.length > most && (
            <Button size="compact-xs" onClick={onAll}>
              Show all {atRisk.length} that end too soon
            </Button>
          )}
          {doubt && <span>{doubt}</span>}
        </p>
      )}
    </section>
  );
}

function Words({
  row,
  now,
  onOpen,
}: { readonly row: AgreementRow } & Pick<ExpiryRiskSectionProps, 'now' | 'onOpen'>) {
  const { agreement, risk } = row;
  if (!risk) return null;
  const { expiration_date } = agreement;
  const ended = risk.kind === 'ended';
  const when = expiration_date ? dayText(expiration_date, now) : '';
  const names = namesAtRisk(row);
  return (
    <div className={shared.fillWords}>
      <span>
        <button type="button" className={classes.fleet} onClick={() => onOpen(agreement.id)}>
          {fleetName(agreement)}
        </button>
        : access {ended ? `ended ${when}, and` : `ends ${when},`} {expiryRiskText(risk)}
      </span>
      <span className={shared.smallLine} title={names.join(', ')}>
        {names.slice(0, NAMES).join(', ')}
        {names.length > NAMES && ` and ${names.length - NAMES} more`}
      </span>
    </div>
  );
}

function namesAtRisk({ agreement, risk }: AgreementRow): string[] {
  const { load_list, monitor_list } = agreement.dependents;
  const counts = ({ ends_before }: { readonly ends_before: boolean }) =>
    risk?.kind === 'ended' || ends_before;
  return [
    ...load_list.filter(counts).map(({ load_ref, load_id }) => isolated(load_ref ?? load_id.slice(0, 8))),
    ...monitor_list.filter(counts).map(({ name, id }) => `monitor ${name ?? id.slice(0, 8)}`),
  ];
}
