import { Button, NativeSelect } from '@mantine/core';
import { SHARE_LINK_ROUTES } from '@waypost/contract/api/share-link-routes';
import {
  type CreatedShareLink,
  SHARE_LINK_MAX_DAYS,
  SHARE_PAGE,
  type ShareLink,
  shareLinkState,
} from '@waypost/contract/api/share-links';
import { DAY_MS } from '@waypost/contract/common';
import { useState } from 'react';
import { z } from 'zod';
import { ProblemState } from '../../../api/ProblemState.tsx';
import { asProblem } from '../../../api/problem.ts';
import { withQueries } from '../../../api/queries.tsx';
import { queryKeys } from '../../../api/query-keys.ts';
import { itemsOf, usePutRecord, useRead, useWrite } from '../../../api/server-state.ts';
import { Age } from '../../../live/Age.tsx';
import { ConfirmDialog } from '../../../live/ConfirmDialog.tsx';
import { useLive, useNow } from '../../../live/context.ts';
import { aheadProblem, DateTimeField } from '../../../live/DateTimeField.tsx';
import { useFormDrafts } from '../../../live/form/draft.ts';
import { checkedWith, useForm } from '../../../live/form/form.ts';
import { Outcome } from '../../../live/form/parts.tsx';
import { isolated } from '../../../ui/bidi.ts';
import { ShownOnce } from '../../../ui/buttons.tsx';
import { Option } from '../../../ui/Choice.tsx';
import { OpenModal } from '../../../ui/OpenModal.tsx';
import named from '../../../ui/saved-item.module.css';
import shared from '../../../ui/shared.module.css';
import { agoText, fromNowText, fullDateTime, personZone, shortDateTime, zoneName } from '../../../ui/time.ts';
import { toast } from '../../../ui/toasts.ts';
import { fromWall, toWall } from '../../../ui/zoned.ts';

const UNTIL = 'until';
/** Days. */
const LIFETIMES = [
  ['1', '1 day'],
  ['3', '3 days'],
  ['7', '7 days'],
  ['30', '30 days'],
  [UNTIL, 'Until a time…'],
] as const;
const DEFAULT_DAYS = 3;

interface ShareDialogProps {
  readonly load_id: string;
  readonly onClose: () => void;
}

export default withQueries(ShareDialog);

export function ShareDialog({ load_id, onClose }: ShareDialogProps) {
  // Always refetched, because opening a link changes it.
  const {
    data: links,
    error,
    refetch,
  } = useRead(SHARE_LINK_ROUTES.listShareLinks, queryKeys.shareLinks(load_id), {
    params: { load_id },
    select: itemsOf,
    staleTime: 0,
  });
  /** The link just created. Its token exists only here, until the dialog closes. */
  const [created, setCreated] = useState<CreatedShareLink | null>(null);
  const [revoking, setRevoking] = useState<ShareLink | null>(null);
  if (revoking) return <Revoke link={revoking} onClose={() => setRevoking(null)} />;
  return (
    <OpenModal onClose={onClose} title="Share this load" size={520}>
      {created ? (
        <ShownOnce
          label="The new link"
          secret={`${location.origin}${SHARE_PAGE}#${created.token}`}
          action="Copy link"
          takesFocus
          lead={
            <>
              <strong>Copy the link now.</strong> Waypost does not store it. Once you close this window, it
              can't be shown again.
            </>
          }
          buttons={<Button onClick={() => setCreated(null)}>Create another link</Button>}
        />
      ) : (
        <CreateForm load_id={load_id} onCreated={setCreated} />
      )}
      <h3 style={{ margin: '20px 0 4px' }}>Share links</h3>
      {!links && error && <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} small />}
      {!links && !error && <p role="status">Loading links</p>}
      {links?.length === 0 && <p className={shared.note}>No links yet.</p>}
      {links && links.length > 0 && (
        <ul className={shared.list}>
          {links.map((link) => (
            <Row key={link.share_link_id} link={link} onRevoke={() => setRevoking(link)} />
          ))}
        </ul>
      )}
    </OpenModal>
  );
}

interface CreateFormProps {
  readonly load_id: string;
  readonly onCreated: (created: CreatedShareLink) => void;
}

const linkDraft = z.object({ lifetime: z.string(), wall: z.string(), shows_vehicle: z.boolean() });

