/**
 * The form that invites a fleet. Only a reference is required. If the fleet already has an invitation, sending renews it, and a preview
 * shows the changes.
 */
import { Box, Button, Group, TextInput, Tooltip } from '@mantine/core';
import { INTENT_ROUTES } from '@waypost/contract/api/intent-routes';
import { invitationStage, refreshChanges } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation, InvitationDefaults } from '@waypost/contract/api/invitations';
import { INVITATION_HOURS, type InvitationCreate } from '@waypost/contract/invitations';
import { type ReactNode, useMemo } from 'react';
import { useApi, useDisabledReason } from '../../api/context.ts';
import { SET_BY_WAYPOST } from '../../live/activity-log.ts';
import { useLive, useNow } from '../../live/context.ts';
import { useFormDraft, useFormDrafts } from '../../live/form/draft.ts';
import { type Attempt, type Submit, useFormOf } from '../../live/form/form.ts';
import { correctText, SendOutcome, type SendWords } from '../../live/form/parts.tsx';
import { FIELD_LABEL, REFRESH_MEANS } from '../../live/invitations.ts';
import { RenewalChanges } from '../../live/RenewalChanges.tsx';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton } from '../../ui/buttons.tsx';
import { IconChevronDown, IconChevronRight } from '../../ui/icons.ts';
import { copyWhenResolved } from '../../ui/MonoId.tsx';
import { PanelForm, SidePanel } from '../../ui/SidePanel.tsx';
import shared from '../../ui/shared.module.css';
import { durationText, fullDateTime } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { countText, plural } from '../../ui/units.ts';
import { Warning } from '../../ui/Warning.tsx';
import { StageBadge } from './columns.tsx';
import {
  checkDraft,
  draftOf,
  emptyDraft,
  type FieldErrors,
  type FieldName,
  fieldOfPath,
  fieldText,
  type InvitationDraft,
  invitationDraft,
  likeFleets,
  warningsOf,
} from './draft.ts';
import { FormContext, fieldId, MoreFields, withAdvice } from './FormFields.tsx';
import classes from './invitations.module.css';
import { PermissionsField } from './PermissionsField.tsx';
import { invitationOf } from './query.ts';
import { showNotRecorded, useInvitationActions } from './use-invitations.ts';
import { nameOf } from './words.ts';

type Sent = Awaited<ReturnType<ReturnType<typeof useCreate>>>;

function useCreate() {
  const { http } = useApi();
  const actions = useInvitationActions();
  /** @param copy also copies the link */
  return async (body: InvitationCreate, headers: Readonly<Record<string, string>>, copy: boolean) => {
    const creating = http.call(INTENT_ROUTES.createInvitation, { body, headers });
    // The clipboard write must start in the click; the link may arrive seconds later.
    const copying = copy
      ? copyWhenResolved(
          creating.then(async ({ result }) => {
            if (!result) throw new Error('no link');
            return (await actions.link(result.key)).magic_link;
          }),
        ).catch(() => false)
      : null;
    const created = await creating;
    if (created.intent.state !== 'done') return { ...created, body, link: null } as const;
    if (created.result) actions.storeResult(created.result);
    const was_copied = await copying;
    if (was_copied && created.result)
      created.result = await actions.share(created.result.key, 'copied').catch((error: unknown) => {
        showNotRecorded(error);
        return created.result;
      });
    // `not_copied`: blocked by the browser or the service; null: not requested.
    const link = was_copied === null ? null : was_copied ? 'copied' : 'not_copied';
    return { ...created, body, link } as const;
  };
}

/** By default with a copy of the link. */
type SendHow = 'create_only' | undefined;

const CLOSE_WORDS = {
  label: 'Close form',
  tip: 'Close (Esc). Your draft stays on this computer',
} as const;

interface CreatePanelProps {
  readonly items: readonly BoardInvitation[] | undefined;
  readonly defaults: InvitationDefaults | undefined;
  readonly fleet_ref: string | undefined;
  readonly csv_button: ReactNode;
  readonly from: BoardInvitation | null;
  /** Null: the outcome is unknown. */
  readonly onSent: (sent: BoardInvitation | null) => void;
  readonly onClose: () => void;
}

