/** The key under which an operation is sent again: the same for every try, also after a reload, so that there are never two. */
const nameOf = (operation_id: string) => `waypost.repeat.${operation_id}`;
/** Where this browser keeps nothing. */
const here = new Map<string, string>();

export const repeatKey = {
  of(operation_id: string): string {
    const name = nameOf(operation_id);
    try {
      const key = sessionStorage.getItem(name) ?? crypto.randomUUID();
      sessionStorage.setItem(name, key);
      return key;
    } catch {
      const key = here.get(name) ?? crypto.randomUUID();
      here.set(name, key);
      return key;
    }
  },
  forget(operation_id: string): void {
    here.delete(nameOf(operation_id));
    try {
      sessionStorage.removeItem(nameOf(operation_id));
    } catch {
      // It kept nothing.
    }
  },
};
