/** Somebody who acts: signed in, or an API key. */
export interface Person {
  readonly sub: string;
  readonly name: string;
}
