/**
 * Inviting a fleet, beside the list: its reference is all that is needed. When it already has an invitation, this refreshes it, and what
 * that changes is said before.
 */
import { Box, Button, Group, TextInput, Tooltip } from '@mantine/core';
import { INTENT_ROUTES } from '@waypost/contract/api/intent-routes';
import type { CreatedInvitation } from '@waypost/contract/api/intents';
import { invitationStage, refreshChanges } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation, InvitationDefaults } from '@waypost/contract/api/invitations';
import { INVITATION_HOURS, type InvitationCreate } from '@waypost/contract/invitations';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useApi, useDisabledReason } from '../../api/context.ts';
import { useLive, useNow } from '../../live/context.ts';
import { changeWords, FIELD_LABEL, REFRESH_MEANS } from '../../live/invitations.ts';
import { SendOutcome, type SendWords } from '../../live/SubmitBar.tsx';
import { type Sending, type Submit, useSending } from '../../live/sending.ts';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton } from '../../ui/buttons.tsx';
import { IconChevronDown, IconChevronRight } from '../../ui/icons.ts';
import { copyWhenResolved } from '../../ui/MonoId.tsx';
import { PanelForm, SidePanel, useTouchedFields } from '../../ui/SidePanel.tsx';
import shared from '../../ui/shared.module.css';
import { fullDateTime } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { StageBadge } from './columns.tsx';
import {
  checkDraft,
  type DraftEditor,
  draftOf,
  emptyDraft,
  type FieldErrors,
  type FieldName,
  fieldOfPath,
  fieldText,
  useDraft,
} from './draft.ts';
import { FormContext, fieldId, MoreFields } from './FormFields.tsx';
import classes from './invitations.module.css';
import { PermissionsField } from './PermissionsField.tsx';
import { invitationOf } from './query.ts';
import { showNotRecorded, useInvitationActs } from './use-invitations.ts';
import { nameOf } from './words.ts';

interface Sent extends CreatedInvitation {
  /** `copied`; `not_copied`: asked for, and this browser or the service did not let us; null: not asked for. */
  readonly link: 'copied' | 'not_copied' | null;
}

const NO_LINK = 'no link';

/** `send(true)`: and the link into the clipboard. @param body null while there are errors */
function useSubmit(editor: DraftEditor, body: InvitationCreate | null, onSent: (sent: Sent) => void) {
  const { http } = useApi();
  const acts = useInvitationActs();
  const { draft } = editor;

  const create = async (wish: InvitationCreate, headers: Readonly<Record<string, string>>, copy: boolean) => {
    const creating = http.call(INTENT_ROUTES.createInvitation, { body: wish, headers });
    // Begun within the click; what it waits for may take seconds.
    const copying = copy
      ? copyWhenResolved(
          creating.then(async ({ result }) => {
            if (!result) throw new Error(NO_LINK);
            return (await acts.link(result.key)).magic_link;
          }),
        ).catch(() => false)
      : null;
    const created = await creating;
    if (created.intent.state !== 'done') return { ...created, link: null };
    if (created.result) acts.learn(created.result);
    const copied = await copying;
    if (copied && created.result)
      created.result = await acts.share(created.result.key, 'copied').catch((error: unknown) => {
        showNotRecorded(error);
        return created.result;
      });
    return { ...created, link: copied === null ? null : copied ? 'copied' : 'not_copied' } as const;
  };

  return useSending({
    draft: editor,
    body: () => body,
    call: create,
    fieldOf: fieldOfPath,
    textOf: (field) => fieldText(draft, field),
    onDone: onSent,
  });
}

const CLOSE_WORDS = {
  label: 'Close form',
  tip: 'Close (Esc). Your draft stays on this computer',
} as const;

interface CreatePanelProps {
  /** Invitations that are known; undefined while they are read. */
  readonly items: readonly BoardInvitation[] | undefined;
  readonly defaults: InvitationDefaults | undefined;
  readonly fleet_ref: string | undefined;
  /** Button to many at once. */
  readonly many: ReactNode;
  /** The invitation whose fields the form takes over. */
  readonly from: BoardInvitation | null;
  /** Null: what became of it is not known yet. */
  readonly onSent: (sent: BoardInvitation | null) => void;
  readonly onClose: () => void;
}

