/** One agreement of the list: as a row of the table, and as a card on a phone. */
import type { BoardAgreement } from '@waypost/contract/api/agreements';
import { memo } from 'react';
import { Age } from '../../live/Age.tsx';
import { GridCell } from '../../ui/Grid.tsx';
import { IconAlertTriangleFilled } from '../../ui/icons.ts';
import { useWritingKey } from '../../ui/prefs.ts';
import { fullDateTime, shortDateTime } from '../../ui/time.ts';
import classes from './AgreementRow.module.css';
import { connectionKind, connectionWord, lastData, providerName } from './connection-state.ts';
import { fleetName, thingsText } from './names.ts';
import type { AgreementRow as Row } from './query.ts';
import { StateMark } from './StateMark.tsx';
import { sharedText, writeText } from './shared.ts';
import { stateWords } from './state.ts';

export interface AgreementRowProps {
  readonly row: Row;
  readonly now: number;
  /** Its dates are half changed. */
  readonly unsaved: boolean;
}

export const AgreementCells = memo(function AgreementCells({ row, now, unsaved }: AgreementRowProps) {
  useWritingKey();
  const { agreement } = row;
  const write = writeText(agreement.scopes);
  return (
    <>
      <GridCell data-column="state">
        <StateMark row={row} now={now} />
      </GridCell>
      <GridCell data-column="fleet">
        <Fleet agreement={agreement} unsaved={unsaved} />
      </GridCell>
      <GridCell data-column="starts">
        <Instant at={agreement.effective_date} none="Not told" now={now} />
      </GridCell>
      <GridCell data-column="ends">
        <Instant at={agreement.expiration_date} none="No end" now={now} />
      </GridCell>
      <GridCell data-column="shared">
        <div className={classes.clipped} title={sharedText(agreement.scopes)}>
          {sharedText(agreement.scopes)}
        </div>
        {write && <div className={classes.second}>{write}</div>}
      </GridCell>
      <GridCell data-column="needs">
        <Needs row={row} />
      </GridCell>
      <GridCell data-column="data">
        <Data agreement={agreement} />
      </GridCell>
    </>
  );
});

export const AgreementCard = memo(function AgreementCard({ row, now, unsaved }: AgreementRowProps) {
  useWritingKey();
  const { agreement } = row;
  const { word, means } = stateWords(agreement, now);
  return (
    <GridCell className={classes.card}>
      <Fleet agreement={agreement} unsaved={unsaved} />
      <div className={classes.clipped}>
        <b>{word}</b>, {means}
      </div>
      <div className={classes.second}>{sharedText(agreement.scopes)}</div>
      <div className={classes.clipped}>
        <Needs row={row} />
      </div>
    </GridCell>
  );
});

function Fleet({ agreement, unsaved }: { readonly agreement: BoardAgreement; readonly unsaved: boolean }) {
  const name = fleetName(agreement);
  const { fleet_ref } = agreement;
  return (
    <>
      <div className={classes.name} title={name}>
        {name}
      </div>
      <div className={classes.second}>
        {unsaved && <b>Not saved · </b>}
        {fleet_ref && fleet_ref !== name ? fleet_ref : (agreement.fleet_id?.slice(0, 8) ?? '')}
      </div>
    </>
  );
}

interface InstantProps {
  readonly at: string | null | undefined;
  readonly none: string;
  readonly now: number;
}

function Instant({ at, none, now }: InstantProps) {
  if (!at) return <span className={classes.none}>{none}</span>;
  return (
    <time dateTime={at} title={fullDateTime(at)}>
      {dateText(at, now)}
    </time>
  );
}

/** With its day: a time alone would not say that it is today's. */
function dateText(at: string, now: number): string {
  const text = shortDateTime(at, now);
  return /[A-Z][a-z]/.test(text) ? text : `Today, ${text}`;
}

function Needs({ row: { agreement, foresight } }: { readonly row: Row }) {
  const { loads, monitors } = agreement.dependents;
  if (loads + monitors === 0) return <span className={classes.none}>Nothing known</span>;
  return (
    <>
      <div className={classes.clipped}>{thingsText(loads, monitors)}</div>
      {foresight && (
        <div className={classes.risk}>
          <IconAlertTriangleFilled size={12} aria-hidden />
          {foresight.kind === 'ended'
            ? 'without access'
            : `${foresight.loads + foresight.monitors} after its end`}
        </div>
      )}
    </>
  );
}

/** Of its connections the one over which data came last. */
function Data({ agreement: { connections } }: { readonly agreement: BoardAgreement }) {
  const lasts = connections
    .map((connection) => ({ connection, last: lastData(connection) }))
    .sort((a, b) => ((a.last?.at ?? '') < (b.last?.at ?? '') ? 1 : -1));
  const [first] = lasts;
  if (!first) return <span className={classes.none}>No connection known</span>;
  const { connection, last } = first;
  const fine = connectionKind(connection) === 'fine';
  return (
    <>
      <div className={classes.clipped}>
        {providerName(connection)}
        {lasts.length > 1 && <span className={classes.none}> +{lasts.length - 1}</span>}
      </div>
      <div className={classes.second} data-attention={!fine || undefined}>
        {!fine && `${connectionWord(connection)}${last ? ', ' : ''}`}
        {last ? <Age at={last.at} ago /> : fine && 'age not told'}
      </div>
    </>
  );
}
