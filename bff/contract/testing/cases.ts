/**
 * Checks every row of a table within one test and returns a line with name and message for each failed row. Use as `expect(await
 * failedCases(...)).toEqual([])`, so that one behavior counts as one test regardless of the table's length.
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
  // An accidentally empty table would check nothing.
  return count === 0 ? ['no row'] : failed;
}
