/** What a change of dates will do, before it is sent: from when to when, what it means now, whom it covers and whom it does not. */
import type { AgreementUpdate } from '@waypost/contract/agreements';
import type { BoardAgreement } from '@waypost/contract/api/agreements';
import { IconAlertTriangleFilled } from '../../ui/icons.ts';
import { minuteText } from '../../ui/zoned.ts';
import classes from './AccessForm.module.css';
import { changed, type Effect } from './dates.ts';
import { stateText } from './state.ts';

export interface AccessPreviewProps {
  readonly agreement: BoardAgreement;
  readonly change: AgreementUpdate;
  readonly effect: Effect;
  readonly now: number;
  readonly zone: string;
}

const NAMES = 5;

export function AccessPreview({ agreement, change, effect, now, zone }: AccessPreviewProps) {
  const { effective_date, expiration_date } = change;
  const text = (at: string | null | undefined, none: string) => (at ? minuteText(at, zone) : none);
  const { covered, uncovered, stops, begins } = effect;
  return (
    <section className={classes.preview} aria-label="What this changes" aria-live="polite">
      <h4>What this changes</h4>
      {effective_date !== undefined && (
        <p>
          Starts {text(effective_date, '')} (was {text(agreement.effective_date, 'not set')}).
        </p>
      )}
      {expiration_date !== undefined && (
        <p>
          {expiration_date === null ? 'No end date' : `Ends ${text(expiration_date, '')}`}
          {agreement.expiration_date
            ? ` (was ${text(agreement.expiration_date, '')}).`
            : ' (had no end date).'}
        </p>
      )}
      <p>Then: {stateText(changed(agreement, change), now, zone)}.</p>
      {stops && (
        <p className={classes.warn}>
          <IconAlertTriangleFilled size={14} aria-hidden />
          Data stops right away: this fleet’s trucks leave the map.
        </p>
      )}
      {begins && <p>Data sharing starts right away: its loads update within seconds.</p>}
      {covered.length > 0 && (
        <p>
          Covers {countNames(covered)} that would have lost access: {names(covered)}.
        </p>
      )}
      {uncovered.length > 0 ? (
        <p className={classes.warn}>
          <IconAlertTriangleFilled size={14} aria-hidden />
          {countNames(uncovered)} {uncovered.length === 1 ? 'loses' : 'lose'} access then: {names(uncovered)}.
        </p>
      ) : (
        <p>No load or monitor that needs it loses access.</p>
      )}
    </section>
  );
}

const countNames = ({ length }: readonly unknown[]) => (length === 1 ? 'one' : String(length));

function names(of: readonly { readonly name: string }[]): string {
  const first = of.slice(0, NAMES).map(({ name }) => name);
  return of.length > NAMES ? `${first.join(', ')} and ${of.length - NAMES} more` : first.join(', ');
}
