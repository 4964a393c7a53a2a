import { Button, TextInput } from '@mantine/core';
import {
  type CreatedWallScreen,
  WALL_LINK_PAGE,
  WALL_NAME_MAX,
  type WallScreen,
} from '@waypost/contract/api/wall-screens';
import { useState } from 'react';
import { z } from 'zod';
import { ConfirmDialog } from '../../live/ConfirmDialog.tsx';
import { useNow } from '../../live/context.ts';
import { useFormDrafts } from '../../live/form/draft.ts';
import { checkedWith, useForm } from '../../live/form/form.ts';
import { Outcome } from '../../live/form/parts.tsx';
import { isolated } from '../../ui/bidi.ts';
import { ShownOnce } from '../../ui/buttons.tsx';
import { IconBan } from '../../ui/icons.ts';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import { FormFoot, PanelForm, SidePanel } from '../../ui/SidePanel.tsx';
import { fullDateTime } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { stateText, useWallScreenMutations } from './wall-screens.ts';

export function LinkOnce({ secret }: { readonly secret: string }) {
  return (
    <ShownOnce
      label="The new link"
      secret={`${location.origin}${WALL_LINK_PAGE}#${secret}`}
      action="Copy link"
      lead={
        <>
          <strong>Copy the link now.</strong> Waypost does not store it. Once you close this panel, it can't
          be shown again.
        </>
      }
    >
      <p>
        Open it on the screen, in a browser where nobody is signed in, and make it the browser's start page:
        then the screen comes back by itself after a power cut.
      </p>
    </ShownOnce>
  );
}

export function ScreenDetails({ screen }: { readonly screen: WallScreen }) {
  const { revoke } = useWallScreenMutations();
  const [confirming, setConfirming] = useState(false);
  const state = useNow((now) => stateText(screen, now));
  const name = isolated(screen.name);
  return (
    <>
      <Section title="About">
        <Facts>
          <Fact name="Status">{state}</Fact>
          <Fact name="Shows">The wall board and nothing else. Nothing can be changed from it.</Fact>
          <Fact name="Last seen">{screen.last_seen_at ? fullDateTime(screen.last_seen_at) : 'Never'}</Fact>
          <Fact name="Created">
            {fullDateTime(screen.created_at)} by {isolated(screen.created_by_name)}
          </Fact>
          <Fact name="Revoked">
            {screen.revoked_at &&
              `${fullDateTime(screen.revoked_at)} by ${isolated(screen.revoked_by_name ?? 'an unknown person')}`}
          </Fact>
        </Facts>
      </Section>
      {screen.revoked_at === null && (
        <Section title="Revoke">
          <Button leftSection={<IconBan size={16} aria-hidden />} onClick={() => setConfirming(true)}>
            Revoke link
          </Button>
        </Section>
      )}
      {confirming && (
        <ConfirmDialog
          title={`Revoke the link of ${name}?`}
          action="Revoke link"
          keep="Keep link"
          failure_title="Not revoked"
          act={async () => {
            await revoke.mutateAsync({ params: { wall_screen_id: screen.wall_screen_id } });
            toast({ title: `Revoked the link of ${name}` });
          }}
          onClose={() => setConfirming(false)}
        >
          <p>
            Every screen with this link stops showing loads within seconds. This can't be undone; create a new
            link to turn them on again.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

const screenDraft = z.object({ name: z.string() });
const EMPTY = { name: '' };

const check = (draft: z.infer<typeof screenDraft>) =>
  checkedWith(draft, { name: draft.name.trim() === '' && 'must not be empty' });

interface NewScreenPanelProps {
  readonly onCreated: (created: CreatedWallScreen) => void;
  readonly onClose: () => void;
}

export function NewScreenPanel({ onCreated, onClose }: NewScreenPanelProps) {
  const { create } = useWallScreenMutations();
  const form = useForm({
    drafts: useFormDrafts('wall_screen', screenDraft),
    name: 'new',
    initial: EMPTY,
    check,
    send: (body) => create.mutateAsync({ body }),
    fieldOf: (path) => (path === 'body.name' ? 'name' : null),
    onDone: onCreated,
  });
  return (
    <SidePanel label="New wall screen" title="New wall screen" onClose={onClose}>
      <PanelForm
        {...form.element}
        foot={<FormFoot action="Create link" busy={form.busy} onCancel={form.leave(onClose)} />}
      >
        <TextInput
          {...form.text('name', 'Name')}
          description="Where the screen is, so everyone knows which link to revoke."
          placeholder="e.g. Dispatch, left wall"
          maxLength={WALL_NAME_MAX}
          autoFocus
          autoComplete="off"
        />
        <Outcome form={form} what="Not created" />
      </PanelForm>
    </SidePanel>
  );
}
