/** Dialogs before picked invitations are renewed or withdrawn, their links copied, or a follow-up is logged with each. */
import { TextInput } from '@mantine/core';
import { type BoardInvitation, nextAddress } from '@waypost/contract/api/invitations';
import { csvLine } from '@waypost/contract/csv';
import { type ComponentProps, useRef, useState } from 'react';
import { asProblem, type Problem } from '../../api/problem.ts';
import { ConfirmDialog, ImpactList } from '../../live/ConfirmDialog.tsx';
import { DateTimeField } from '../../live/DateTimeField.tsx';
import {
  actOnAll,
  forEachRow,
  namedText,
  type PickAct,
  type RowResult,
} from '../../live/pick-acts/pick-acts.ts';
import { Choice } from '../../ui/Choice.tsx';
import { download } from '../../ui/files.ts';
import { copyWhenResolved } from '../../ui/MonoId.tsx';
import shared from '../../ui/shared.module.css';
import { personZone } from '../../ui/time.ts';
import { countText, numberText, plural } from '../../ui/units.ts';
import { minuteText } from '../../ui/zoned.ts';
import { NOTE_MAX, useNextFollowUp } from './FollowUpForm.tsx';
import { useInvitationActions } from './use-invitations.ts';
import { nameOf } from './words.ts';

interface PickedDialogProps {
  readonly rows: readonly BoardInvitation[];
  /** Why an invitation is left out; null: it is not. */
  readonly refusal: (invitation: BoardInvitation) => string | null;
  /** With the invitations for which it was done. */
  readonly onClose: (done: readonly BoardInvitation[]) => void;
}

/** What was picked when the dialog opened: a row that changes meanwhile keeps its place. */
function usePicked({ rows, refusal }: PickedDialogProps) {
  const [picked] = useState(rows);
  return { picked, able: picked.filter((one) => refusal(one) === null) };
}

interface PickedActProps
  extends PickedDialogProps,
    Omit<ComponentProps<typeof ConfirmDialog>, 'act' | 'onClose' | 'keep'> {
  readonly picked: readonly BoardInvitation[];
  readonly keep?: string;
  /** What is done with each, after what has to be done before. */
  readonly act: () => Promise<Omit<PickAct<BoardInvitation>, 'label' | 'tip' | 'refusal'>>;
  /** The done ones stay picked. */
  readonly stay?: boolean;
  /** Why some of them are left out. */
  readonly left_out: string;
}

function PickedDialog(props: PickedActProps) {
  const { rows: _, picked, refusal, act, onClose, left_out, stay = false, children, ...dialog } = props;
  const done = useRef<readonly BoardInvitation[]>([]);
  const count = picked.filter((one) => refusal(one) !== null).length;
  return (
    <ConfirmDialog
      danger={false}
      keep="Cancel"
      {...dialog}
      act={async () => {
        const acted = await actOnAll({ ...(await act()), refusal }, picked, nameOf);
        if (!stay) done.current = acted;
      }}
      onClose={() => onClose(done.current)}
    >
      {children}
      {count > 0 && (
        <p>
          {numberText(count)} of those picked {plural(count, 'is', 'are')} left out: {left_out}.
        </p>
      )}
    </ConfirmDialog>
  );
}

type Format = 'lines' | 'csv';
const FORMATS = { 'One link per line': 'lines', 'CSV with reference, name and email': 'csv' } as const;

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
  const { picked, able } = usePicked(props);
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
    return {
      done: 'copied',
      after: 'Recorded as copied, not as sent. Anyone with a link can accept for its fleet.',
      run: async ({ key }: BoardInvitation) => {
        const problem = unread.get(key);
        if (problem) throw problem;
        const { shared_at } = await actions.share(key, 'copied');
        return { undo: () => actions.unshare(key, shared_at) };
      },
    };
  };
  return (
    <PickedDialog
      {...props}
      picked={picked}
      title={`Copy ${countText(able.length, 'invitation link')}?`}
      action={`Copy ${countText(able.length, 'link')}`}
      disabledReason={able.length === 0 ? 'None of them has a link to share' : null}
      failure_title="Not copied"
      act={act}
      left_out="no link to share"
    >
      <div className={shared.columnTight}>
        <Choice label="Format" options={FORMATS} value={format} onChange={setFormat} />
        <p>
          Each look at a link is logged, and each is recorded as copied. If the browser does not allow
          copying, they are saved as a file.
        </p>
      </div>
    </PickedDialog>
  );
}

