/** What will be lost, by name: watched loads and monitors as links, so that one can look before. */
import { Link } from '@tanstack/react-router';
import type { BoardAgreement } from '@waypost/contract/api/agreements';
import { Fragment } from 'react';
import { ImpactList } from '../../live/ConfirmDialog.tsx';
import { personLocale } from '../../ui/locale.ts';
import classes from './AgreementPanel.module.css';
import { countText } from './names.ts';

/** More names say no more. */
const MOST = 12;

export interface ImpactProps {
  readonly dependents: BoardAgreement['dependents'];
  /** Watched loads whose fleet is unknown. */
  readonly unknown: number;
}

export function Impact({ dependents, unknown }: ImpactProps) {
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
