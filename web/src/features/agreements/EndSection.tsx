/** The two ends of an agreement by hand: cancelled, where the service offers that, or deleted. Both after a typed confirmation. */

import { Link } from '@tanstack/react-router';
import { type BoardAgreement, confirmationOf } from '@waypost/contract/api/agreements';
import { Fragment, useState } from 'react';
import { ConfirmDialog, ImpactList } from '../../live/ConfirmDialog.tsx';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton } from '../../ui/buttons.tsx';
import { IconBan, IconTrash } from '../../ui/icons.ts';
import { Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { toast } from '../../ui/toasts.ts';
import { personLocale } from '../../ui/units.ts';
import classes from './AgreementPanel.module.css';
import { countText, fleetName } from './names.ts';
import type { StateKind } from './state.ts';
import { useAgreementWriting } from './use-agreements.ts';

export interface EndSectionProps {
  readonly agreement: BoardAgreement;
  readonly unknown: number;
  readonly kind: StateKind;
  readonly disabledReason: string | null;
  readonly onDeleted: () => void;
}

export function EndSection({ agreement, unknown, kind, disabledReason, onDeleted }: EndSectionProps) {
  const [asked, setAsked] = useState<'cancel' | 'delete' | null>(null);
  const { cancel, remove } = useAgreementWriting(agreement.id);
  const name = isolated(fleetName(agreement));
  if (agreement.status === 'deleted') return null;
  return (
    <Section title="End agreement">
      <div className={shared.wrapped}>
        {kind !== 'over' && (
          <GuardedButton
            disabledReason={disabledReason}
            leftSection={<IconBan size={16} aria-hidden />}
            onClick={() => setAsked('cancel')}
          >
            Cancel agreement
          </GuardedButton>
        )}
        <GuardedButton
          disabledReason={disabledReason}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setAsked('delete')}
        >
          Delete agreement
        </GuardedButton>
      </div>
      {kind !== 'over' && (
        <p className={classes.note}>To end access but keep the agreement, change its dates above.</p>
      )}
      {asked && (
        <ConfirmDialog
          title={`${asked === 'cancel' ? 'Cancel' : 'Delete'} agreement with ${name}?`}
          confirm={confirmationOf(agreement)}
          action={asked === 'cancel' ? 'Cancel agreement' : 'Delete agreement'}
          keep="Keep agreement"
          not_done={asked === 'cancel' ? 'Not cancelled' : 'Not deleted'}
          act={async (typed) => {
            await (asked === 'cancel' ? cancel : remove).mutateAsync({ body: { confirm: typed } });
            toast({ title: `${asked === 'cancel' ? 'Cancelled' : 'Deleted'} agreement with ${name}` });
            if (asked === 'delete') onDeleted();
          }}
          onClose={() => setAsked(null)}
        >
          <Impact dependents={agreement.dependents} unknown={unknown} />
          <p>
            {asked === 'cancel' ? 'It stays in the list as cancelled.' : "This can't be undone."} To share
            again, the fleet must accept a new invitation.
          </p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** More names say no more. */
const MOST = 12;

interface ImpactProps {
  readonly dependents: BoardAgreement['dependents'];
  /** Watched loads whose fleet is unknown. */
  readonly unknown: number;
}

/** What will be lost, by name: watched loads and monitors as links, so that one can look before. */
function Impact({ dependents, unknown }: ImpactProps) {
  const { loads, monitors, load_list, monitor_list } = dependents;
  return (
    <ImpactList>
      <li>all data from this fleet, including its trucks and positions</li>
      {loads > 0 && (
        <li>
          the tracking of {countText(loads, 'watched load')}:{' '}
          {load_list.slice(0, MOST).map(({ load_id, load_ref }, at) => (
            <Fragment key={load_id}>
              {at > 0 && ', '}
              <Link to="/" search={{ load: load_id }} className={classes.link}>
                {load_ref ?? load_id.slice(0, 8)}
              </Link>
            </Fragment>
          ))}
          {loads > MOST && ` and ${(loads - MOST).toLocaleString(personLocale())} more`}
        </li>
      )}
      {monitors > 0 && (
        <li>
          the arrivals of {countText(monitors, 'monitor')}:{' '}
          {monitor_list.slice(0, MOST).map(({ id, name }, at) => (
            <Fragment key={id}>
              {at > 0 && ', '}
              <Link to="/monitors/$monitor_id" params={{ monitor_id: id }} className={classes.link}>
                {name ?? id.slice(0, 8)}
              </Link>
            </Fragment>
          ))}
          {monitors > MOST && ` and ${(monitors - MOST).toLocaleString(personLocale())} more`}
        </li>
      )}
      {unknown > 0 && <li>possibly more: we don't know the fleet of {countText(unknown, 'watched load')}</li>}
    </ImpactList>
  );
}
