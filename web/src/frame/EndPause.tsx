/** While the service has asked all of us to wait: an administrator may end it, as when the time that it gave makes no sense. */
import { Button, Text } from '@mantine/core';
import { BOARD_ROUTES } from '@waypost/contract/api/board-routes';
import { useApi, useDisabledReason } from '../api/context.ts';
import { useAttempt } from '../api/show-problem.ts';
import { useServiceStatus } from '../live/context.ts';
import { toast } from '../ui/toasts.ts';

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
      <Text size="xs" c="dimmed" my="xs">
        If this pause is longer than it should be, end it for everyone. The tracking service may set another.
      </Text>
      <Button size="xs" loading={sending} onClick={end}>
        End pause now
      </Button>
    </>
  );
}
