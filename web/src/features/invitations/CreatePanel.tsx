/**
 * Inviting a fleet, beside the list: its reference is all that is needed. When it already has an invitation, this refreshes it, and what
 * that changes is said before.
 */
import { Button, TextInput, Tooltip } from '@mantine/core';
import type { BoardInvitation, InvitationDefaults } from '@waypost/contract/api/invitations';
import { INVITATION_HOURS } from '@waypost/contract/invitations';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { FIELD_LABEL } from '../../live/invitation-words.ts';
import type { Sending } from '../../live/use-sending.ts';
import { isolated } from '../../ui/bidi.ts';
import { IconChevronDown, IconChevronRight } from '../../ui/icons.ts';
import { PanelForm } from '../../ui/PanelForm.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { toast } from '../../ui/toasts.ts';
import { useLeftFields } from '../../ui/use-left-fields.ts';
import { checkDraft, draftOf, emptyDraft, type FieldErrors, type FieldName, fieldText } from './draft.ts';
import classes from './Form.module.css';
import { FormContext, fieldId } from './FormFields.tsx';
import { MoreFields } from './MoreFields.tsx';
import { PermissionsField } from './PermissionsField.tsx';
import { invitationOf } from './query.ts';
import { RefreshPreview } from './RefreshPreview.tsx';
import { SendBar } from './SendBar.tsx';
import { type DraftEditor, useDraft } from './use-draft.ts';
import { type Sent, useSubmit } from './use-submit.ts';
import { nameOf } from './words.ts';

const CLOSE_WORDS = {
  label: 'Close form',
  tip: 'Close (Esc). Your draft stays on this computer',
} as const;

export interface CreatePanelProps {
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
  const submit = useSubmit({ editor, body, onSent: (sent) => confirmSent(sent, onSent) });
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
          {disabledReason !== null && <p className={classes.note}>{disabledReason}</p>}
          <TextInput
            id={fieldId('fleet_ref')}
            label="Fleet reference"
            description="Your own ID for the fleet. It comes back in events and redirects."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
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
          <div className={classes.hours}>
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
  const { left, onBlur } = useLeftFields();
  const [tried, setTried] = useState(0);
  const refused = sending.phase === 'refused' ? sending.fields : null;
  const { draft } = editor;
  const errors = useMemo(() => {
    const shown = new Map<FieldName, string>();
    for (const [field, message] of found)
      if (tried > 0 || (left.has(fieldId(field)) && !(field === 'fleet_ref' && draft.fleet_ref === '')))
        shown.set(field, message);
    // The type is asked for when the id was left, though nobody has been to its field yet.
    const type = found.get('fleet_regulatory_id_type');
    if (type && left.has(fieldId('fleet_regulatory_id'))) shown.set('fleet_regulatory_id_type', type);
    for (const { field, message, text } of refused ?? [])
      if (fieldText(draft, field) === text)
        shown.set(field, `was rejected by the tracking service: ${message}`);
    return shown;
  }, [found, left, tried, refused, draft]);
  return { errors, tried, setTried, onBlur };
}