function CreateForm({ load_id, onCreated }: CreateFormProps) {
  const { create } = useShareLinkMutations(load_id);
  const { clock } = useLive();
  const zone = personZone();
  const form = useForm({
    drafts: useFormDrafts('share_link', linkDraft),
    name: load_id,
    initial: () => ({
      lifetime: String(DEFAULT_DAYS),
      wall: toWall(clock.now() + DEFAULT_DAYS * DAY_MS, zone),
      shows_vehicle: false,
    }),
    check: ({ lifetime, wall, shows_vehicle }) => {
      const now = clock.now();
      const end =
        lifetime === UNTIL
          ? fromWall(wall, zone)?.at
          : new Date(now + Number(lifetime) * DAY_MS).toISOString();
      return checkedWith(end === undefined ? null : { expires_at: end, shows_vehicle }, {
        wall: aheadProblem(end, now, SHARE_LINK_MAX_DAYS * DAY_MS),
      });
    },
    send: (body) => create.mutateAsync({ body }),
    onDone: onCreated,
  });
  const { lifetime, wall, shows_vehicle } = form.values;
  return (
    <form {...form.element} className={shared.stack}>
      <p className={shared.note}>
        Anyone with the link sees this load without an account: number, last position, destination and at most
        one stop before it, with their appointments, and when it arrives, by our estimate or by phone. Nothing
        else.
      </p>
      <NativeSelect
        label="Link expires after"
        data-autofocus
        value={lifetime}
        data={LIFETIMES.map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) => form.set({ lifetime: currentTarget.value })}
      />
      {lifetime === UNTIL && (
        <DateTimeField
          label={`Expires, ${zoneName(fromWall(wall, zone)?.at ?? clock.now(), zone)}`}
          value={wall}
          error={form.errors.get('wall')}
          onChange={(text) => form.set({ wall: text })}
        />
      )}
      <Option
        label="Show the truck's unit, VIN and plate"
        checked={shows_vehicle}
        onChange={(shown) => form.set({ shows_vehicle: shown })}
      />
      <Outcome form={form} what="Not created" className={shared.note} />
      <div>
        <Button type="submit" variant="filled" loading={form.busy}>
          Create link
        </Button>
      </div>
    </form>
  );
}

function Row({ link, onRevoke }: { readonly link: ShareLink; readonly onRevoke: () => void }) {
  const state = useNow((now) => shareLinkState(link, now));
  const state_text = useNow((now) => stateText(link, now));
  const opened = useNow((now) => openedText(link, now));
  return (
    <li className={named.row}>
      <div className={shared.fill}>
        <div title={fullDateTime(link.expires_at)}>{state_text}</div>
        <div className={shared.note}>
          {opened}
          {link.shows_vehicle && '. Shows unit, VIN and plate'}
        </div>
        <div className={shared.note}>
          Created <Age at={link.created_at} ago /> by {isolated(link.created_by_name)}
        </div>
      </div>
      {state === 'active' && <Button onClick={onRevoke}>Revoke link</Button>}
    </li>
  );
}

function Revoke({ link, onClose }: { readonly link: ShareLink; readonly onClose: () => void }) {
  const { revoke } = useShareLinkMutations(link.load_id);
  return (
    <ConfirmDialog
      title="Revoke this link?"
      action="Revoke link"
      keep="Keep link"
      failure_title="Not revoked"
      act={async () => {
        await revoke.mutateAsync({ params: { share_link_id: link.share_link_id } });
        toast({ title: 'Link revoked' });
      }}
      onClose={onClose}
    >
      <p>
        Anyone who opens it sees that the link has expired. This can't be undone; create a new link to share
        the load again.
      </p>
    </ConfirmDialog>
  );
}

/** "Active, expires in 2 d", "Revoked 2 h ago by Ada" */
function stateText(link: ShareLink, now: number): string {
  const { expires_at, revoked_at, revoked_by_name } = link;
  switch (shareLinkState(link, now)) {
    case 'revoked':
      return `Revoked ${agoText(revoked_at ?? '', now)} by ${isolated(revoked_by_name ?? 'an unknown person')}`;
    case 'expired':
      return `Expired ${agoText(expires_at, now)}`;
    case 'active':
      return `Active, expires ${fromNowText(expires_at, now)}, ${shortDateTime(expires_at, now)} ${zoneName(expires_at)}`;
  }
}

function openedText({ opened, last_opened_at }: ShareLink, now: number): string {
  if (last_opened_at === null) return 'Not opened yet';
  return `Opened ${opened === 1 ? 'once' : `${opened} times`}, last ${agoText(last_opened_at, now)}`;
}

/** Each mutation updates the cached list at once. Rejects with a Problem. Tokens never enter the cache. */
function useShareLinkMutations(load_id: string) {
  const put = usePutRecord(queryKeys.shareLinks(load_id), (link: ShareLink) => link.share_link_id);
  const create = useWrite(SHARE_LINK_ROUTES.createShareLink, {
    params: { load_id },
    onSuccess: ({ share_link }) => void put(share_link),
    // The response contains the token, so it is not cached.
    gcTime: 0,
  });
  const revoke = useWrite(SHARE_LINK_ROUTES.revokeShareLink, { onSuccess: (link) => void put(link) });
  return { create, revoke };
}
