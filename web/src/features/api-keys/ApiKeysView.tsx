import { type ApiKey, apiKeyState, type CreatedApiKey } from '@waypost/contract/api/api-keys';
import { useState } from 'react';
import { forAdministrators } from '../../api/QueryState.tsx';
import { Age } from '../../live/Age.tsx';
import { ApiDescription } from '../../live/ApiDescription.tsx';
import { useNow } from '../../live/context.ts';
import { ResourceList } from '../../live/ResourceList.tsx';
import { Button } from '../../ui/buttons.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconBan, IconCheck, IconClockX, IconKey, IconPlus } from '../../ui/icons.ts';
import type { ShortcutHelp } from '../../ui/keys.ts';
import type { ViewProps } from '../../ui/page-frame.tsx';
import { Primary, Secondary, Status } from '../../ui/resource-list/cells.tsx';
import type { Column } from '../../ui/resource-list/columns.ts';
import { idOf, rightsText, stateText, useApiKeys } from './api-keys.ts';
import { KeyDetails, KeyOnce, NewKeyPanel } from './KeyPanel.tsx';
import type { ApiKeysSearch } from './search.ts';

export const ApiKeysView = forAdministrators(Keys, {
  title: 'API keys',
  denied: 'API keys are for administrators',
});

const NEW = 'new';
const SHORTCUTS: ShortcutHelp = [[['a'], 'New API key']];

function Keys({ search, onSearch }: ViewProps<ApiKeysSearch>) {
  const read = useApiKeys();
  /** A new key with its secret, held only while its panel stays open; it cannot be fetched later. */
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const add = () => onSearch({ add: '1', key: undefined });
  const show = (key: string | undefined) => {
    setCreated(null);
    onSearch({ key, add: undefined });
  };
  const button = (
    <Button variant="filled" icon={IconPlus} onClick={add}>
      New API key
    </Button>
  );
  return (
    <ResourceList
      title="API keys"
      id="api-key-list"
      words={['API key', 'API keys']}
      search={search}
      onSearch={onSearch}
      filters={[]}
      opens={['key', 'add']}
      rows={read.data}
      keyOf={idOf}
      read={read}
      columns={COLUMNS}
      empty={
        <EmptyState icon={IconKey} title="No API keys yet" action={button}>
          <p>
            With an API key, your TMS can add loads to the board and read their tracking without anyone
            signing in. <ApiDescription /> lists the calls it can make, under <code>/machine/v1</code>.
          </p>
        </EmptyState>
      }
      selected={search.add ? NEW : (search.key ?? null)}
      onSelect={show}
      panel={(id, { close }) =>
        id === NEW ? (
          <NewKeyPanel
            onCreated={(new_key) => {
              setCreated(new_key);
              onSearch({ key: new_key.api_key.api_key_id, add: undefined }, true);
            }}
            onClose={close}
          />
        ) : undefined
      }
      record={{
        nameOf: ({ name }) => name,
        missing: 'The link may be from another Waypost server.',
        body: (api_key) => (
          <>
            {created?.api_key.api_key_id === api_key.api_key_id && api_key.revoked_at === null && (
              <KeyOnce secret={created.secret} />
            )}
            <KeyDetails api_key={api_key} onReplaced={setCreated} />
          </>
        ),
      }}
      shortcuts={{ run: { a: add }, words: SHORTCUTS }}
      actions={button}
      foot={{ children: <ApiDescription /> }}
    />
  );
}

const STATE_STYLE = {
  active: { icon: IconCheck, tone: 'quiet' },
  expired: { icon: IconClockX, tone: 'strong' },
  revoked: { icon: IconBan, tone: 'past' },
} as const;

function State({ api_key }: { readonly api_key: ApiKey }) {
  const state = useNow((now) => apiKeyState(api_key, now));
  const text = useNow((now) => stateText(api_key, now));
  return <Status {...STATE_STYLE[state]}>{text}</Status>;
}

function LastUse({ api_key: { last_used_at } }: { readonly api_key: ApiKey }) {
  return last_used_at === null ? <Secondary>Never used</Secondary> : <Age at={last_used_at} ago />;
}

const COLUMNS: readonly Column<ApiKey>[] = [
  {
    id: 'name',
    header: 'API key',
    width: '2fr',
    card: 'title',
    cell: (key) => (
      <>
        <Primary title={key.name}>{key.name}</Primary>
        <Secondary>{rightsText(key)}</Secondary>
      </>
    ),
  },
  { id: 'state', header: 'Status', width: '2fr', card: 'line', cell: (key) => <State api_key={key} /> },
  { id: 'used', header: 'Last used', width: 128, card: 'side', cell: (key) => <LastUse api_key={key} /> },
  {
    id: 'created',
    header: 'Created',
    width: '1fr',
    visibleFrom: 720,
    cell: (key) => (
      <>
        <Age at={key.created_at} ago />
        <Secondary title={key.created_by_name}>by {key.created_by_name}</Secondary>
      </>
    ),
  },
];
