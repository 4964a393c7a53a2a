import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/**
 * A dialog that is open as long as it is rendered. It gives the focus back to what had it, which the library does only for a dialog that
 * is closed before it goes.
 */
export function OpenModal(props: Omit<ModalProps, 'opened'>) {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Once the dialog is gone; whatever it opened has the focus already.
      setTimeout(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement)
          before.focus({ preventScroll: true });
      });
    },
    [before],
  );
  return <Modal opened {...props} />;
}
