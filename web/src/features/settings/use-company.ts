/** The company's settings as the server has them, and what an administrator does to them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Company, CompanyChange } from '@waypost/contract/api/company';
import { COMPANY_ROUTES } from '@waypost/contract/api/company-routes';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { keeping } from './keeping.ts';

/** Stands inside `WithQueries`. */
export function useCompanySettings() {
  const { http } = useApi();
  return useQuery({
    queryKey: queryKeys.company(),
    queryFn: ({ signal }) => http.call(COMPANY_ROUTES.company, { signal }),
    staleTime: 30_000,
  });
}

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
  const change = useMutation({
    mutationFn: (body: CompanyChange) => http.call(COMPANY_ROUTES.changeCompany, { body }),
    onSuccess,
  });
  const logo = useMutation({
    mutationFn: (data: string | null) =>
      data === null
        ? http.call(COMPANY_ROUTES.removeCompanyLogo)
        : http.call(COMPANY_ROUTES.setCompanyLogo, { body: { data } }),
    onSuccess,
  });
  return { change, logo };
}