export function CreatePanel(props: CreatePanelProps) {
  const { items, defaults, fleet_ref, csv_button, from, onSent, onClose } = props;
  const disabledReason = useDisabledReason('manage_onboarding');
  const source = from ? `from:${from.key}` : fleet_ref === undefined ? 'new' : `new:${fleet_ref}`;
  const editor = useFormDraft<InvitationDraft>({
    drafts: useFormDrafts('invitation_draft', invitationDraft, 'computer'),
    name: source,
    initial: () => (from ? draftOf(from, defaults) : emptyDraft(fleet_ref)),
  });
  const { values: draft, set } = editor;
  const typed_ref = draft.fleet_ref.trim();
  const existing = items && typed_ref !== '' ? invitationOf(items, typed_ref) : null;
  const checked = checkDraft(draft, existing);
  const { body } = checked;
  const create = useCreate();
  const form = useFormOf(editor, {
    checked,
    keyed: true,
    disabledReason,
    send: (request, { headers, how }: Attempt<SendHow>) => create(request, headers, how !== 'create_only'),
    onDone: (sent) => confirmSent(sent, onSent),
    fieldOf: fieldOfPath,
    textOf: (field) => fieldText(draft, field),
    shownAfter: (field) => {
      if (field === 'fleet_ref' && draft.fleet_ref === '') return null;
      // An ID needs its type, even before that field was visited.
      return fieldId(field === 'fleet_regulatory_id_type' ? 'fleet_regulatory_id' : field);
    },
    rejected: (message) => `was rejected by the tracking service: ${message}`,
  });
  const { errors } = form;
  const fleets = useMemo(() => likeFleets(items ?? []), [items]);
  const warnings = warningsOf(draft, fleets);
  const more = draft.more || namesMore(errors) || namesMore(warnings);
  const disabled = disabledReason !== null;
  const hours = body && (body.expires_in_hours ?? INVITATION_HOURS.default);
  return (
    <SidePanel
      label={from ? 'Renew invitation' : 'Invite a fleet'}
      title={from ? `Renew invitation: ${isolated(nameOf(from))}` : 'Invite a fleet'}
      buttons={
        form.save_state !== 'unavailable' &&
        draft.fleet_ref !== '' && (
          <Tooltip label="Start over">
            <Button size="compact-xs" onClick={form.discard}>
              Discard
            </Button>
          </Tooltip>
        )
      }
      close_words={CLOSE_WORDS}
      onClose={onClose}
    >
      <FormContext value={{ ...form, warnings, disabled }}>
        <PanelForm
          {...form.element}
          foot={
            <SendBar
              submit={form}
              disabledReason={disabledReason}
              refreshes={existing !== null}
              hours={hours}
              wrong={draft.fleet_ref === '' ? [] : [...errors.keys()]}
              warned={[...warnings.keys()].filter((field) => !errors.has(field))}
              onCreateOnly={() => form.submit('create_only')}
            />
          }
        >
          {disabledReason !== null && <p className={shared.note}>{disabledReason}</p>}
          <TextInput
            {...form.text('fleet_ref', FIELD_LABEL.fleet_ref)}
            id={fieldId('fleet_ref')}
            description={
              withAdvice(existing || errors.has('fleet_ref') ? undefined : warnings.get('fleet_ref')) ??
              'Your own ID for the fleet. It comes back in events and redirects.'
            }
            placeholder="e.g. CARRIER-1000"
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            autoFocus
            disabled={disabled}
          />
          {existing && (
            <RefreshPreview
              existing={existing}
              body={body}
              defaults={defaults}
              onTakeOver={() => set({ ...draftOf(existing, defaults), more: true })}
            />
          )}
          <PermissionsField />
          <div className={shared.wrappedTight}>
            <Button
              aria-expanded={more}
              leftSection={
                more ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />
              }
              onClick={() => set({ more: !draft.more })}
            >
              More fields
            </Button>
            {from === null && csv_button}
          </div>
          {more && <MoreFields defaults={defaults} existing={existing} />}
        </PanelForm>
      </FormContext>
    </SidePanel>
  );
}

const ALWAYS_SHOWN: ReadonlySet<FieldName> = new Set(['fleet_ref', 'permissions']);
const namesMore = (fields: FieldErrors) => [...fields.keys()].some((field) => !ALWAYS_SHOWN.has(field));

const LINK_TEXT = {
  copied: 'It is not sent yet: send the link to the fleet.',
  not_copied: 'This browser blocked copying. Use “Copy link”.',
  not_asked: 'Nothing was sent to the fleet yet: share the link.',
} as const;

const SET_BY_RENEWAL: readonly string[] = ['expires_at', ...SET_BY_WAYPOST];

function confirmSent(
  { intent, result, refreshed, changed, body, link }: Sent,
  onSent: CreatePanelProps['onSent'],
): void {
  const name = isolated(result ? nameOf(result) : (intent.subject ?? 'The fleet'));
  const done = refreshed ? `Renewed the invitation of ${name}` : `Created the invitation of ${name}`;
  // The server fills in its own addresses, and each renewal has a new end: nobody changed those.
  const by_hand = changed.filter(({ field }) => field in body || !SET_BY_RENEWAL.includes(field)).length;
  const fields = `${countText(by_hand, 'field')} changed. `;
  toast({
    title: link === 'copied' ? `${done} and copied the link` : done,
    text: `${refreshed && by_hand > 0 ? fields : ''}${LINK_TEXT[link ?? 'not_asked']}`,
  });
  onSent(result);
}

