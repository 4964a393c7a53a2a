/** A driver user in the making: every attribute in groups, what is wrong on its field, what a click will do below. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { BoardOperation } from '@waypost/contract/api/operations';
import { type ReactNode, useMemo, useState } from 'react';
import { useDisabledReason } from '../../../api/context.ts';
import { SentNotice } from '../../../live/SentNotice.tsx';
import { SubmitBar } from '../../../live/SubmitBar.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import type { DraftStore } from '../../../ui/draft-store.ts';
import { useLeftFields } from '../../../ui/use-left-fields.ts';
import classes from './DriverForm.module.css';
import { checked, type DriverDraft, doubts, subjectOf } from './draft.ts';
import { FormField } from './FormField.tsx';
import { FIELD_NAMES, type FieldName, fieldDomId, SECTIONS } from './fields.ts';
import type { KeptDraft } from './kept.ts';
import { PasswordField } from './PasswordField.tsx';
import { SEND_WORDS, UNKNOWN_WORDS } from './send-words.tsx';
import { takenBy } from './taken.ts';
import { type Place, placeName } from './use-connections.ts';
import { useCreate } from './use-create.ts';
import { useDriverDraft } from './use-driver-draft.ts';

export interface DriverFormProps {
  readonly drafts: DraftStore<KeptDraft>;
  readonly source: string;
  readonly begin: () => DriverDraft;
  readonly newId: () => string;
  readonly places: readonly Place[];
  /** Why there is no list of connections; null: there is one. */
  readonly places_missing: string | null;
  /** What was written before, to warn of a second user of the same name. */
  readonly operations: readonly BoardOperation[];
  /** Above the form. */
  readonly notice: ReactNode;
  readonly onCreated: (operation_id: string | null) => void;
}

const KEEPING = {
  fresh: 'No changes yet',
  kept: 'Draft saved on this computer, without the password',
  lost: "This browser can't save drafts. Keep this page open",
} as const;

export function DriverForm(props: DriverFormProps) {
  const { drafts, source, begin, newId, places, places_missing, operations, notice, onCreated } = props;
  const disabledReason = useDisabledReason('manage_onboarding');
  const editor = useDriverDraft({ drafts, source, begin, newId });
  const create = useCreate({ editor, onCreated });
  const { sending } = create;
  const { draft, password, password_lost, keeping, is_sync } = editor;
  const { left, onBlur } = useLeftFields();
  const [tried, setTried] = useState(false);
  const found = useMemo(() => checked(draft, password, password_lost), [draft, password, password_lost]);
  const unsure = useMemo(() => {
    const all = new Map(doubts(draft));
    const taken = takenBy(draft, operations);
    if (taken) all.set('username', taken);
    return all;
  }, [draft, operations]);

  const errorOf = (name: FieldName): string | undefined => {
    const refused = sending.phase === 'refused' ? sending.fields.find(({ field }) => field === name) : null;
    const value = name === 'password' ? password : draft[name];
    if (refused?.text === value) return `Rejected: ${refused.message}`;
    return tried || left.has(fieldDomId(name)) || name === 'password' ? found.errors.get(name) : undefined;
  };
  const send = () => {
    setTried(true);
    const first = FIELD_NAMES.find((name) => found.errors.has(name));
    if (first === undefined) {
      create.send();
      return;
    }
    const field = document.getElementById(fieldDomId(first));
    const input = field?.matches('fieldset') ? field.querySelector('input') : field;
    input?.scrollIntoView?.({ block: 'center' });
    input?.focus();
  };

  const subject = subjectOf(draft);
  const place = places.find(({ connection_id }) => connection_id === draft.connection_id.trim());

  return (
    <div className={classes.form}>
      <div className={classes.line}>
        <span role="status">{KEEPING[keeping]}</span>
        {keeping !== 'fresh' && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={editor.discard}>
            Discard
          </Button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only listens for fields that are left. */}
      <div className={classes.body} onBlur={onBlur}>
        {notice}
        <SentNotice
          submit={create}
          sent={editor.sent}
          unknown={UNKNOWN_WORDS}
          look={<Link to="/drivers">Open the list</Link>}
        />
        {SECTIONS.map(({ id, title, note, fields }) => (
          <section key={id} className={classes.section} aria-labelledby={`section-${id}`}>
            <div className={classes.about}>
              <h2 id={`section-${id}`}>{title}</h2>
              <p>{note}</p>
            </div>
            <div className={classes.fields} data-single={fields.length === 1 || undefined}>
              {fields.map((name) =>
                name === 'password' ? (
                  <div key={name}>
                    <PasswordField
                      id={fieldDomId(name)}
                      value={password}
                      error={errorOf(name)}
                      onChange={editor.setPassword}
                    />
                    {password_lost && (
                      <Button size="compact-xs" onClick={editor.sendNone}>
                        Send no password
                      </Button>
                    )}
                  </div>
                ) : (
                  <FormField
                    key={name}
                    name={name}
                    value={draft[name]}
                    error={errorOf(name)}
                    doubt={unsure.get(name)}
                    places={places}
                    places_missing={places_missing}
                    onChange={editor.set}
                  />
                ),
              )}
            </div>
          </section>
        ))}
        <section className={classes.section} aria-labelledby="section-sending">
          <div className={classes.about}>
            <h2 id="section-sending">Sending</h2>
            <p>How the user is created at the provider.</p>
          </div>
          <div className={classes.fields} data-single>
            <Choice
              id="field-is_sync"
              label="When to create it"
              value={is_sync ? 'now' : 'later'}
              options={[
                ['later', 'In the background'],
                ['now', 'Right away'],
              ]}
              onChange={(value) => editor.setSync(value === 'now')}
              help={
                is_sync
                  ? 'One attempt, with the result right away. If the provider is down, try again yourself.'
                  : 'Retries automatically if the provider is down. The outcome shows in the list.'
              }
            />
          </div>
        </section>
      </div>
      <SubmitBar
        submit={create}
        words={SEND_WORDS}
        action="Create user"
        disabledReason={disabledReason}
        ready={found.ok}
        onSend={send}
      >
        Create {draft.is_driver === 'false' ? 'back-office user' : 'driver user'}
        {subject !== null && (
          <>
            {' '}
            <strong>{subject}</strong>
          </>
        )}
        {place && (
          <>
            {' '}
            at <strong>{placeName(place)}</strong>
          </>
        )}
        , {is_sync ? 'right away' : 'in the background'}
      </SubmitBar>
    </div>
  );
}
