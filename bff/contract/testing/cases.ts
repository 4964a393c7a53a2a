/**
 * Checks every row of a table within one test: the rows whose check failed, each as one line with its name and the
 * message. For `expect(await failedCases(...)).toEqual([])`, so that one behavior counts as one test however long its table is.
 */
export async function failedCases<T>(
  rows: Iterable<T>,
  name: (row: T) => string,
  check: (row: T) => unknown,
): Promise<string[]> {
  const failed: string[] = [];
  let count = 0;
  for (const row of rows) {
    count += 1;
    try {
      await check(row);
    } catch (error) {
      failed.push(`${name(row)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  // A table that became empty by a mistake would show nothing.
  return count === 0 ? ['no row'] : failed;
}
