/** Loads for tests: the same as those of the rules of triage. */
export * from '@waypost/triage/testing/loads';
