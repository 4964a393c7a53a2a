import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/ScrollArea.css';
import { MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import {
  API_KEY_MAX_LIMITS,
  API_KEY_NAME_MAX,
  type ApiKey,
  apiKeyState,
  type CreatedApiKey,
} from '@waypost/contract/api/api-keys';
import { useState } from 'react';
import { z } from 'zod';
import { ConfirmDialog } from '../../live/ConfirmDialog.tsx';
import { useLive, useNow } from '../../live/context.ts';
import { useFormDrafts } from '../../live/form/draft.ts';
import { checkedWith, tooLong, useForm } from '../../live/form/form.ts';
import { Outcome } from '../../live/form/parts.tsx';
import { isolated } from '../../ui/bidi.ts';
import { Button, ShownOnce } from '../../ui/buttons.tsx';
import { Option, Options } from '../../ui/Choice.tsx';
import { IconBan, IconKey } from '../../ui/icons.ts';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import { FormFoot, PanelForm, SidePanel } from '../../ui/SidePanel.tsx';
import shared from '../../ui/shared.module.css';
import { fullDateTime } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import {
  expiryOf,
  LIFETIMES,
  limitsOf,
  limitsText,
  networksOf,
  RIGHTS_WORD,
  rightsText,
  stateText,
  useApiKeyMutations,
  useKeyLimits,
} from './api-keys.ts';

export function KeyOnce({ secret }: { readonly secret: string }) {
  return (
    <ShownOnce
      label="The new API key"
      secret={secret}
      action="Copy key"
      lead={
        <>
          <strong>Copy the key now.</strong> Waypost does not store it. Once you close this panel, it can't be
          shown again.
        </>
      }
    >
      <p>
        Send it in a header, never in a URL. With the key in the variable <code>WAYPOST_KEY</code>:
      </p>
      <code>{`curl -H "Authorization: Bearer $WAYPOST_KEY" ${location.origin}/machine/v1/loads`}</code>
    </ShownOnce>
  );
}

interface KeyDetailsProps {
  readonly api_key: ApiKey;
  readonly onReplaced: (new_key: CreatedApiKey) => void;
}

export function KeyDetails({ api_key, onReplaced }: KeyDetailsProps) {
  const { rotate, revoke } = useApiKeyMutations();
  const [confirming, setConfirming] = useState<'replace' | 'revoke' | null>(null);
  const close = () => setConfirming(null);
  const params = { api_key_id: api_key.api_key_id };
  const state = useNow((now) => stateText(api_key, now));
  const is_revoked = useNow((now) => apiKeyState(api_key, now) === 'revoked');
  const name = isolated(api_key.name);
  return (
    <>
      <Section title="About">
        <Facts>
          <Fact name="Status">{state}</Fact>
          <Fact name="Permissions">{rightsText(api_key)}</Fact>
          <Fact name="May see">{limitsText(api_key)}</Fact>
          <Fact name="Addresses">{api_key.networks && isolated(api_key.networks.join(', '))}</Fact>
          <Fact name="Key before">
            {api_key.previous_until && `Works until ${fullDateTime(api_key.previous_until)}`}
          </Fact>
          <Fact name="Expires">{api_key.expires_at ? fullDateTime(api_key.expires_at) : 'Never'}</Fact>
          <Fact name="Last used">
            {api_key.last_used_at ? fullDateTime(api_key.last_used_at) : 'Never used'}
          </Fact>
          <Fact name="Created">
            {fullDateTime(api_key.created_at)} by {isolated(api_key.created_by_name)}
          </Fact>
          <Fact name="Revoked">
            {api_key.revoked_at &&
              `${fullDateTime(api_key.revoked_at)} by ${isolated(api_key.revoked_by_name ?? 'an unknown person')}`}
          </Fact>
        </Facts>
      </Section>
      {!is_revoked && (
        <Section title="Replace or revoke">
          <div className={shared.wrapped}>
            <Button icon={IconKey} onClick={() => setConfirming('replace')}>
              Replace key
            </Button>
            <Button icon={IconBan} onClick={() => setConfirming('revoke')}>
              Revoke key
            </Button>
          </div>
        </Section>
      )}
      {confirming === 'replace' && (
        <ConfirmDialog
          title={`Replace the API key ${name}?`}
          action="Replace key"
          keep="Keep key"
          failure_title="Not replaced"
          act={async () => onReplaced(await rotate.mutateAsync({ params }))}
          onClose={close}
        >
          <p>You get a new key. The one before works for another day, so that your system can change over.</p>
        </ConfirmDialog>
      )}
      {confirming === 'revoke' && (
        <ConfirmDialog
          title={`Revoke the API key ${name}?`}
          action="Revoke key"
          keep="Keep key"
          failure_title="Not revoked"
          act={async () => {
            await revoke.mutateAsync({ params });
            toast({ title: `Revoked ${name}` });
          }}
          onClose={close}
        >
          <p>
            Anything using this key is rejected from now on. This can't be undone; create a new key to restore
            access.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

const keyDraft = z.object({
  name: z.string(),
  right: z.enum(['read', 'manage_loads']),
  webhooks: z.boolean(),
  /** Lists and fleets, as `list:` or `fleet:` and their id. Empty: all loads. */
  limits: z.array(z.string()),
  networks: z.string(),
  days: z.string(),
});
type KeyDraft = z.infer<typeof keyDraft>;
const EMPTY: KeyDraft = {
  name: '',
  // The least that is of use.
  right: 'read',
  webhooks: false,
  limits: [],
  networks: '',
  days: '365',
};

const check = (draft: KeyDraft) =>
  checkedWith(draft, {
    name: draft.name.trim() === '' ? 'must not be empty' : tooLong(draft.name, API_KEY_NAME_MAX),
  });

/** Of a few hundred fleets, the rest is found by typing. */
const MAX_OPTIONS = 100;

interface NewKeyPanelProps {
  readonly onCreated: (new_key: CreatedApiKey) => void;
  readonly onClose: () => void;
}

export function NewKeyPanel({ onCreated, onClose }: NewKeyPanelProps) {
  const { clock } = useLive();
  const { create } = useApiKeyMutations();
  const { lists, fleets } = useKeyLimits();
  const form = useForm({
    drafts: useFormDrafts('api_key', keyDraft),
    name: 'new',
    initial: EMPTY,
    check,
    send: ({ name, right, webhooks, limits, networks, days }) =>
      create.mutateAsync({
        body: {
          name,
          rights: [right, ...(webhooks && limits.length === 0 ? (['manage_webhooks'] as const) : [])],
          expires_at: expiryOf(days, clock.now()),
          list_ids: limitsOf(limits, 'list'),
          fleet_ids: limitsOf(limits, 'fleet'),
          networks: networksOf(networks),
        },
      }),
    fieldOf: (path) => (path.startsWith('body.networks') ? 'networks' : path === 'body.name' ? 'name' : null),
    onDone: onCreated,
  });
  const { right, webhooks, limits, days } = form.values;
  return (
    <SidePanel label="New API key" title="New API key" onClose={onClose}>
      <PanelForm
        {...form.element}
        foot={<FormFoot action="Create API key" busy={form.busy} onCancel={form.leave(onClose)} />}
      >
        <TextInput
          {...form.text('name', 'Name')}
          description="What the key is for, so everyone knows which one to revoke."
          placeholder="e.g. TMS load feed"
          autoFocus
          autoComplete="off"
        />
        <Options legend="Permissions">
          {(['read', 'manage_loads'] as const).map((one) => (
            <Option
              key={one}
              type="radio"
              name="right"
              label={RIGHTS_WORD[one]}
              checked={right === one}
              onChange={() => form.set({ right: one })}
            />
          ))}
          <Option
            label={RIGHTS_WORD.manage_webhooks}
            note="Where Waypost sends events, and their secrets"
            checked={webhooks && limits.length === 0}
            disabled={limits.length > 0}
            onChange={(chosen) => form.set({ webhooks: chosen })}
          />
        </Options>
        <MultiSelect
          label="May see only loads of"
          description="Lists and fleets. A key that is limited to some can't post loads or manage webhooks."
          placeholder={limits.length === 0 ? 'All loads' : undefined}
          data={[
            { group: 'Lists', items: lists },
            { group: 'Fleets', items: fleets },
          ]}
          value={[...limits]}
          searchable
          hidePickedOptions
          limit={MAX_OPTIONS}
          maxValues={API_KEY_MAX_LIMITS}
          nothingFoundMessage="No list or fleet of that name"
          comboboxProps={{ withinPortal: true }}
          onChange={(chosen) => form.set({ limits: chosen })}
        />
        <TextInput
          {...form.text('networks', 'Addresses')}
          error={form.errors.get('networks')}
          description="Networks that the key may be used from. Empty: any."
          placeholder="e.g. 203.0.113.0/24"
          autoComplete="off"
          spellCheck={false}
        />
        <NativeSelect
          label="Expires after"
          value={days}
          data={LIFETIMES.map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) => form.set({ days: currentTarget.value })}
        />
        <Outcome form={form} what="Not created" />
      </PanelForm>
    </SidePanel>
  );
}
