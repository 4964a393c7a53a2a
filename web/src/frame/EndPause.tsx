/** While the service has asked all of us to wait: an administrator may end it, as when the time that it gave makes no sense. */
import { Button, Text } from '@mantine/core';
import { BOARD_ROUTES } from '@waypost/contract/api/board-routes';
import { useState } from 'react';
import { useApi, useDisabledReason } from '../api/context.ts';
import { asProblem } from '../api/problem.ts';
import { showProblem } from '../api/show-problem.ts';
import { useServiceStatus } from '../live/context.ts';
import { toast } from '../ui/toasts.ts';

export function EndPause() {
  const { http } = useApi();
  const status = useServiceStatus();
  const disabledReason = useDisabledReason('administer');
  const [sending, setSending] = useState(false);
  const end = async () => {
    setSending(true);
    try {
      await http.call(BOARD_ROUTES.endServicePause);
      toast({ title: 'The pause has ended', text: 'Updates resume automatically.' });
    } catch (error) {
      showProblem('The pause has not ended', asProblem(error));
    } finally {
      setSending(false);
    }
  };
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
