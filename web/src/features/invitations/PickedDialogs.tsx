/** Dialogs before picked invitations are renewed or withdrawn, or their links copied. */
import { type BoardInvitation, nextAddress } from '@waypost/contract/api/invitations';
import { csvLine } from '@waypost/contract/csv';
import { useRef, useState } from 'react';
import { asProblem, type Problem } from '../../api/problem.ts';
import { ConfirmDialog, ImpactList } from '../../live/ConfirmDialog.tsx';
import { actOnAll, forEachRow, type PickAct, type RowResult } from '../../live/pick-acts/pick-acts.ts';
import { isolated } from '../../ui/bidi.ts';
import { Choice } from '../../ui/Choice.tsx';
import { download } from '../../ui/files.ts';
import { copyWhenResolved } from '../../ui/MonoId.tsx';
import shared from '../../ui/shared.module.css';
import { countText, numberText, plural } from '../../ui/units.ts';
import { useInvitationActions } from './use-invitations.ts';
import { nameOf } from './words.ts';

export interface PickedDialogProps {
  readonly rows: readonly BoardInvitation[];
  /** Why an invitation is left out; null: it is not. */
  readonly refusal: (invitation: BoardInvitation) => string | null;
  /** With the invitations for which it was done. */
  readonly onClose: (done: readonly BoardInvitation[]) => void;
}

/** What was picked when the dialog opened: a row that changes meanwhile keeps its place. */
export function usePicked({ rows, refusal, onClose }: PickedDialogProps) {
  const [picked] = useState(rows);
  const done = useRef<readonly BoardInvitation[]>([]);
  const able = picked.filter((one) => refusal(one) === null);
  return { picked, able, done, close: () => onClose(done.current) };
}

const FORMATS = [
  ['lines', 'One link per line'],
  ['csv', 'CSV with reference, name and email'],
] as const;
type Format = (typeof FORMATS)[number][0];

const CSV_HEAD = csvLine(['Fleet reference', 'Fleet name', 'Email', 'Link']);

/** In the order of the list; without those whose link could not be read. */
function linksText(
  format: Format,
  invitations: readonly BoardInvitation[],
  links: ReadonlyMap<string, string>,
): string {
  const known = invitations.flatMap((one) => {
    const link = links.get(one.key);
    return link === undefined ? [] : [{ ...one, link }];
  });
  if (format === 'lines') return known.map(({ link }) => link).join('\n');
  return (
    CSV_HEAD +
    known
      .map((one) => csvLine([one.fleet_ref ?? '', one.fleet_name ?? '', nextAddress(one) ?? '', one.link]))
      .join('')
  );
}

export function CopyLinksDialog(props: PickedDialogProps) {
  const actions = useInvitationActions();
  const { picked, able, done, close } = usePicked(props);
  const [format, setFormat] = useState<Format>('lines');
  const act = async () => {
    const links = new Map<string, string>();
    const unread = new Map<string, Problem>();
    const text = forEachRow(able, async ({ key }) => {
      try {
        links.set(key, (await actions.link(key)).magic_link);
      } catch (error) {
        unread.set(key, asProblem(error));
      }
    }).then(() => {
      const [problem] = unread.values();
      if (links.size === 0 && problem) throw problem;
      return linksText(format, able, links);
    });
    if (!(await copyWhenResolved(text)))
      download(format === 'csv' ? 'invitation-links.csv' : 'invitation-links.txt', await text, 'text/plain');
    const copy = {
      label: 'Copy links',
      tip: '',
      done: 'copied',
      after: 'Recorded as copied, not as sent. Anyone with a link can accept for its fleet.',
      refusal: props.refusal,
      run: async ({ key }: BoardInvitation) => {
        const problem = unread.get(key);
        if (problem) throw problem;
        const { shared_at } = await actions.share(key, 'copied');
        return { undo: () => actions.unshare(key, shared_at) };
      },
    };
    done.current = await actOnAll(copy, picked, nameOf);
  };
  return (
    <ConfirmDialog
      title={`Copy ${countText(able.length, 'invitation link')}?`}
      action={`Copy ${countText(able.length, 'link')}`}
      disabledReason={able.length === 0 ? 'None of them has a link to share' : null}
      danger={false}
      keep="Cancel"
      failure_title="Not copied"
      act={act}
      onClose={close}
    >
      <div className={shared.columnTight}>
        <Choice label="Format" options={FORMATS} value={format} onChange={setFormat} />
        <p>
          Each look at a link is logged, and each is recorded as copied. If the browser does not allow
          copying, they are saved as a file.
        </p>
      </div>
      <LeftOut count={picked.length - able.length} why="no link to share" />
    </ConfirmDialog>
  );
}

