import { Box } from '@mantine/core';
import type { Right } from '@waypost/contract/api/session';
import shared from '../ui/shared.module.css';
import { useDisabledReason } from './context.ts';

/** Above a panel's or page's contents: why its buttons are disabled and whom to ask. Tooltips alone do not show on touch screens. */
export function WhyNot({ right }: { readonly right: Right }) {
  const disabledReason = useDisabledReason(right);
  return (
    disabledReason && (
      <Box component="p" className={shared.note} px={16} py={8}>
        {disabledReason}
      </Box>
    )
  );
}
