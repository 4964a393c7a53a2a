/** What is used of the library, which has no types. */
declare module 'punycode.js' {
  /** Of an email, the domain only. @throws RangeError for labels that are no Punycode */
  export function toUnicode(domainOrEmail: string): string;
}
