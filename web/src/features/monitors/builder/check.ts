/** What a check before sending says. Pure: the draft and what is known come in, sentences go out. */

import type { BoardLoad } from '@waypost/contract/api/board';
import type { VehicleFacts } from '@waypost/contract/api/monitors';
import type { Behavior } from '../../../api/context.ts';
import type { LengthUnit } from '../../../geo/length.ts';
import type { Draft, DraftAction } from './draft.ts';
import type { FieldName } from './fields.ts';

export interface Check {
  /** Names it among the others of one draft. */
  readonly id: string;
  /** An error is not sent; a warning is the person's to judge. */
  readonly severity: 'error' | 'warning';
  /** What is so, one sentence. */
  readonly sentence: string;
  /** Why it matters, one sentence. */
  readonly reason: string;
  /** Where it is put right. */
  readonly field: FieldName;
  /** One click that puts it right. */
  readonly fix?: { readonly label: string; readonly action: DraftAction };
}

export interface CheckContext {
  readonly now: number;
  /** IANA zone of the person. */
  readonly zone: string;
  readonly unit: LengthUnit;
  /** Null while nothing is known of the vehicle: its checks are silent then, which is no good news. */
  readonly facts: VehicleFacts | null;
  /** The load that the draft was made from, as it is now. */
  readonly load: BoardLoad | null;
  readonly behavior: Pick<Behavior, 'monitor_stops_in_order'>;
}

export type CheckRule = (draft: Draft, context: CheckContext) => readonly Check[];
