/** Loads whose actual times come from the monitor: why we think so, and what a person says to it. */
import { Link } from '@tanstack/react-router';
import { MONITOR_ROUTES } from '@waypost/contract/api/monitor-routes';
import type { BoardMonitor, MonitorLink } from '@waypost/contract/api/monitors';
import { useApi, useDisabledReason } from '../../../api/context.ts';
import { asProblem } from '../../../api/problem.ts';
import { showProblem, useAttempt } from '../../../api/show-problem.ts';
import { isolated } from '../../../ui/bidi.ts';
import { GuardedButton } from '../../../ui/buttons.tsx';
import { Section } from '../../../ui/Section.tsx';
import shared from '../../../ui/shared.module.css';
import { toast } from '../../../ui/toasts.ts';
import classes from './MonitorDetail.module.css';
import { linkWords } from './words.ts';

export interface LinksSectionProps {
  readonly monitor: BoardMonitor;
  readonly onChanged: (monitor: BoardMonitor) => void;
}

const ORDER: readonly MonitorLink['state'][] = ['suggested', 'linked', 'rejected'];

export function LinksSection({ monitor, onChanged }: LinksSectionProps) {
  const links = monitor.links.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  return (
    <Section title="Loads">
      {links.length === 0 ? (
        'No load linked, and no watched load has its name or truck.'
      ) : (
        <ul className={`${shared.list} ${shared.columnTight}`}>
          {links.map((link) => (
            <LinkRow key={link.load_id} link={link} monitor={monitor} onChanged={onChanged} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function LinkRow({ link, monitor, onChanged }: LinksSectionProps & { readonly link: MonitorLink }) {
  const { http } = useApi();
  const disabledReason = useDisabledReason('manage_monitors');
  const { busy, attempt } = useAttempt();
  const name = isolated(link.load_ref ?? link.load_id.slice(0, 8));
  const write = async (state: MonitorLink['state']) => {
    const body = { load_id: link.load_id, state };
    onChanged(await http.call(MONITOR_ROUTES.linkMonitor, { params: { monitor_id: monitor.id }, body }));
  };
  const undo = () =>
    write(link.source === 'person' ? link.state : 'suggested').then(
      () => toast({ title: `Link to ${name} restored` }),
      (error: unknown) => showProblem('Not undone', asProblem(error)),
    );
  const say = (state: 'linked' | 'rejected') =>
    attempt(`Link to ${name} not changed`, async () => {
      await write(state);
      toast({
        title: state === 'linked' ? `${name} linked to this monitor` : `${name} unlinked from this monitor`,
        action: { label: 'Undo', run: () => void undo() },
      });
    });
  return (
    <li className={classes.link} data-state={link.state}>
      <div className={shared.fillWords}>
        <Link to="/" search={{ load: link.load_id }} className={classes.load}>
          {name}
        </Link>
        <span className={shared.small}>
          {link.state === 'rejected' ? 'not this load' : linkWords(link.source)}
          {link.state === 'suggested' && ': is it for this load?'}
        </span>
      </div>
      {link.state !== 'linked' && (
        <GuardedButton
          disabledReason={disabledReason}
          disabled={busy}
          variant={link.state === 'suggested' ? 'filled' : 'default'}
          onClick={() => void say('linked')}
        >
          {link.state === 'suggested' ? 'Yes, link it' : 'Link it anyway'}
        </GuardedButton>
      )}
      {link.state !== 'rejected' && (
        <GuardedButton disabledReason={disabledReason} disabled={busy} onClick={() => void say('rejected')}>
          {link.state === 'suggested' ? 'No' : 'Not this load'}
        </GuardedButton>
      )}
    </li>
  );
}
