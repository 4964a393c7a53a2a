import { Box, Button } from '@mantine/core';
import { BOARD_ROUTES } from '@waypost/contract/api/board-routes';
import { useApi, useDisabledReason } from '../api/context.ts';
import { useAttempt } from '../api/show-problem.ts';
import shared from '../ui/shared.module.css';
import { toast } from '../ui/toasts.ts';
import { useServiceStatus } from './context.ts';

/** Lets an administrator end a rate-limit pause, for example when the service gave an implausible time. */
export function EndPause() {
  const { http } = useApi();
  const status = useServiceStatus();
  const disabledReason = useDisabledReason('administer');
  const { busy: sending, attempt } = useAttempt();
  const end = () =>
    attempt('Pause not ended', async () => {
      await http.call(BOARD_ROUTES.endServicePause);
      toast({ title: 'Pause ended', text: 'Updates resume automatically.' });
    });
  if (status?.state !== 'paused' || disabledReason !== null) return null;
  return (
    <>
      <Box component="p" className={shared.secondary} my="xs">
        If this pause is longer than it should be, end it for everyone. The tracking service may set another.
      </Box>
      <Button size="xs" loading={sending} onClick={end}>
        End pause now
      </Button>
    </>
  );
}
