import { NativeSelect } from '@mantine/core';
import { HEAD_LINES } from './header-words.ts';

/** Characters of a line by which it is recognized. */
const LINE_CHARS = 40;

export interface HeadLine {
  /** 1-based number in the file. */
  readonly line: number;
  readonly cells: readonly string[];
}

interface HeadLineSelectProps {
  readonly lines: readonly HeadLine[];
  /** 0: no line. */
  readonly value: number;
  readonly onChange: (line: number) => void;
}

export function HeadLineSelect({ lines, value, onChange }: HeadLineSelectProps) {
  const choices = lines.filter(({ line }, at) => at < HEAD_LINES || line === value);
  return (
    <NativeSelect
      size="xs"
      aria-label="Line with the column names"
      value={value}
      data={[
        { value: '0', label: 'No column names in the file' },
        ...choices.map(({ line, cells }) => {
          const text = cells.filter((cell) => cell.trim() !== '').join(', ');
          const start = text.length > LINE_CHARS ? `${text.slice(0, LINE_CHARS).trimEnd()}…` : text;
          return { value: String(line), label: `Column names are in line ${line}: ${start}` };
        }),
      ]}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    />
  );
}
