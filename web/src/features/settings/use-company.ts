/** The company's settings as the server has them, and what an administrator does to them. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Company } from '@waypost/contract/api/company';
import { COMPANY_ROUTES } from '@waypost/contract/api/company-routes';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead, useWrite } from '../../api/server-state.ts';
import { keeping } from './keeping.ts';

/** Stands inside `WithQueries`. */
export const useCompanySettings = () =>
  useRead(COMPANY_ROUTES.company, queryKeys.company(), { staleTime: 30_000 });

/** Each rejects with a Problem. `logo` takes base64, null to remove it. */
export function useCompanyWriting() {
  const { http, config } = useApi();
  const client = useQueryClient();
  const onSuccess = (company: Company) => {
    client.setQueryData(queryKeys.company(), company);
    // The name on this page, and the defaults that this person may be using.
    void config.refresh();
    keeping.again();
  };
  const change = useWrite(COMPANY_ROUTES.changeCompany, { onSuccess });
  const logo = useMutation({
    mutationFn: (data: string | null) =>
      data === null
        ? http.call(COMPANY_ROUTES.removeCompanyLogo)
        : http.call(COMPANY_ROUTES.setCompanyLogo, { body: { data } }),
    onSuccess,
  });
  return { change, logo };
}
