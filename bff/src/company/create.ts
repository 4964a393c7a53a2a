/** The company's name, logo, defaults and thresholds. */
import { COMPANY_ROUTES } from '@waypost/contract/api/company-routes';
import type { Router } from 'express';
import { mountRoutes } from '../http/route.ts';
import type { Capability } from '../lib/capability.ts';
import type { Wiring } from '../wiring.ts';
import { Company } from './company.ts';

export type CreateCompanyOptions = Pick<Wiring, 'log' | 'db' | 'activity' | 'cluster'>;

export interface CompanyCapability extends Capability {
  readonly company: Company;
}

export async function createCompany(options: CreateCompanyOptions): Promise<CompanyCapability> {
  const { log, db, activity, cluster } = options;
  const { bus } = cluster;
  const company = await Company.open({
    db,
    activity,
    onCommit: () => bus.publish('company', 'settings'),
  });
  bus.subscribe('company', () => {
    company
      .catchUp()
      .catch((error) => log.warn({ err: error }, 'could not read company settings from another server'));
  });
  bus.onSync(() => company.catchUp());
  return { company, routes: (router) => mountCompany(router, company) };
}

function mountCompany(router: Router, company: Company): void {
  const current = () => company.toResponse();
  mountRoutes(router, COMPANY_ROUTES, {
    company: current,
    changeCompany: async ({ body, session }) => {
      await company.change(body, session);
      return current();
    },
    setCompanyLogo: async ({ body, session }) => {
      await company.setLogo(body.data, session);
      return current();
    },
    removeCompanyLogo: async ({ session }) => {
      await company.removeLogo(session);
      return current();
    },
  });
}
