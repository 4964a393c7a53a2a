/**
 * Passwords of users that were just created, to be handed over: in the memory of this page only, by operation, until they have been
 * shown. Never in an address, a storage, a draft or a log.
 */
const passwords = new Map<string, string>();

export const shownOnce = {
  put: (operation_id: string, password: string) => void passwords.set(operation_id, password),
  get: (operation_id: string): string | null => passwords.get(operation_id) ?? null,
  forget: (operation_id: string) => void passwords.delete(operation_id),
};
