/** What is odd, check by check: the rule, how many it found of how many it could judge, and each with its reason. */
import { Button, VisuallyHidden } from '@mantine/core';
import type { FuelCheck, FuelFinding, FuelSummary } from '@waypost/contract/api/fuel';
import { useState } from 'react';
import { QueryState } from '../../api/QueryState.tsx';
import shared from '../../ui/shared.module.css';
import { fullDateTime } from '../../ui/time.ts';
import { personLocale } from '../../ui/units.ts';
import classes from './Checks.module.css';
import { Pager } from './Pager.tsx';
import { type PartProps, useFindings } from './use-fuel.ts';
import { OnlyOfTheWhole } from './Vehicles.tsx';
import { CHECK_WORDS, costText, countText, fleetText, reasonOf, vehicleName } from './words.ts';

const PAGE = 50;

export interface ChecksProps extends PartProps {
  readonly summary: FuelSummary;
  /** The one that is open. */
  readonly check: FuelCheck | undefined;
  readonly onCheck: (check: FuelCheck | undefined) => void;
  readonly onOpen: (finding: FuelFinding) => void;
  /** Its rows in the table. */
  readonly onRows: (check: FuelCheck) => void;
}

export function Checks(props: ChecksProps) {
  const { summary, listImport, check, onCheck } = props;
  if (summary.checks === null || listImport.state !== 'complete') return <OnlyOfTheWhole what="Checks" />;
  return (
    <ul className={`${shared.list} ${shared.scrollY} ${classes.list}`}>
      {summary.checks.map(({ check: one, findings, judged }) => {
        const open = one === check;
        const { title, rule } = CHECK_WORDS[one];
        return (
          <li key={one}>
            <button
              type="button"
              className={classes.check}
              aria-expanded={open}
              disabled={findings === 0}
              onClick={() => onCheck(open ? undefined : one)}
            >
              <strong>{title}</strong>
              <span className={classes.count}>
                {judged === 0 ? 'Nothing to check' : findings.toLocaleString(personLocale())}
                {judged > 0 && <em>of {judged.toLocaleString(personLocale())} checked</em>}
              </span>
            </button>
            <p className={`${shared.note} ${classes.rule}`}>{rule()}</p>
            {open && findings > 0 && <Findings {...props} check={one} />}
          </li>
        );
      })}
    </ul>
  );
}

function Findings({ listImport, gone, check, onOpen, onRows }: ChecksProps & { readonly check: FuelCheck }) {
  const [offset, setOffset] = useState(0);
  const query = useFindings({ listImport, gone }, check, { offset, size: PAGE });
  const { data } = query;
  if (!data) return <QueryState query={query} label="Loading findings" small />;
  return (
    <div className={classes.findings}>
      <ul>
        {data.items.map((finding) => {
          const { transaction: row } = finding;
          return (
            <li key={row.id}>
              <div>
                <strong>
                  {[vehicleName(row), row.fuel_vendor, row.transaction_jurisdiction]
                    .filter(Boolean)
                    .join(', ') || row.id}
                </strong>
                <span>
                  {[
                    row.occurred_at ? fullDateTime(row.occurred_at) : null,
                    costText(row.total_cost ?? null, row.currency ?? null),
                    fleetText(row),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <p>{reasonOf(finding)}</p>
              </div>
              <Button size="compact-xs" onClick={() => onOpen(finding)}>
                Show in table and map
              </Button>
            </li>
          );
        })}
      </ul>
      <div className={classes.acts}>
        <Button size="compact-xs" onClick={() => onRows(check)}>
          Show in table
        </Button>
      </div>
      <Pager
        offset={offset}
        size={PAGE}
        total={data.total}
        what={data.total === 1 ? 'finding' : 'findings'}
        onOffset={setOffset}
      />
      <VisuallyHidden role="status">{countText(data.total, 'finding')}</VisuallyHidden>
    </div>
  );
}
