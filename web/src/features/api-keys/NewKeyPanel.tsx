/** A new API key: its name, what it may do, how long it lasts. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { API_KEY_NAME_MAX, type CreatedApiKey } from '@waypost/contract/api/api-keys';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { NotDone } from '../../api/NotDone.tsx';
import { asProblem, type Problem } from '../../api/problem.ts';
import { useLive } from '../../live/context.ts';
import { PanelForm } from '../../ui/PanelForm.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { useTabDrafts } from '../../ui/use-tab-drafts.ts';
import classes from './ApiKeys.module.css';
import { useApiKeyWriting } from './use-api-keys.ts';
import { endOf, LIFETIMES, RIGHTS_WORD } from './words.ts';

const draft = z.object({ name: z.string(), right: z.enum(['read', 'manage_loads']), days: z.string() });
type Draft = z.infer<typeof draft>;
const EMPTY: Draft = { name: '', right: 'manage_loads', days: '365' };
const NEW = 'new';

export interface NewKeyPanelProps {
  readonly onCreated: (made: CreatedApiKey) => void;
  readonly onClose: () => void;
}

export function NewKeyPanel({ onCreated, onClose }: NewKeyPanelProps) {
  const { clock } = useLive();
  const { create } = useApiKeyWriting();
  const [drafts, putDraft] = useTabDrafts<Draft>('waypost.api-key-draft', draft);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { name, right, days } = drafts[NEW] ?? EMPTY;
  const set = (change: Partial<Draft>) => {
    setProblem(null);
    putDraft(NEW, { name, right, days, ...change });
  };
  const send = async () => {
    setTried(true);
    if (name.trim() === '') {
      field.current?.focus();
      return;
    }
    try {
      const expires_at = endOf(days, clock.now());
      const made = await create.mutateAsync({ name, rights: [right], expires_at });
      putDraft(NEW, null);
      onCreated(made);
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  return (
    <SidePanel label="New API key" title="New API key" onClose={onClose}>
      <PanelForm
        onSubmit={() => void send()}
        foot={
          <div className={classes.bar}>
            <Button
              onClick={() => {
                putDraft(NEW, null);
                onClose();
              }}
            >
              Cancel
            </Button>
            <Button variant="filled" type="submit" loading={create.isPending}>
              Create API key
            </Button>
          </div>
        }
      >
        <TextInput
          ref={field}
          label="Name"
          description="What uses it, so everyone knows which key to revoke."
          placeholder="e.g. TMS load feed"
          maxLength={API_KEY_NAME_MAX}
          autoComplete="off"
          value={name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          error={tried && name.trim() === '' ? 'Name must not be empty' : undefined}
        />
        <fieldset className={classes.choice}>
          <legend>Permissions</legend>
          {(['read', 'manage_loads'] as const).map((one) => (
            <label key={one}>
              <input type="radio" name="right" checked={right === one} onChange={() => set({ right: one })} />
              {RIGHTS_WORD[one]}
            </label>
          ))}
        </fieldset>
        <NativeSelect
          label="Expires after"
          value={days}
          data={LIFETIMES.map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) => set({ days: currentTarget.value })}
        />
        {problem && <NotDone what="Not created" problem={problem} />}
      </PanelForm>
    </SidePanel>
  );
}
