import { Box, Button, NativeSelect, TextInput } from '@mantine/core';
import type { BoardInvitation, InvitationDefaults } from '@waypost/contract/api/invitations';
import { INVITATION_HOURS } from '@waypost/contract/invitations';
import { createContext, type ReactNode, use } from 'react';
import { CountryField } from '../../live/CountryField.tsx';
import type { Form } from '../../live/form/form.ts';
import { FIELD_LABEL } from '../../live/invitations.ts';
import shared from '../../ui/shared.module.css';
import { Warning } from '../../ui/Warning.tsx';
import {
  type AddressField,
  type AddressMode,
  type FieldErrors,
  type FieldName,
  type InvitationDraft,
  slugsOf,
  type TextField,
  type TspMode,
} from './draft.ts';
import classes from './invitations.module.css';

interface FormState
  extends Pick<Form<InvitationDraft, FieldName, undefined>, 'values' | 'set' | 'text' | 'errors'> {
  /** What looks wrong and is sent as typed; it replaces the description. */
  readonly warnings: FieldErrors;
  readonly disabled: boolean;
}

export const FormContext = createContext<FormState | null>(null);

export function useForm(): FormState {
  const form = use(FormContext);
  if (!form) throw new Error('no FormContext above this component');
  return form;
}

export const fieldId = (field: FieldName) => `invitation-${field}`;

/** What every input of the form has. */
function useInput(field: FieldName, label: string) {
  const { errors, disabled } = useForm();
  const error = errors.get(field);
  return {
    id: fieldId(field),
    disabled,
    autoComplete: 'off',
    error: error && `${label} ${error}`,
  } as const;
}

export const FormError = ({ children }: { readonly children: ReactNode }) => (
  <Box component="p" m={0} fz="xs" fw={600} role="alert">
    {children}
  </Box>
);

interface TextProps {
  readonly field: TextField;
  readonly placeholder?: string;
  readonly description?: ReactNode;
  readonly suggestions?: readonly string[];
  readonly type?: 'email' | 'tel' | 'url';
}