export function CreatePanel(props: CreatePanelProps) {
  const { items, defaults, fleet_ref, many, from, onSent, onClose } = props;
  const disabledReason = useDisabledReason('manage_onboarding');
  const source = from ? `from:${from.key}` : fleet_ref === undefined ? 'new' : `new:${fleet_ref}`;
  const editor = useDraft(source, () => (from ? draftOf(from, defaults) : emptyDraft(fleet_ref)));
  const { draft, set } = editor;
  const there = useMemo(
    () => (items && draft.fleet_ref.trim() !== '' ? invitationOf(items, draft.fleet_ref.trim()) : null),
    [items, draft.fleet_ref],
  );
  const checked = useMemo(() => checkDraft(draft, there), [draft, there]);
  const body = checked.ok ? checked.body : null;
  const submit = useSubmit(editor, body, (sent) => confirmSent(sent, onSent));
  const { errors, tried, setTried, onBlur } = useErrors(
    editor,
    checked.ok ? NO_ERRORS : checked.errors,
    submit.sending,
  );
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tried > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tried]);
  const more = draft.more || hasMore(errors);
  const disabled = disabledReason !== null;
  const state = useMemo(() => ({ draft, set, errors, disabled }), [draft, set, errors, disabled]);
  const send = (copy: boolean) => {
    if (disabledReason !== null) return;
    if (body === null) setTried((times) => times + 1);
    else submit.send(copy);
  };
  const hours = checked.ok ? (checked.body.expires_in_hours ?? INVITATION_HOURS.default) : null;
  return (
    <SidePanel
      label={from ? 'Renew invitation' : 'Invite a fleet'}
      title={from ? `Renew invitation: ${isolated(nameOf(from))}` : 'Invite a fleet'}
      buttons={
        editor.kept &&
        draft.fleet_ref !== '' && (
          <Tooltip label="Start over">
            <Button size="compact-xs" onClick={editor.discard}>
              Discard
            </Button>
          </Tooltip>
        )
      }
      close_words={CLOSE_WORDS}
      onClose={onClose}
    >
      <FormContext value={state}>
        <PanelForm
          ref={form}
          onBlur={onBlur}
          onSubmit={() => send(true)}
          foot={
            <SendBar
              submit={submit}
              disabledReason={disabledReason}
              refreshes={there !== null}
              hours={hours}
              onSend={send}
            />
          }
        >
          {disabledReason !== null && <p className={shared.note}>{disabledReason}</p>}
          <TextInput
            id={fieldId('fleet_ref')}
            label="Fleet reference"
            description="Your own ID for the fleet. It comes back in events and redirects."
            placeholder="e.g. CARRIER-1000"
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            autoFocus
            value={draft.fleet_ref}
            disabled={disabled}
            error={errors.get('fleet_ref') && `${FIELD_LABEL.fleet_ref} ${errors.get('fleet_ref')}`}
            onChange={({ currentTarget }) => set({ fleet_ref: currentTarget.value })}
          />
          {there && (
            <RefreshPreview
              there={there}
              body={body}
              defaults={defaults}
              onTakeOver={() => set({ ...draftOf(there, defaults), more: true })}
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
            {from === null && many}
          </div>
          {more && <MoreFields defaults={defaults} there={there} />}
        </PanelForm>
      </FormContext>
    </SidePanel>
  );
}

const NO_ERRORS: FieldErrors = new Map();
const ALWAYS_SHOWN: ReadonlySet<FieldName> = new Set(['fleet_ref', 'permissions']);
const hasMore = (errors: FieldErrors) => [...errors.keys()].some((field) => !ALWAYS_SHOWN.has(field));

const LINK_TEXT = {
  copied: 'Recorded as shared. Send it to the fleet.',
  not_copied: 'This browser blocked copying. Use “Copy link”.',
  not_asked: 'Nothing was sent to the fleet yet: share the link.',
} as const;

function confirmSent(
  { intent, result, refreshed, changed, link }: Sent,
  onSent: CreatePanelProps['onSent'],
): void {
  const name = isolated(result ? nameOf(result) : (intent.subject ?? 'The fleet'));
  const done = refreshed ? `Renewed the invitation of ${name}` : `Created the invitation of ${name}`;
  const fields = changed.length === 1 ? '1 field changed. ' : `${changed.length} fields changed. `;
  toast({
    title: link === 'copied' ? `${done} and copied the link` : done,
    text: `${refreshed && changed.length > 0 ? fields : ''}${LINK_TEXT[link ?? 'not_asked']}`,
  });
  onSent(result);
}

/** Errors of fields that were left, of all once sending was tried, and the service's own until the field changes. */
function useErrors(editor: DraftEditor, found: FieldErrors, sending: Sending<FieldName>) {
  const { touched, onBlur } = useTouchedFields();
  const [tried, setTried] = useState(0);
  const refused = sending.phase === 'refused' ? sending.fields : null;
  const { draft } = editor;
  const errors = useMemo(() => {
    const shown = new Map<FieldName, string>();
    for (const [field, message] of found)
      if (tried > 0 || (touched.has(fieldId(field)) && !(field === 'fleet_ref' && draft.fleet_ref === '')))
        shown.set(field, message);
    // The type is asked for when the id was left, though nobody has been to its field yet.
    const type = found.get('fleet_regulatory_id_type');
    if (type && touched.has(fieldId('fleet_regulatory_id'))) shown.set('fleet_regulatory_id_type', type);
    for (const { field, message, text } of refused ?? [])
      if (fieldText(draft, field) === text)
        shown.set(field, `was rejected by the tracking service: ${message}`);
    return shown;
  }, [found, touched, tried, refused, draft]);
  return { errors, tried, setTried, onBlur };
}

interface RefreshPreviewProps {
  readonly there: BoardInvitation;
  /** Null while there are errors. */
  readonly body: InvitationCreate | null;
  readonly defaults: InvitationDefaults | undefined;
  /** Fills the form with what is there, so that nothing of it is left out. */
  readonly onTakeOver: () => void;
}

/** Before it is sent: this fleet_ref has an invitation, and what sending will change in it. */
function RefreshPreview({ there, body, defaults, onTakeOver }: RefreshPreviewProps) {
  const { clock } = useLive();
  const stage = useNow((now) => invitationStage(there, now));
  // As our server sends it: addresses of ours where none is given.
  const sent = body && {
    ...(defaults && {
      success_redirect_url: defaults.success_redirect_url,
      failure_redirect_url: defaults.failure_redirect_url,
    }),
    ...body,
  };
  const changes = sent ? refreshChanges(there, sent, clock.now()) : [];
  const open = changes.some(({ effect }) => effect === 'left_out');
  return (
    <section className={classes.preview} aria-label="What renewing changes">
      <h3>
        {nameOf(there)} already has an invitation <StageBadge stage={stage} raw={there.status} />
      </h3>
      <p className={shared.note}>{REFRESH_MEANS[stage]}</p>
      {changes.length > 0 && (
        <dl>
          {changes.map((change) => {
            const { name, before, after, note } = changeWords(change);
            return (
              <div key={change.field}>
                <dt>{name}</dt>
                <dd>
                  {before !== null && (
                    <>
                      <del className={shared.secondary}>{before}</del>{' '}
                    </>
                  )}
                  {after} {note && <span className={shared.note}>{note}</span>}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
      {open && (
        <Button size="compact-xs" onClick={onTakeOver}>
          Keep existing details
        </Button>
      )}
    </section>
  );
}

interface SendBarProps {
  readonly submit: Submit;
  readonly disabledReason: string | null;
  readonly refreshes: boolean;
  /** Hours; null while they are wrong. */
  readonly hours: number | null;
  readonly onSend: (copy: boolean) => void;
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

/** The foot of the form: what a click will do, with the link or without. */
function SendBar({ submit, disabledReason, refreshes, hours, onSend }: SendBarProps) {
  const { phase } = submit.sending;
  const until = useNow((now) => (hours === null ? null : minuteOf(now + hours * 3600_000)));
  const verb = refreshes ? 'Renew' : 'Invite';
  const waiting = phase === 'waiting';
  const again = phase === 'no_answer' || phase === 'unknown';
  return (
    <div className={classes.foot}>
      <SendOutcome submit={submit} words={WORDS} />
      <Box component="p" px={16} pt={8} className={shared.note}>
        {until === null ? 'Only the reference is required.' : `${verb}, link valid until ${until}`}
      </Box>
      <Group justify="flex-end" gap={8} px={16} py={8}>
        {waiting && <Button onClick={submit.cancel}>Do not send</Button>}
        {!waiting && !again && (
          <GuardedButton disabledReason={disabledReason} onClick={() => onSend(false)}>
            {refreshes ? 'Renew only' : 'Create only'}
          </GuardedButton>
        )}
        <GuardedButton
          variant="filled"
          type="submit"
          disabledReason={disabledReason}
          loading={phase === 'sending'}
        >
          {waiting ? 'Try now' : again ? 'Check again' : `${verb} and copy link`}
        </GuardedButton>
      </Group>
    </div>
  );
}

const minuteOf = (at: number) =>
  fullDateTime(Math.ceil(at / 60_000) * 60_000).replace(/:\d\d (?=[^:]*$)/, ' ');
