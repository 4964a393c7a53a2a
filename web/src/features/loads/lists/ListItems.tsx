/** The lists in a menu: open one, put what is shown into one, look after them. */
import { Menu } from '@mantine/core';
import { type LoadList, MOST_LISTED_LOADS } from '@waypost/contract/api/load-lists';
import { asProblem, explain } from '../../../api/problem.ts';
import { IconCheck, IconList, IconPlus } from '../../../ui/icons.ts';
import classes from '../../../ui/named.module.css';
import { listsDoor } from './lists-door.ts';
import { useLoadLists } from './use-load-lists.ts';
import { loadsText, numberText } from './words.ts';

export interface ListItemsProps {
  /** The list that the board shows. */
  readonly current: string | undefined;
  /** Loads that the board's list shows now. */
  readonly shown: readonly string[];
  readonly onOpen: (list_id: string) => void;
}

export function ListItems({ current, shown, onOpen }: ListItemsProps) {
  const { data, error } = useLoadLists();
  const items = (label: string, lists: readonly LoadList[]) =>
    lists.length > 0 && (
      <>
        <Menu.Label>{label}</Menu.Label>
        {lists.map(({ list_id, name, loads }) => (
          <Menu.Item
            key={list_id}
            leftSection={list_id === current ? <IconCheck size={16} /> : <span className={classes.noMark} />}
            rightSection={numberText(loads)}
            aria-current={list_id === current || undefined}
            onClick={() => onOpen(list_id)}
          >
            <bdi className={classes.itemName}>{name}</bdi>
          </Menu.Item>
        ))}
      </>
    );
  const of = (scope: LoadList['scope']) => (data ?? []).filter((list) => list.scope === scope);
  const too_many = shown.length > MOST_LISTED_LOADS;
  return (
    <>
      {!data && (
        <Menu.Label role="status">
          {error ? `Couldn't load lists: ${explain(asProblem(error)).title}` : 'Loading lists'}
        </Menu.Label>
      )}
      {items('Team lists', of('team'))}
      {items('My lists', of('person'))}
      <Menu.Item
        leftSection={<IconPlus size={16} />}
        disabled={shown.length === 0 || too_many}
        onClick={() => listsDoor.put(shown)}
      >
        {too_many
          ? `Add loads to a list: ${numberText(MOST_LISTED_LOADS)} at most`
          : `Add ${loadsText(shown.length)} shown to a list`}
      </Menu.Item>
      <Menu.Item leftSection={<IconList size={16} />} onClick={listsDoor.manage}>
        Manage lists
      </Menu.Item>
    </>
  );
}
