/** A drop zone that is also a file input. The same file can be chosen again after it was edited. */
import { type DragEvent, type ReactNode, useState } from 'react';
import classes from './FileDrop.module.css';
import { IconUpload } from './icons.ts';
import shared from './shared.module.css';

interface FileDropProps {
  readonly label: string;
  readonly title: string;
  readonly accept: string;
  readonly onFile: (file: File) => void;
  readonly children: ReactNode;
}

export function FileDrop({ label, title, accept, onFile, children }: FileDropProps) {
  const [over, setOver] = useState(false);
  const onDrag = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const selectFile = (file: File | undefined) => {
    if (file) onFile(file);
  };
  return (
    <label
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={onDrag}
      onDragEnter={onDrag}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        selectFile(event.dataTransfer.files[0]);
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
          selectFile(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
