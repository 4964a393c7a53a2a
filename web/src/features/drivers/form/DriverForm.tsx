import { Button, Textarea, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { INTENT_ROUTES } from '@waypost/contract/api/intent-routes';
import type { BoardOperation } from '@waypost/contract/api/operations';
import { memo, type ReactNode, useMemo, useState } from 'react';
import { useApi, useDisabledReason } from '../../../api/context.ts';
import type { SendWords } from '../../../live/SubmitBar.tsx';
import { DraftLine, SentNotice, SubmitBar } from '../../../live/SubmitBar.tsx';
import { useSending } from '../../../live/sending.ts';
import { Choice } from '../../../ui/Choice.tsx';
import { useFormatKey } from '../../../ui/prefs.ts';
import { useTouchedFields } from '../../../ui/SidePanel.tsx';
import shared from '../../../ui/shared.module.css';
import classes from '../drivers.module.css';
import { oneTimePasswords } from '../use-operations.ts';
import { filterOf } from '../words.ts';
import {
  checkDraft,
  type DriverDraft,
  type DriverEditor,
  subjectOf,
  useDriverDraft,
  warningsOf,
} from './draft.ts';
import {
  type DraftField,
  FIELD_NAMES,
  type FieldName,
  fieldDomId,
  fieldOf,
  fieldOfPath,
  SECTIONS,
  yesNoOf,
} from './fields.ts';
import { PasswordField } from './PasswordField.tsx';
import { ConnectionField, connectionName, RulesetField, type UserConnection, ZoneField } from './Pickers.tsx';

function useCreate(editor: DriverEditor, onCreated: DriverFormProps['onCreated']) {
  const { http } = useApi();
  const { draft, password, password_lost, is_sync } = editor;
  return useSending({
    draft: editor,
    body: () => {
      const result = checkDraft(draft, password, password_lost);
      return result.ok ? result.body : null;
    },
    // While the outcome is unknown the form stays, since it holds the only copy of the password.
    call: (body, headers) =>
      http.call(INTENT_ROUTES.createUser, { query: { is_sync: String(is_sync) }, body, headers }),
    fieldOf: fieldOfPath,
    textOf: (field) => (field === 'password' ? password : draft[field]),
    onDone: ({ intent, result }) => {
      const operation_id = result?.id ?? intent.result_id;
      if (operation_id !== null && password !== '') oneTimePasswords.put(operation_id, password);
      onCreated(operation_id);
    },
  });
}

function duplicateWarning(draft: DriverDraft, operations: readonly BoardOperation[]): string | null {
  const [username, connection_id] = [draft.username.trim().toLowerCase(), draft.connection_id.trim()];
  if (username === '' || connection_id === '') return null;
  const before = operations.find(
    (one) =>
      one.connection_id === connection_id &&
      one.subject?.toLowerCase() === username &&
      ['success', 'pending'].includes(filterOf(one)),
  );
  if (!before) return null;
  return filterOf(before) === 'success'
    ? 'This username was already created on this connection. The provider will reject a duplicate.'
    : 'This username is being created on this connection right now.';
}

interface DriverFormProps {
  readonly source: string;
  readonly createDraft: () => DriverDraft;
  readonly newId: () => string;
  readonly connections: readonly UserConnection[];
  /** Text shown in place of an empty connection list, or null. */
  readonly empty_text: string | null;
  readonly operations: readonly BoardOperation[];
  readonly notice: ReactNode;
  /** `operation_id`: null when the service did not return it. */
  readonly onCreated: (operation_id: string | null) => void;
}

export function DriverForm(props: DriverFormProps) {
  const { source, createDraft, newId, connections, empty_text, operations, notice, onCreated } = props;
  const disabledReason = useDisabledReason('manage_onboarding');
  const editor = useDriverDraft({ source, createDraft, newId });
  const create = useCreate(editor, onCreated);
  const { sending } = create;
  const { draft, password, password_lost, save_state, is_sync } = editor;
  const { touched, onBlur } = useTouchedFields();
  const [tried, setTried] = useState(false);
  const found = useMemo(() => checkDraft(draft, password, password_lost), [draft, password, password_lost]);
  const warnings = useMemo(() => {
    const all = new Map(warningsOf(draft));
    const duplicate = duplicateWarning(draft, operations);
    if (duplicate) all.set('username', duplicate);
    return all;
  }, [draft, operations]);

  const errorOf = (name: FieldName): string | undefined => {
    const refused = sending.phase === 'refused' ? sending.fields.find(({ field }) => field === name) : null;
    const value = name === 'password' ? password : draft[name];
    if (refused?.text === value) return `Rejected: ${refused.message}`;
    return tried || touched.has(fieldDomId(name)) || name === 'password' ? found.errors.get(name) : undefined;
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
  const connection = connections.find(({ connection_id }) => connection_id === draft.connection_id.trim());

  return (
    <div className={`${shared.fillColumn} ${classes.form}`}>
      <div className={`${shared.fixedSmall} ${shared.row} ${classes.line}`}>
        <DraftLine
          save_state={save_state}
          onDiscard={editor.discard}
          savedText="Draft saved on this computer, without the password"
        />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only listens for blur events. */}
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
            <div>
              <h2 id={`section-${id}`}>{title}</h2>
              <p className={shared.note}>{note}</p>
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
                      <Button size="compact-xs" onClick={editor.sendWithoutPassword}>
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
                    warning={warnings.get(name)}
                    connections={connections}
                    empty_text={empty_text}
                    onChange={editor.set}
                  />
                ),
              )}
            </div>
          </section>
        ))}
        <section className={classes.section} aria-labelledby="section-sending">
          <div>
            <h2 id="section-sending">Sending</h2>
            <p className={shared.note}>How the user is created at the provider.</p>
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
        {connection && (
          <>
            {' '}
            at <strong>{connectionName(connection)}</strong>
          </>
        )}
        , {is_sync ? 'right away' : 'in the background'}
      </SubmitBar>
    </div>
  );
}

