/** Where a file is dropped or chosen. The same one may be chosen again after it was mended. */
import { type DragEvent, type ReactNode, useState } from 'react';
import classes from './FileDrop.module.css';
import { IconUpload } from './icons.ts';
import shared from './shared.module.css';

interface FileDropProps {
  /** Name of the field, for the ear. */
  readonly label: string;
  /** In bold: the file that was taken, or what to do. */
  readonly title: string;
  readonly accept: string;
  readonly onFile: (file: File) => void;
  readonly children: ReactNode;
}

export function FileDrop({ label, title, accept, onFile, children }: FileDropProps) {
  const [over, setOver] = useState(false);
  const hold = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const take = (file: File | undefined) => {
    if (file) onFile(file);
  };
  return (
    <label
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={hold}
      onDragEnter={hold}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files[0]);
      }}
    >
      <IconUpload size={20} aria-hidden />
      <strong className={shared.anywhere}>{title}</strong>
      <span className={shared.note}>{children}</span>
      <input
        type="file"
        className={shared.hidden}
        aria-label={label}
        accept={accept}
        onChange={({ currentTarget }) => {
          take(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