function Text({ field, placeholder, description, suggestions, type }: TextProps) {
  const { text, errors, warnings } = useForm();
  const warning = errors.has(field) ? undefined : warnings.get(field);
  const list = suggestions && `${fieldId(field)}-list`;
  return (
    <>
      <TextInput
        {...text(field, FIELD_LABEL[field])}
        {...useInput(field, FIELD_LABEL[field])}
        placeholder={placeholder}
        description={withAdvice(warning) ?? description}
        inputMode={type}
        spellCheck={false}
        list={list}
      />
      {suggestions && (
        <datalist id={list}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </>
  );
}

export const withAdvice = (warning: string | undefined) =>
  warning === undefined ? undefined : <Warning>{warning}. Correct it, or send it as it is.</Warning>;

function Country() {
  const { values, set, warnings } = useForm();
  const input = useInput('fleet_country_code', FIELD_LABEL.fleet_country_code);
  return (
    <CountryField
      {...input}
      label={FIELD_LABEL.fleet_country_code}
      value={values.fleet_country_code}
      description={input.error === undefined && withAdvice(warnings.get('fleet_country_code'))}
      onChange={(text) => set({ fleet_country_code: text })}
    />
  );
}

interface AddressProps {
  readonly field: AddressField;
  readonly default_label: string;
  readonly none: string;
  readonly description: ReactNode;
}

function Address({ field, default_label, none, description }: AddressProps) {
  const { values, set, disabled } = useForm();
  const { mode, url } = values[field];
  const input = useInput(field, FIELD_LABEL[field]);
  return (
    <div className={classes.stack}>
      <NativeSelect
        label={FIELD_LABEL[field]}
        description={description}
        value={mode}
        disabled={disabled}
        data={[
          { value: 'usual', label: default_label },
          { value: 'none', label: none },
          { value: 'own', label: 'Another address…' },
        ]}
        onChange={({ currentTarget: { value } }) => set({ [field]: { mode: value as AddressMode, url } })}
      />
      {mode === 'own' && (
        <TextInput
          {...input}
          aria-label={`${FIELD_LABEL[field]}: address`}
          placeholder="e.g. https://example.com/…"
          inputMode="url"
          spellCheck={false}
          value={url}
          onChange={({ currentTarget: { value } }) => set({ [field]: { mode, url: value } })}
        />
      )}
    </div>
  );
}

const HOURS = [
  [24, '1 day'],
  [72, '3 days'],
  [168, '7 days'],
  [INVITATION_HOURS.max, '28 days'],
] as const;

interface MoreFieldsProps {
  readonly defaults: InvitationDefaults | undefined;
  /** The existing invitation that would be renewed. */
  readonly existing: BoardInvitation | null;
}

export function MoreFields({ defaults, existing }: MoreFieldsProps) {
  return (
    <>
      <Hours />
      <Box component="fieldset" miw={0} className={shared.columnTight}>
        <legend className={shared.legend}>Prefilled for the fleet</legend>
        <p className={shared.note}>The fleet can correct these. All are optional.</p>
        <Text field="fleet_name" placeholder="e.g. Lone Star Freight LLC" />
        <div className={classes.two}>
          <Text field="fleet_email" type="email" placeholder="e.g. ops@example.com" />
          <Text field="fleet_phone" type="tel" placeholder="e.g. +1 806 555 0134" />
        </div>
        <div className={classes.two}>
          <Text field="fleet_regulatory_id" placeholder="e.g. 1234567" />
          <Text
            field="fleet_regulatory_id_type"
            placeholder="e.g. DOT"
            description="Required with an ID"
            suggestions={['DOT', 'MC', 'NSC', 'CVOR', 'SCT']}
          />
        </div>
        <div className={classes.two}>
          <Text field="fleet_website" type="url" placeholder="e.g. https://example.com" />
          <Country />
        </div>
      </Box>
      <Providers defaults={defaults} existing={existing} />
      <Address
        field="success_redirect_url"
        default_label="Waypost's thank-you page"
        none="Nowhere"
        description="Where the fleet goes after it accepts."
      />
      <Address
        field="failure_redirect_url"
        default_label="Waypost's help page"
        none="Nowhere"
        description="Where the fleet goes after it declines, or if the link has expired."
      />
      <Address
        field="callback_url"
        default_label={defaults?.callback === 'none' ? 'Nowhere; Waypost checks for answers' : 'Waypost'}
        none="Nowhere; Waypost checks for answers"
        description={
          defaults?.callback === 'none'
            ? 'Where answers are sent. This Waypost has no https:// address, so the tracking service would reject it.'
            : 'Where answers are sent, over HTTPS. If they go elsewhere, Waypost checks for answers itself.'
        }
      />
    </>
  );
}

function Hours() {
  const { values, set, text, disabled } = useForm();
  const input = useInput('expires_in_hours', 'Valid for:');
  return (
    <div className={classes.stack}>
      <TextInput
        {...text('expires_in_hours', 'Valid for:')}
        {...input}
        label="Valid for (hours)"
        description={
          input.error === undefined &&
          `${INVITATION_HOURS.min} to ${INVITATION_HOURS.max}. Default: ${INVITATION_HOURS.default}.`
        }
        inputMode="numeric"
      />
      <div className={`${shared.wrappedTight} ${classes.choices}`}>
        {HOURS.map(([hours, word]) => (
          <Button
            key={hours}
            size="compact-xs"
            disabled={disabled}
            aria-pressed={values.expires_in_hours.trim() === String(hours)}
            onClick={() => set({ expires_in_hours: String(hours) })}
          >
            {word}
          </Button>
        ))}
      </div>
    </div>
  );
}

function Providers({ defaults, existing }: MoreFieldsProps) {
  const { values, set, disabled } = useForm();
  const input = useInput('tsps', 'Providers');
  const limit = existing?.limit_tsps ?? [];
  const exclude = existing?.exclude_tsps ?? [];
  const restricted = limit.length + exclude.length > 0;
  const chosen = slugsOf(values.tsps);
  const lists = values.tsp_mode === 'limit' || values.tsp_mode === 'exclude';
  const now = limit.length > 0 ? `only ${limit.join(', ')}` : `all except ${exclude.join(', ')}`;
  return (
    <div className={classes.stack}>
      <NativeSelect
        label="Providers offered to the fleet"
        description={
          restricted ? '“Keep as is” leaves the limit unchanged; “All providers” removes it.' : undefined
        }
        value={values.tsp_mode}
        disabled={disabled}
        data={[
          { value: 'left_out', label: restricted ? `Keep as is: ${now}` : 'All providers' },
          ...(restricted || values.tsp_mode === 'clear' ? [{ value: 'clear', label: 'All providers' }] : []),
          { value: 'limit', label: 'Only these' },
          { value: 'exclude', label: 'All except these' },
        ]}
        onChange={({ currentTarget: { value } }) => set({ tsp_mode: value as TspMode })}
      />
      {lists && (
        <>
          <TextInput
            {...input}
            aria-label="Providers"
            placeholder="e.g. milemarker, northgauge"
            description="Provider short names or IDs, separated by commas."
            spellCheck={false}
            value={values.tsps}
            onChange={({ currentTarget }) => set({ tsps: currentTarget.value })}
          />
          {defaults && defaults.tsps.length > 0 && (
            <fieldset
              className={`${shared.wrappedTight} ${classes.choices}`}
              aria-label="Providers of your connections"
            >
              {defaults.tsps.map(({ tsp_slug, source_name }) => {
                const is_chosen = chosen.includes(tsp_slug);
                return (
                  <Button
                    key={tsp_slug}
                    size="compact-xs"
                    disabled={disabled}
                    aria-pressed={is_chosen}
                    onClick={() =>
                      set({
                        tsps: (is_chosen
                          ? chosen.filter((one) => one !== tsp_slug)
                          : [...chosen, tsp_slug]
                        ).join(', '),
                      })
                    }
                  >
                    {source_name ?? tsp_slug}
                  </Button>
                );
              })}
            </fieldset>
          )}
        </>
      )}
      {!lists && input.error && <FormError>{input.error}</FormError>}
    </div>
  );
}