const MAX_NAMED = 5;

/** `CARRIER-1, CARRIER-2 and 3 more` */
function namesText(invitations: readonly BoardInvitation[]): string {
  const named = invitations.slice(0, MAX_NAMED).map((one) => isolated(nameOf(one)));
  const more = invitations.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${numberText(more)} more` : '');
}

interface RenewDialogProps extends PickedDialogProps {
  /** Rejects with a Problem. */
  readonly renew: (invitation: BoardInvitation) => Promise<RowResult>;
  /** Shares the links of those that were renewed. */
  readonly next: NonNullable<PickAct<BoardInvitation>['next']>;
}

/** The renewed ones stay picked: their links are shared next. */
export function RenewDialog({ renew, next, ...props }: RenewDialogProps) {
  const { picked, able } = usePicked(props);
  return (
    <ConfirmDialog
      title={`Renew ${countText(able.length, 'invitation')}?`}
      action={`Renew ${countText(able.length, 'invitation')}`}
      disabledReason={able.length === 0 ? 'None of them can be renewed' : null}
      danger={false}
      keep="Cancel"
      failure_title="Not renewed"
      act={async () => {
        const act = {
          label: 'Renew',
          tip: '',
          done: 'renewed',
          after: 'Nothing was sent to the fleets yet: share the links.',
          next,
          refusal: props.refusal,
          run: renew,
        };
        await actOnAll(act, picked, nameOf);
      }}
      onClose={() => props.onClose([])}
    >
      <p>
        {namesText(able)}. Each keeps its details, and its period begins anew; one that was declined or has
        expired can be accepted again. Nothing is sent to the fleets.
      </p>
      <LeftOut count={picked.length - able.length} why="accepted already, or with incomplete details" />
    </ConfirmDialog>
  );
}

export function WithdrawDialog(props: PickedDialogProps) {
  const actions = useInvitationActions();
  const { picked, able, done, close } = usePicked(props);
  return (
    <ConfirmDialog
      title={`Withdraw ${countText(able.length, 'invitation')}?`}
      confirm="withdraw"
      action={`Withdraw ${countText(able.length, 'invitation')}`}
      disabledReason={able.length === 0 ? 'None of them can be withdrawn' : null}
      keep={plural(able.length, 'Keep invitation', 'Keep invitations')}
      failure_title="Not withdrawn"
      act={async () => {
        const withdraw = {
          label: 'Withdraw',
          tip: '',
          done: 'withdrawn',
          after: 'Their links no longer work.',
          refusal: props.refusal,
          run: async ({ key }: BoardInvitation) => {
            await actions.withdraw(key);
            return {};
          },
        };
        done.current = await actOnAll(withdraw, picked, nameOf);
      }}
      onClose={close}
    >
      <ImpactList>
        <li>their links: the fleets can no longer open, accept or decline them</li>
        <li>anything that a fleet started on its page</li>
        <li>their printed QR codes</li>
      </ImpactList>
      <p>{namesText(able)}. Nothing is shared yet, so no data is lost. This can't be undone.</p>
      <LeftOut count={picked.length - able.length} why="can't be withdrawn" />
    </ConfirmDialog>
  );
}

export function LeftOut({ count, why }: { readonly count: number; readonly why: string }) {
  if (count === 0) return null;
  return (
    <p>
      {numberText(count)} of those picked {plural(count, 'is', 'are')} left out: {why}.
    </p>
  );
}