const MAX_NAMED = 5;

const namesText = (invitations: readonly BoardInvitation[]) => namedText(invitations.map(nameOf), MAX_NAMED);

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
    <PickedDialog
      {...props}
      picked={picked}
      stay
      title={`Renew ${countText(able.length, 'invitation')}?`}
      action={`Renew ${countText(able.length, 'invitation')}`}
      disabledReason={able.length === 0 ? 'None of them can be renewed' : null}
      failure_title="Not renewed"
      act={async () => ({
        done: 'renewed',
        after: 'Nothing was sent to the fleets yet: share the links.',
        next,
        run: renew,
      })}
      left_out="accepted already, or with incomplete details"
    >
      <p>
        {namesText(able)}. Each keeps its details, and its period begins anew; one that was declined or has
        expired can be accepted again. Nothing is sent to the fleets.
      </p>
    </PickedDialog>
  );
}

export function WithdrawDialog(props: PickedDialogProps) {
  const actions = useInvitationActions();
  const { picked, able } = usePicked(props);
  return (
    <PickedDialog
      {...props}
      picked={picked}
      danger
      title={`Withdraw ${countText(able.length, 'invitation')}?`}
      confirm="withdraw"
      action={`Withdraw ${countText(able.length, 'invitation')}`}
      disabledReason={able.length === 0 ? 'None of them can be withdrawn' : null}
      keep={plural(able.length, 'Keep invitation', 'Keep invitations')}
      failure_title="Not withdrawn"
      act={async () => ({
        done: 'withdrawn',
        after: 'Their links no longer work.',
        run: async ({ key }) => {
          await actions.withdraw(key);
          return {};
        },
      })}
      left_out="can't be withdrawn"
    >
      <ImpactList>
        <li>their links: the fleets can no longer open, accept or decline them</li>
        <li>anything that a fleet started on its page</li>
        <li>their printed QR codes</li>
      </ImpactList>
      <p>{namesText(able)}. Nothing is shared yet, so no data is lost. This can't be undone.</p>
    </PickedDialog>
  );
}

/** The same note and next day for each. */
export function FollowUpDialog(props: PickedDialogProps) {
  const actions = useInvitationActions();
  const { picked, able } = usePicked(props);
  const [note, setNote] = useState('');
  const [wall, setWall] = useState('');
  const { chosen, error } = useNextFollowUp(wall);
  const due = chosen === null ? 'tomorrow' : minuteText(chosen.at, personZone());
  return (
    <PickedDialog
      {...props}
      picked={picked}
      title={`Log a follow-up with ${countText(able.length, 'fleet')}?`}
      action="Log follow-up"
      disabledReason={error}
      failure_title="Not logged"
      act={async () => ({
        done: 'followed up',
        after: `They are due again ${due} if there is no answer.`,
        run: async ({ key }) => {
          const body = { note: note.trim() || null, follow_up_at: chosen?.at ?? null, contacted: true };
          const { logged_at } = await actions.chase(key, body);
          return { undo: () => actions.undoChase(key, logged_at) };
        },
      })}
      left_out="no answer is awaited"
    >
      <div className={shared.columnTight}>
        <TextInput
          label="Note (optional)"
          placeholder="e.g. called, no answer"
          maxLength={NOTE_MAX}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <DateTimeField
          label="Next follow-up (optional)"
          description={`Due again ${due} if there is no answer`}
          value={wall}
          error={error}
          onChange={setWall}
        />
      </div>
    </PickedDialog>
  );
}
