import type { Site } from '@waypost/contract/api/sites';
import { createContext, use } from 'react';
import type { LengthUnit } from '../../../geo/length.ts';
import type { DraftStop } from './draft.ts';
import type { Act } from './use-draft.ts';

/** What all parts of the form do and know beside the draft. It stays the same while the draft changes: only a changed part is drawn again. */
export interface BuilderParts {
  readonly act: Act;
  /** The field was left: what comes next is a step of its own. */
  readonly settle: () => void;
  /** Opens one stop, or closes all. */
  readonly open: (key: string | null) => void;
  /** Begins or ends drawing the circle of a stop; null: there is no map to draw on. */
  readonly draw: ((key: string) => void) | null;
  /** Asks under which name a circle goes to the site book; null: this person may not. */
  readonly save: ((stop: DraftStop) => void) | null;
  readonly newId: () => string;
  readonly unit: LengthUnit;
  readonly zone: string;
  readonly sites: readonly Site[];
}

export const BuilderContext = createContext<BuilderParts | null>(null);

export function useBuilder(): BuilderParts {
  const parts = use(BuilderContext);
  if (!parts) throw new Error('A part of the builder outside it');
  return parts;
}