interface RefreshPreviewProps {
  readonly existing: BoardInvitation;
  readonly body: InvitationCreate | null;
  readonly defaults: InvitationDefaults | undefined;
  /** Fills the form with the existing details, so that none is omitted. */
  readonly onTakeOver: () => void;
}

/** Shown when the fleet already has an invitation: what sending would change. */
function RefreshPreview({ existing, body, defaults, onTakeOver }: RefreshPreviewProps) {
  const { clock } = useLive();
  const stage = useNow((now) => invitationStage(existing, now));
  // The server fills in its own redirect URLs when they are omitted.
  const sent = body && {
    ...(defaults && {
      success_redirect_url: defaults.success_redirect_url,
      failure_redirect_url: defaults.failure_redirect_url,
    }),
    ...body,
  };
  const changes = sent ? refreshChanges(existing, sent, clock.now()) : [];
  const open = changes.some(({ effect }) => effect === 'left_out');
  return (
    <section className={classes.preview} aria-label="What renewing changes">
      <h3>
        {nameOf(existing)} already has an invitation <StageBadge invitation={existing} />
      </h3>
      <p className={shared.note}>{REFRESH_MEANS[stage]}</p>
      {changes.length > 0 && <RenewalChanges changes={changes} then="After renewing" />}
      {open && (
        <Button size="compact-xs" onClick={onTakeOver}>
          Keep existing details
        </Button>
      )}
    </section>
  );
}

interface SendBarProps {
  readonly submit: Pick<Submit, 'sending' | 'cancel' | 'asNew'>;
  readonly disabledReason: string | null;
  readonly refreshes: boolean;
  /** Null while invalid. */
  readonly hours: number | null;
  /** Fields to correct before anything can be sent. */
  readonly wrong: readonly FieldName[];
  /** Fields that look wrong and are sent as typed. */
  readonly warned: readonly FieldName[];
  readonly onCreateOnly: () => void;
}

const WORDS: SendWords = {
  refused: 'Nothing was sent to the fleet',
  sent_before: (
    <>
      <strong>This form was already sent with different details.</strong> The first request may have arrived:
      check the list. If it is not what you want, send this as new; the fleet still has only one invitation.
    </>
  ),
  safe: 'Sending again is safe: a fleet has only one invitation.',
  unknown: (message) => (
    <>
      <strong>Not confirmed yet: checking whether it was created.</strong>{' '}
      {message ?? 'The tracking service did not respond.'} Sending again is safe: a fleet has only one
      invitation.
    </>
  ),
};

function SendBar({ submit, disabledReason, refreshes, hours, wrong, warned, onCreateOnly }: SendBarProps) {
  const { phase } = submit.sending;
  const until = useNow((now) => (hours === null ? null : minuteOf(now + hours * 3600_000)));
  const verb = refreshes ? 'Renew' : 'Invite';
  const waiting = phase === 'waiting';
  const retrying = phase === 'no_answer' || phase === 'unknown';
  return (
    <div className={shared.fixed} style={{ borderTop: '1px solid var(--wp-line)' }}>
      <SendOutcome submit={submit} words={WORDS} />
      <Box component="p" px={16} pt={8} className={shared.note}>
        {hours !== null && until !== null
          ? // The end of a renewed link is among the changes above.
            refreshes
            ? `Renew, link valid for ${durationText(hours * 3600_000)}`
            : `Invite, link valid until ${until}`
          : wrong.length === 0
            ? 'Only the reference is required.'
            : correctText(wrong, FIELD_LABEL)}
      </Box>
      {warned.length > 0 && (
        <Box px={16} pt={4} fz="xs">
          <Warning>
            {countText(warned.length, 'field')} {plural(warned.length, 'looks', 'look')} wrong:{' '}
            {warned.map((field) => FIELD_LABEL[field]).join(', ')}
          </Warning>
        </Box>
      )}
      <Group justify="flex-end" gap={8} px={16} py={8}>
        {waiting && <Button onClick={submit.cancel}>Do not send</Button>}
        {!waiting && !retrying && (
          <GuardedButton disabledReason={disabledReason} onClick={onCreateOnly}>
            {refreshes ? 'Renew only' : 'Create only'}
          </GuardedButton>
        )}
        <GuardedButton
          variant="filled"
          type="submit"
          disabledReason={disabledReason}
          loading={phase === 'sending'}
        >
          {waiting ? 'Try now' : retrying ? 'Check again' : `${verb} and copy link`}
        </GuardedButton>
      </Group>
    </div>
  );
}

const minuteOf = (at: number) =>
  fullDateTime(Math.ceil(at / 60_000) * 60_000).replace(/:\d\d (?=[^:]*$)/, ' ');
