/** The list of agreements with its filters, what ends too early above it, and how all this is known. */
import type { AgreementList as Answer } from '@waypost/contract/api/agreements';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Chips } from '../../ui/Chips.tsx';
import { CalmListArea, FilterRow } from '../../ui/ListLayout.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { UnreadLine } from '../../ui/UnreadLine.tsx';
import { useLayout } from '../../ui/use-media.ts';
import { AgreementList } from './AgreementList.tsx';
import { AgreementsFoot } from './AgreementsFoot.tsx';
import classes from './AgreementsTab.module.css';
import { useCalm } from './calm.ts';
import type { DatesDrafts } from './drafts.ts';
import { ForesightSection } from './ForesightSection.tsx';
import { AgreementsNoMatch, NoAgreements } from './ListStates.tsx';
import type { Selected } from './query.ts';
import { AGREEMENT_SHOWS, type AgreementShow, type AgreementsSearch } from './search.ts';

const SHOW_WORD: Readonly<Record<AgreementShow, string>> = {
  attention: 'Ends too early',
  active: 'Active',
  scheduled: 'Starts later',
  ended: 'Access over',
  off: 'Paused or cancelled',
  no_location: 'Without locations',
};

const waitingText = (count: number) => (count === 1 ? '1 agreement waits' : `${count} agreements wait`);

export interface AgreementsTabProps {
  readonly list: {
    readonly data: Answer | undefined;
    readonly error: unknown;
    readonly refresh: () => void;
  };
  readonly selected: Selected;
  readonly search: AgreementsSearch;
  /** A load whose agreement could not be told. */
  readonly not_found_for: string | null;
  readonly now: number;
  readonly refusal: string | null;
  readonly unsaved: DatesDrafts;
  readonly onSearch: (change: Partial<AgreementsSearch>, replace?: boolean) => void;
  readonly onOpen: (id: string, by_key: boolean) => void;
  readonly onExtend: (id: string) => void;
}

export function AgreementsTab(props: AgreementsTabProps) {
  const { list, selected, search, not_found_for, now, refusal, onSearch, onOpen, onExtend } = props;
  const { show, q, sort, agreement } = search;
  const { data } = list;
  const calm = useCalm(selected.rows, `${show} ${q} ${sort}`);
  const phone = useLayout() === 'phone';
  const problem = list.error ? asProblem(list.error) : null;
  const filtered = show !== undefined || q !== undefined;
  const clear = () => onSearch({ show: undefined, q: undefined, load: undefined });

  const rows = () => {
    if (!data)
      return problem ? (
        <ProblemState problem={problem} onRetry={list.refresh} />
      ) : (
        <ListSkeleton label="Loading the agreements" />
      );
    if (selected.counts.all === 0)
      return (
        <NoAgreements offered={data.lists.agreements} problem={data.read_problem} onRetry={list.refresh} />
      );
    if (selected.rows.length === 0) return <AgreementsNoMatch show={show} onClear={clear} />;
    return (
      <AgreementList
        rows={calm.shown}
        as_cards={phone}
        selected={agreement}
        unsaved={props.unsaved}
        sort={sort}
        now={now}
        onSort={(next) => onSearch({ sort: next === 'worst' ? undefined : next }, true)}
        onOpen={onOpen}
      />
    );
  };
  return (
    <>
      {data && selected.counts.all > 0 && show !== 'attention' && (
        <ForesightSection
          foreseen={selected.foreseen}
          lasting={selected.counts.active - selected.foreseen.filter(({ kind }) => kind === 'active').length}
          unknown={data.loads_of_unknown_fleet}
          now={now}
          refusal={refusal}
          onExtend={onExtend}
          onOpen={(id) => onOpen(id, true)}
          onAll={() => onSearch({ show: 'attention' })}
        />
      )}
      {not_found_for !== null && (
        <div className={classes.note}>
          <Banner tone="wait" title="The agreement of this load's fleet is not known.">
            The service does not say which fleet a truck belongs to. These are the agreements that share
            trucks without their locations; one of them may be the one.
          </Banner>
        </div>
      )}
      {data && (
        <FilterRow>
          <Chips
            label="Filter agreements"
            chips={AGREEMENT_SHOWS.map((key) => ({
              key,
              word: SHOW_WORD[key],
              count: selected.counts[key],
            }))}
            pressed={show ? [show] : []}
            onPress={(key) => onSearch({ show: key === show ? undefined : key, load: undefined })}
          />
        </FilterRow>
      )}
      {data && problem && <ProblemState problem={problem} onRetry={list.refresh} small />}
      {data && <UnreadLine unread={data.unread.agreements} words={['agreement', 'agreements']} />}
      <CalmListArea calm={calm} waitingText={waitingText} waiting_at="foot">
        {rows()}
      </CalmListArea>
      {data && selected.counts.all > 0 && (
        <AgreementsFoot
          what="agreement"
          shown={selected.rows.length}
          total={selected.counts.all}
          filtered={filtered}
          onClear={clear}
          read_at={data.read_at}
          read_problem={data.read_problem}
        />
      )}
    </>
  );
}
