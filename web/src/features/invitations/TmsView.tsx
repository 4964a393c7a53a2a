/** TMS invitations, a separate resource. The interface only offers to delete them until they are accepted. */

import { Box, Group, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { INVITATION_ROUTES } from '@waypost/contract/api/invitation-routes';
import type { boardTmsInvitation } from '@waypost/contract/api/invitations';
import { uuid } from '@waypost/contract/common';
import { type ReactNode, useMemo, useState } from 'react';
import { z } from 'zod';
import { useApi, useDisabledReason } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';
import { WhyNot } from '../../api/WhyNot.tsx';
import { Age } from '../../live/Age.tsx';
import { ConfirmDialog } from '../../live/ConfirmDialog.tsx';
import { useLive, useNow } from '../../live/context.ts';
import { useFormDrafts } from '../../live/form/draft.ts';
import { checkedWith, useForm } from '../../live/form/form.ts';
import { ResourceList } from '../../live/ResourceList.tsx';
import { GuardedButton } from '../../ui/buttons.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconCircleCheck, IconClockX, IconHelpCircle, IconMail, IconTrash } from '../../ui/icons.ts';
import type { ViewProps } from '../../ui/page-frame.tsx';
import { Primary, Status } from '../../ui/resource-list/cells.tsx';
import type { Column, CsvColumn } from '../../ui/resource-list/columns.ts';
import { byId, sortOrder, sortRows } from '../../ui/resource-list/query.ts';
import { hasWords, wordsOf } from '../../ui/resource-list/words.ts';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { agoText, fullDateTime, shortDateTime } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import type { InvitationsSearch } from './search.ts';

type TmsInvitation = z.output<typeof boardTmsInvitation>;

/** All that the interface tells. */
const WHAT_THEY_ARE =
  'A TMS invitation connects your company with a transportation management system (TMS), not with a fleet. The tracking service reports only its status and dates: not which TMS it is for, nor who sent it. Waypost cannot create one; it can delete one until it is accepted; then a TMS share agreement takes its place.';
const KEY = queryKeys.tmsInvitations();
const WORDS = ['TMS invitation', 'TMS invitations'] as const;
const SORTS = { created: 'created_at', status: 'status', ends: 'expires_at' } as const;
type Sort = keyof typeof SORTS;
const NEWEST_FIRST = '-created';

const keyOf = ({ key }: TmsInvitation) => key;
/** The service provides no name: its dates tell it from others; without any, the start of our own key. */
function nameOf({ key, created_at, expires_at }: Omit<TmsInvitation, 'status'>): string {
  if (created_at !== null) return `From ${shortDateTime(created_at, 0)}`;
  if (expires_at !== null) return `Until ${shortDateTime(expires_at, 0)}`;
  return referenceOf({ key });
}
const fullNameOf = (row: TmsInvitation) =>
  `TMS invitation ${nameOf(row).replace(/^[FU]/, (letter) => letter.toLowerCase())}`;
const referenceOf = ({ key }: Pick<TmsInvitation, 'key'>) => key.slice(0, 8);

/** The state now: the service does not report expiry. */
function stateOf({ status, expires_at }: TmsInvitation, now: number) {
  if (status === 'accepted') return 'accepted';
  const over = expires_at !== null && Date.parse(expires_at) <= now;
  if (status === 'expired' || (status === 'active' && over)) return 'expired';
  return status === 'active' ? 'open' : 'other';
}

const STATE = {
  open: { icon: IconMail, tone: 'strong', word: 'Waiting for an answer' },
  accepted: { icon: IconCircleCheck, tone: 'past', word: 'Accepted' },
  expired: { icon: IconClockX, tone: 'past', word: 'Expired' },
  other: { icon: IconHelpCircle, tone: 'past', word: 'Status not set' },
} as const;

function State({ row }: { readonly row: TmsInvitation }) {
  const state = useNow((now) => stateOf(row, now));
  const { word, ...style } = STATE[state];
  return <Status {...style}>{state === 'other' && row.status ? row.status : word}</Status>;
}

const COLUMNS: readonly Column<TmsInvitation, Sort>[] = [
  {
    id: 'name',
    header: 'Invitation',
    width: '1.2fr',
    card: 'title',
    cell: (row) => <Primary>{nameOf(row)}</Primary>,
  },
  {
    id: 'status',
    header: 'Status',
    width: '1.2fr',
    sort: 'status',
    card: 'side',
    cell: (row) => <State row={row} />,
  },
  {
    id: 'created',
    header: 'Created',
    width: '1fr',
    sort: 'created',
    descendingFirst: true,
    cell: ({ created_at }) => created_at && <Age at={created_at} ago />,
  },
  {
    id: 'ends',
    header: 'Expires',
    width: '1.2fr',
    sort: 'ends',
    card: 'labeled',
    cell: ({ expires_at }) => expires_at && shortDateTime(expires_at, 0),
    title: ({ expires_at }) => (expires_at ? fullDateTime(expires_at) : undefined),
  },
];
const CSV: readonly CsvColumn<TmsInvitation>[] = [
  ['reference', referenceOf],
  ['status', ({ status }) => status],
  ['created_at_utc', ({ created_at }) => created_at],
  ['expires_at_utc', ({ expires_at }) => expires_at],
];

interface Deletion {
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

interface TmsViewProps extends ViewProps<InvitationsSearch> {
  readonly besideSearch: ReactNode;
  readonly above: ReactNode;
}

export function TmsView({ search, onSearch, besideSearch, above }: TmsViewProps) {
  const { clock } = useLive();
  const { q, sort } = search;
  const list = useRead(INVITATION_ROUTES.listTmsInvitations, KEY, { staleTime: 10_000 });
  const [deletes, setDeletes] = useState<Deletion | null>(null);
  const all = list.data?.items;
  const order = sortOrder(sort, SORTS, NEWEST_FIRST);
  const rows = useMemo(() => {
    const words = wordsOf(q);
    const found = all?.filter((row) =>
      hasWords([nameOf(row), referenceOf(row), row.status, STATE[stateOf(row, clock.now())].word], words),
    );
    return found && sortRows(found, (row) => row[SORTS[order.by]], order.descending, byId(keyOf));
  }, [all, q, order.by, order.descending, clock]);
  return (
    <>
      <ResourceList<TmsInvitation, Sort>
        title="Invitations"
        id="tms-invitation-list"
        words={WORDS}
        search={search}
        onSearch={onSearch}
        filters={['q']}
        opens={['invitation']}
        rows={rows}
        all={all}
        keyOf={keyOf}
        read={list}
        unread={list.data?.unread}
        columns={COLUMNS}
        order={{ ...order, default: NEWEST_FIRST }}
        besideSearch={besideSearch}
        searchBox={{
          label: 'Filter TMS invitations',
          placeholder: 'Reference or status',
          title: 'Filters by reference and status',
        }}
        above={above}
        notes={
          <>
            <Box component="p" className={shared.note} px={16} py={8} m={0} maw="110ch">
              {WHAT_THEY_ARE}
            </Box>
            {/* Deleting by id is offered only without a list. */}
            {(list.error || list.data?.known === false) && <DeleteById onDelete={setDeletes} />}
          </>
        }
        empty={
          list.data?.known === false ? (
            <EmptyState icon={IconMail} title="The tracking service has no list of TMS invitations">
              If you know an ID, you can delete it above.
            </EmptyState>
          ) : (
            <EmptyState icon={IconMail} title="No TMS invitations">
              None is open at the tracking service.
            </EmptyState>
          )
        }
        noMatch="The filter covers references and statuses."
        record={{
          nameOf,
          missing: 'It may have been deleted.',
          body: (row) => <TmsDetails row={row} onDelete={setDeletes} />,
        }}
        csv={{ columns: CSV }}
        foot={{ again: 'updates on refresh' }}
      />
      {deletes && <Confirm {...deletes} onClose={() => setDeletes(null)} />}
    </>
  );
}

interface TmsDetailsProps {
  readonly row: TmsInvitation;
  readonly onDelete: (what: Deletion) => void;
}

function TmsDetails({ row, onDelete }: TmsDetailsProps) {
  const { http } = useApi();
  const disabledReason = useDisabledReason('manage_onboarding');
  const state = useNow((now) => stateOf(row, now));
  const expired = useNow((now) =>
    row.expires_at === null ? 'Expired' : `Expired ${agoText(row.expires_at, now)}`,
  );
  const { key, status, created_at, expires_at } = row;
  const sentences = {
    open: expires_at ? `Can be accepted until ${fullDateTime(expires_at)}.` : 'Can still be accepted.',
    accepted: "Accepted, so it can't be deleted. To stop sharing, end its TMS share agreement.",
    expired: `${expired}, not answered. Waypost cannot send a new one.`,
    other: status ? `The tracking service reports: ${status}.` : 'The tracking service reports no status.',
  };
  return (
    <>
      <WhyNot right="manage_onboarding" />
      <Section title="Now" aside={<State row={row} />}>
        <p>{sentences[state]}</p>
        {state !== 'accepted' && (
          <GuardedButton
            disabledReason={disabledReason}
            icon={IconTrash}
            onClick={() =>
              onDelete({
                name: fullNameOf(row),
                run: () => http.call(INVITATION_ROUTES.deleteTmsInvitation, { params: { key } }),
              })
            }
          >
            Delete invitation…
          </GuardedButton>
        )}
      </Section>
      <Section title="Details">
        <Facts>
          <Fact name="Created">{created_at && fullDateTime(created_at)}</Fact>
          <Fact name="Expires">{expires_at && fullDateTime(expires_at)}</Fact>
          <Fact name="Reference in Waypost">{referenceOf(row)}</Fact>
          <Fact name="For">A TMS; the tracking service does not say which</Fact>
        </Facts>
      </Section>
    </>
  );
}

const idDraft = z.object({ id: z.string() });
const NO_ID = { id: '' };

function DeleteById({ onDelete }: Pick<TmsDetailsProps, 'onDelete'>) {
  const { http } = useApi();
  const disabledReason = useDisabledReason('manage_onboarding');
  const form = useForm({
    drafts: useFormDrafts('tms_invitation_id', idDraft),
    name: 'delete',
    initial: NO_ID,
    disabledReason,
    check: ({ id }) => {
      const { data = null } = uuid.safeParse(id.trim());
      return checkedWith(data, { id: data === null && 'The ID must be a UUID' });
    },
    // The dialog deletes it; the ID stays until then.
    send: async (tms_invitation_id) => {
      onDelete({
        name: `TMS invitation ${tms_invitation_id.slice(0, 8)}`,
        run: () => http.call(INVITATION_ROUTES.deleteTmsInvitationById, { body: { tms_invitation_id } }),
      });
      return false;
    },
    onDone: () => undefined,
  });
  return (
    <form {...form.element}>
      <Group align="flex-end" gap={8} px={16} py={8}>
        <TextInput
          w={320}
          maw="100%"
          {...form.text('id', 'Delete by ID')}
          placeholder="e.g. 3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60"
          autoComplete="off"
          spellCheck={false}
          error={form.errors.get('id')}
        />
        <GuardedButton type="submit" disabledReason={disabledReason}>
          Delete…
        </GuardedButton>
      </Group>
    </form>
  );
}

function Confirm({ name, run, onClose }: Deletion & { readonly onClose: () => void }) {
  const client = useQueryClient();
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      confirm="delete"
      action="Delete TMS invitation"
      keep="Keep invitation"
      failure_title="Not deleted"
      act={async () => {
        try {
          await run();
        } finally {
          void client.invalidateQueries({ queryKey: KEY });
        }
        toast({ title: `Deleted ${name}` });
      }}
      onClose={onClose}
    >
      <p>It can no longer be accepted. This can't be undone, and Waypost cannot send a new one.</p>
    </ConfirmDialog>
  );
}
