/** Every other field, folded away: most invitations need none of them. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { BoardInvitation, InvitationDefaults } from '@waypost/contract/api/invitations';
import { INVITATION_HOURS } from '@waypost/contract/invitations';
import { slugsOf, type TspMode } from './draft.ts';
import classes from './Form.module.css';
import { Address, Text } from './FormFields.tsx';
import { fieldId, useForm } from './field.ts';

const HOURS = [
  [24, '1 day'],
  [72, '3 days'],
  [168, '7 days'],
  [INVITATION_HOURS.max, '28 days'],
] as const;

export interface MoreFieldsProps {
  readonly defaults: InvitationDefaults | undefined;
  /** The invitation that this would refresh. */
  readonly there: BoardInvitation | null;
}

export function MoreFields({ defaults, there }: MoreFieldsProps) {
  return (
    <>
      <Hours />
      <fieldset className={classes.group}>
        <legend>What the fleet finds filled in</legend>
        <p className={classes.note}>It may correct them. All are optional.</p>
        <Text field="fleet_name" placeholder="Lone Star Freight LLC" />
        <div className={classes.two}>
          <Text field="fleet_email" type="email" placeholder="ops@example.com" />
          <Text field="fleet_phone" type="tel" placeholder="+1 806 555 0134" />
        </div>
        <div className={classes.two}>
          <Text field="fleet_regulatory_id" placeholder="1234567" />
          <Text
            field="fleet_regulatory_id_type"
            placeholder="DOT"
            description="Needed with an id"
            suggestions={['DOT', 'MC', 'NSC', 'CVOR', 'SCT']}
          />
        </div>
        <div className={classes.two}>
          <Text field="fleet_website" type="url" placeholder="https://example.com" />
          <Text
            field="fleet_country_code"
            placeholder="USA"
            description="Three letters"
            suggestions={['USA', 'CAN', 'MEX']}
            upper
          />
        </div>
      </fieldset>
      <Providers defaults={defaults} there={there} />
      <Address
        field="success_redirect_url"
        usual="A page of Waypost that says thank you"
        none="Nowhere"
        description="Where the fleet comes to after it has accepted."
      />
      <Address
        field="failure_redirect_url"
        usual="A page of Waypost that says what to do"
        none="Nowhere"
        description="Where it comes to when it declined or the link had ended."
      />
      <Address
        field="callback_url"
        usual={defaults?.callback === 'none' ? 'Nobody: Waypost reads' : 'Waypost'}
        none="Nobody: Waypost reads"
        description={
          defaults?.callback === 'none'
            ? 'Who hears of acceptance. The address of this Waypost does not begin with https://, so the service would refuse it.'
            : 'Who hears of acceptance, over HTTPS. When it is not Waypost, Waypost knows only what it reads.'
        }
      />
    </>
  );
}

function Hours() {
  const { draft, set, errors, disabled } = useForm();
  const error = errors.get('expires_in_hours');
  return (
    <div className={classes.stack}>
      <TextInput
        id={fieldId('expires_in_hours')}
        label="Valid for (hours)"
        description={`${INVITATION_HOURS.min} to ${INVITATION_HOURS.max}; ${INVITATION_HOURS.default} when left empty.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        autoComplete="off"
        value={draft.expires_in_hours}
        disabled={disabled}
        error={error && `The validity ${error}`}
        onChange={({ currentTarget }) => set({ expires_in_hours: currentTarget.value })}
      />
      <div className={classes.hours}>
        {HOURS.map(([hours, word]) => (
          <Button
            key={hours}
            size="compact-xs"
            disabled={disabled}
            aria-pressed={draft.expires_in_hours.trim() === String(hours)}
            onClick={() => set({ expires_in_hours: String(hours) })}
          >
            {word}
          </Button>
        ))}
      </div>
    </div>
  );
}

function Providers({ defaults, there }: MoreFieldsProps) {
  const { draft, set, errors, disabled } = useForm();
  const error = errors.get('tsps');
  const limit = there?.limit_tsps ?? [];
  const exclude = there?.exclude_tsps ?? [];
  const restricted = limit.length + exclude.length > 0;
  const chosen = slugsOf(draft.tsps);
  const lists = draft.tsp_mode === 'limit' || draft.tsp_mode === 'exclude';
  const now = limit.length > 0 ? `only ${limit.join(', ')}` : `all but ${exclude.join(', ')}`;
  return (
    <div className={classes.stack}>
      <NativeSelect
        label="Providers offered to the fleet"
        description={
          restricted
            ? 'Left as it is, nothing is sent about it; “All providers” sends an empty list.'
            : undefined
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={draft.tsp_mode}
        disabled={disabled}
        data={[
          { value: 'left_out', label: restricted ? `As it is: ${now}` : 'All providers' },
          ...(restricted || draft.tsp_mode === 'clear' ? [{ value: 'clear', label: 'All providers' }] : []),
          { value: 'limit', label: 'Only these' },
          { value: 'exclude', label: 'All but these' },
        ]}
        onChange={({ currentTarget: { value } }) => set({ tsp_mode: value as TspMode })}
      />
      {lists && (
        <>
          <TextInput
            id={fieldId('tsps')}
            aria-label="Providers"
            placeholder="milemarker, northgauge"
            description="Short names or ids of providers, with commas between them."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
            spellCheck={false}
            value={draft.tsps}
            disabled={disabled}
            error={error && `Providers ${error}`}
            onChange={({ currentTarget }) => set({ tsps: currentTarget.value })}
          />
          {defaults && defaults.tsps.length > 0 && (
            <fieldset className={classes.slugs} aria-label="Providers known from connections">
              {defaults.tsps.map(({ tsp_slug, source_name }) => {
                const there = chosen.includes(tsp_slug);
                return (
                  <Button
                    key={tsp_slug}
                    size="compact-xs"
                    disabled={disabled}
                    aria-pressed={there}
                    onClick={() =>
                      set({
                        tsps: (there ? chosen.filter((one) => one !== tsp_slug) : [...chosen, tsp_slug]).join(
                          ', ',
                        ),
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
      {!lists && error && <p className={classes.error}>Providers {error}</p>}
    </div>
  );
}