interface FormFieldProps {
  readonly name: DraftField;
  readonly value: string;
  /** Must be a stable function, as the field is memoized. */
  readonly onChange: (name: DraftField, value: string) => void;
  readonly error: string | undefined;
  readonly warning: string | undefined;
  readonly connections: readonly UserConnection[];
  readonly empty_text: string | null;
}

const NOT_SET = ['', 'Not set'] as const;
const CHOICES = {
  status: [NOT_SET, ['ACTIVE', 'Active'], ['INACTIVE', 'Inactive']],
  compliance: [NOT_SET, ['non_exempt', 'Not exempt'], ['exempt', 'Exempt']],
  tracking: [NOT_SET, ['automatic', 'Automatically'], ['manual', 'Manually']],
} as const;

const FormField = memo(function FormField(props: FormFieldProps) {
  useFormatKey();
  const { name, value, onChange, error, warning, connections, empty_text } = props;
  const { kind, label, help, placeholder } = fieldOf(name);
  const common = { id: fieldDomId(name), label, value, error, help: warning ?? help };
  const change = (text: string) => onChange(name, text);
  switch (kind) {
    case 'connection':
      return (
        <ConnectionField {...common} onChange={change} connections={connections} empty_text={empty_text} />
      );
    case 'ruleset':
      return <RulesetField {...common} onChange={change} />;
    case 'zone':
      return <ZoneField {...common} onChange={change} />;
    case 'flag':
      return (
        <Choice
          {...common}
          onChange={change}
          options={[NOT_SET, ['true', yesNoOf(name)[0]], ['false', yesNoOf(name)[1]]]}
        />
      );
    case 'status':
    case 'compliance':
    case 'tracking':
      return <Choice<string> {...common} onChange={change} options={CHOICES[kind]} />;
    default: {
      const { help: description, ...rest } = common;
      const Input = kind === 'area' ? Textarea : TextInput;
      return (
        <Input
          {...rest}
          description={description}
          placeholder={placeholder && `e.g. ${placeholder}`}
          autoComplete="off"
          spellCheck={kind === 'area'}
          {...(kind === 'area' ? { rows: 3 } : {})}
          onChange={({ currentTarget }: { currentTarget: { value: string } }) => change(currentTarget.value)}
        />
      );
    }
  }
});

/** The service's rejections that name no field. */
const REFUSALS: Readonly<Record<number, string>> = {
  403: 'The fleet must let us read and write its users. Check its agreement, or invite it again with more permissions.',
  404: 'Connection not found. It may have been deleted.',
  409: 'This username may already exist or is being created now. Check the list.',
  501: 'This provider does not support creating users through Waypost. The fleet must create the user there.',
};

const SEND_WORDS: SendWords = {
  refused: 'Nothing was created',
  why: ({ service_status }) => REFUSALS[service_status ?? 0] ?? '',
  sent_before: (
    <>
      <strong>This draft was already sent with different details.</strong> The first request arrived, so a
      user with those details may exist. <Link to="/drivers">Open the list</Link>. If it is not what you want,
      send this as a new one.
    </>
  ),
  safe: 'Sending again is safe: it never creates a second one.',
};

const UNKNOWN_WORDS =
  'Not confirmed yet: checking whether the user was created. Sending again only checks the outcome.';
