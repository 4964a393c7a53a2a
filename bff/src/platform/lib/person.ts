/** Somebody who acts: signed in, or an API key. */
export interface Person {
  readonly sub: string;
  readonly name: string;
  /** The bulk job in whose name they act. */
  readonly job_id?: string;
}

const MACHINE = 'api-key/';
export const machineSub = (api_key_id: string): string => MACHINE + api_key_id;
export const isMachine = (sub: string): boolean => sub.startsWith(MACHINE);
