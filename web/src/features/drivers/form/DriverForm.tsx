import { Button, Textarea, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { INTENT_ROUTES } from '@waypost/contract/api/intent-routes';
import type { BoardOperation, BoardOperationDetail } from '@waypost/contract/api/operations';
import { memo, useCallback, useMemo, useState } from 'react';
import { useApi, useDisabledReason, usePerson } from '../../../api/context.ts';
import { asProblem } from '../../../api/problem.ts';
import { QueryState } from '../../../api/QueryState.tsx';
import { CountryField } from '../../../live/CountryField.tsx';
import { useLive } from '../../../live/context.ts';
import { useFormDraft, useFormDrafts } from '../../../live/form/draft.ts';
import { useSubmit } from '../../../live/form/form.ts';
import { DraftLine, type SendWords, SentNotice, SubmitBar } from '../../../live/form/parts.tsx';
import { connectionName, type UserConnection, useUserConnections } from '../../../live/user-connections.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { useFormatKey } from '../../../ui/prefs.ts';
import shared from '../../../ui/shared.module.css';
import { Warning } from '../../../ui/Warning.tsx';
import classes from '../drivers.module.css';
import type { NewDriverSearch } from '../search.ts';
import { oneTimePasswords, useOperationQuery, useOperations } from '../use-operations.ts';
import { filterOf } from '../words.ts';
import {
  checkDraft,
  type DriverDraft,
  draftOf,
  driverValues,
  knownDraft,
  missingOf,
  newDraft,
  subjectOf,
  warningsOf,
} from './draft.ts';
import {
  type DraftField,
  type FieldName,
  fieldDomId,
  fieldOf,
  fieldOfPath,
  SECTIONS,
  SENDING,
  yesNoOf,
} from './fields.ts';
import { PasswordField } from './PasswordField.tsx';
import { ConnectionField, RulesetField, ZoneField } from './Pickers.tsx';

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

interface NewDriverProps {
  readonly search: NewDriverSearch;
  /** `operation_id`: null when the service did not return it. */
  readonly onCreated: (operation_id: string | null) => void;
  readonly newId?: () => string;
}

export function NewDriver(props: NewDriverProps) {
  const { from, connection } = props.search;
  const original = useOperationQuery(from ?? '', from !== undefined);
  const person = usePerson();
  if (from !== undefined && !original.data)
    return <QueryState query={original} label="Loading the original data" />;
  const source =
    from !== undefined ? `from:${from}` : connection !== undefined ? `at:${connection}` : 'blank';
  return <DriverForm key={`${person} ${source}`} {...props} source={source} original={original.data} />;
}

interface DriverFormProps extends NewDriverProps {
  readonly source: string;
  /** Its data prefills the form. */
  readonly original: BoardOperationDetail | undefined;
}

const NONE: readonly never[] = [];

function DriverForm({ search, onCreated, newId, source, original }: DriverFormProps) {
  const disabledReason = useDisabledReason('manage_onboarding');
  const { http } = useApi();
  const { clock } = useLive();
  const read_connections = useUserConnections();
  const connections = read_connections.data ?? NONE;
  const operations = useOperations().data?.items ?? NONE;
  const request = original?.request;
  // Of a request whose data is not stored.
  const known = original && !request ? knownDraft(original) : null;
  const editor = useFormDraft({
    drafts: useFormDrafts('driver_draft', driverValues, 'computer'),
    name: source,
    initial: () => ({
      with_password: false,
      is_sync: false,
      draft: request ? draftOf(request) : (known ?? newDraft(search.connection)),
    }),
    newId,
  });
  const { change } = editor;
  const { draft, is_sync, with_password } = editor.values;
  // Kept in memory only.
  const [password, setPassword] = useState('');
  /** A password was entered before a reload, which dropped it. */
  const password_lost = with_password && password === '';
  // From the state before, since browser autofill may change two fields at once.
  const setField = useCallback(
    (field: DraftField, text: string) =>
      change((before) => ({ ...before, draft: { ...before.draft, [field]: text } })),
    [change],
  );
  const checked = useMemo(() => checkDraft(draft, password, password_lost), [draft, password, password_lost]);
  const connection = connections.find(({ connection_id }) => connection_id === draft.connection_id.trim());
  // What was sent without an answer must be asked for again, whatever the connection allows now.
  const blocked = editor.sent === null ? (connection?.reason ?? null) : null;
  const valueIn = (field: FieldName) => (field === 'password' ? password : draft[field]);
  const create = useSubmit(editor, {
    checked,
    keyed: true,
    disabledReason: disabledReason ?? blocked,
    // While the outcome is unknown the form stays, since it holds the only copy of the password.
    send: (body, { headers }) =>
      http.call(INTENT_ROUTES.createUser, { query: { is_sync: String(is_sync) }, body, headers }),
    onDone: ({ intent, result }) => {
      const operation_id = result?.id ?? intent.result_id;
      if (operation_id !== null && password !== '') oneTimePasswords.put(operation_id, password);
      onCreated(operation_id);
    },
    fieldOf: fieldOfPath,
    textOf: valueIn,
    rejected: (message) => `Rejected: ${message}`,
    shownAfter: fieldDomId,
  });
  const warnings = useMemo(() => {
    const all = new Map(warningsOf(draft, clock.now()));
    const duplicate = duplicateWarning(draft, operations);
    if (duplicate) all.set('username', duplicate);
    return all;
  }, [draft, operations, clock]);

  // A lost password shows at once.
  const errorOf = (name: FieldName) =>
    create.errors.get(name) ?? (name === 'password' ? checked.errors.get(name) : undefined);
  const subject = subjectOf(draft);

  return (
    <div className={`${shared.fillColumn} ${classes.form}`}>
      <div className={`${shared.fixedSmall} ${shared.row} ${classes.line}`}>
        <DraftLine
          save_state={editor.save_state}
          onDiscard={() => {
            editor.discard();
            setPassword('');
          }}
          savedText="Draft saved on this computer, without the password"
        />
      </div>
      <div
        className={classes.body}
        // Without fields to focus, the keyboard scrolls it.
        {...(disabledReason !== null && { tabIndex: 0, role: 'group', 'aria-label': 'Driver user' })}
        {...create.around}
      >
        <fieldset disabled={disabledReason !== null}>
          {disabledReason && <Banner tone="act" title={disabledReason} />}
          {known && (
            <Banner tone="wait" title="Filled with what is known of the failed request.">
              It was made outside Waypost. Not known: {missingOf(known).join(', ')}.
            </Banner>
          )}
          {read_connections.error && (
            <Banner tone="wait" title="Couldn't load connections.">
              {asProblem(read_connections.error).message}. You can still paste a connection ID.
            </Banner>
          )}
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
                        onChange={(text) => {
                          setPassword(text);
                          editor.set({ with_password: text !== '' });
                        }}
                      />
                      {password_lost && (
                        <Button size="compact-xs" onClick={() => editor.set({ with_password: false })}>
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
                      loading={read_connections.isPending}
                      empty_text={emptyListText(read_connections)}
                      onChange={setField}
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
                options={SENDING}
                onChange={(value) => editor.set({ is_sync: value === 'now' })}
                help={
                  is_sync
                    ? 'One attempt, with the result right away. If the provider is down, try again yourself.'
                    : 'Retries automatically if the provider is down. The outcome shows in the list.'
                }
              />
            </div>
          </section>
        </fieldset>
      </div>
      <SubmitBar
        submit={create}
        words={SEND_WORDS}
        action="Create user"
        disabledReason={disabledReason ?? blocked}
        ready={checked.body !== null}
        onSend={create.submit}
      >
        {blocked !== null && <Warning>{blocked}</Warning>}
        {blocked === null && (
          <>
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
          </>
        )}
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
  readonly loading: boolean;
  readonly empty_text: string | null;
}

const NOT_SET = { 'Not set': '' };
const CHOICES = {
  status: { ...NOT_SET, Active: 'ACTIVE', Inactive: 'INACTIVE' },
  compliance: { ...NOT_SET, 'Not exempt': 'non_exempt', Exempt: 'exempt' },
  tracking: { ...NOT_SET, Automatically: 'automatic', Manually: 'manual' },
};

const FormField = memo(function FormField(props: FormFieldProps) {
  useFormatKey();
  const { name, value, onChange, error, warning, ...of_connection } = props;
  const { kind, label, help, placeholder } = fieldOf(name);
  const common = { id: fieldDomId(name), label, value, error, help: (error ? null : warning) ?? help };
  const change = (text: string) => onChange(name, text);
  switch (kind) {
    case 'connection':
      return <ConnectionField {...common} {...of_connection} onChange={change} />;
    case 'ruleset':
      return <RulesetField {...common} onChange={change} />;
    case 'zone':
      return <ZoneField {...common} onChange={change} />;
    case 'country': {
      const { help: description, ...rest } = common;
      return <CountryField {...rest} description={description} onChange={change} />;
    }
    case 'flag':
      return (
        <Choice
          {...common}
          onChange={change}
          options={{ ...NOT_SET, [yesNoOf(name)[0]]: 'true', [yesNoOf(name)[1]]: 'false' }}
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

/** In place of an empty list of connections. */
function emptyListText({ isPending, error, data }: ReturnType<typeof useUserConnections>): string | null {
  if (isPending) return 'Loading connections.';
  if (error) return "Couldn't load connections. You can paste a connection ID.";
  return data.length === 0 ? 'No fleet is connected yet. Invite one first, or paste a connection ID.' : null;
}
