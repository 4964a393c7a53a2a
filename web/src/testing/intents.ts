/** Intents as the response to a create has them, for tests: done, unless the test says otherwise. */
import type { Intent } from '@waypost/contract/api/intents';
import { ago, id } from './loads.ts';

export const intentOf = (kind: Intent['kind'], over: Partial<Intent> = {}): Intent => ({
  id: id(970),
  kind,
  state: 'done',
  subject: null,
  message: null,
  result_id: null,
  service_status: 200,
  created_by_name: 'Dana Ortiz',
  created_at: ago(0),
  updated_at: ago(0),
  next_check_at: null,
  ...over,
});
