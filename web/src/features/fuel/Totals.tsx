/** What the range comes to, per currency and unit, in exact decimals: amounts of another kind are never added. */
import type { FuelSummary } from '@waypost/contract/api/fuel';
import shared from '../../ui/shared.module.css';
import classes from './FuelView.module.css';
import { costText, countText, exactText, groupName, priceText, volumeWithUnit } from './words.ts';

export interface TotalsProps {
  readonly summary: FuelSummary;
}

export function Totals({ summary }: TotalsProps) {
  const { totals, deleted, state } = summary;
  if (totals.length === 0) return null;
  const most = totals.toSorted((a, b) => b.transactions - a.transactions);
  return (
    <section className={classes.strip} aria-label={state === 'complete' ? 'Totals' : 'Partial totals'}>
      {state !== 'complete' && <span className={classes.totalsPart}>Partial</span>}
      <ul className={classes.groups}>
        {most.map((group) => {
          const { currency, volume_unit, transactions, fuel_volume, total_cost, price_per_unit } = group;
          const name = groupName(group);
          return (
            <li key={name} aria-label={name}>
              <strong data-figure>{costText(total_cost, currency) ?? 'No cost'}</strong>
              <span>
                {[
                  volumeWithUnit(fuel_volume, volume_unit) ?? 'no volume',
                  priceText(price_per_unit, currency, volume_unit),
                  countText(transactions, 'transaction'),
                ]
                  .filter((one) => one !== null)
                  .join(' · ')}
              </span>
            </li>
          );
        })}
      </ul>
      {deleted > 0 && (
        <span className={shared.fixedSmall} title="Deleted by the provider">
          {exactText(String(deleted))} deleted, not counted
        </span>
      )}
    </section>
  );
}
