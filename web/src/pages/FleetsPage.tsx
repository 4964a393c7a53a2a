/** `/fleets`: the list of fleets, with agreements as their own page words them. */
import { stateText } from '../features/agreements/state.ts';
import { FleetsView, type FleetsViewProps } from '../features/fleets/FleetsView.tsx';

export function FleetsPage(props: Omit<FleetsViewProps, 'agreementText'>) {
  return <FleetsView {...props} agreementText={agreementText} />;
}

const agreementText: FleetsViewProps['agreementText'] = ({ status, effective_date, expiration_date }, now) =>
  stateText({ status, effective_date, expiration_date }, now);
