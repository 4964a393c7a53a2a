/** The company's settings. Our own API as data, see routes.ts. */
import { company, companyChange, companyLogo } from './company.ts';
import { route } from './route.ts';

export const COMPANY_ROUTES = {
  company: route('GET /api/company', {
    summary: "The company's name, logo, default units and time zone, and thresholds",
    right: 'read',
    responses: { 200: company },
  }),
  changeCompany: route('PATCH /api/company', {
    summary: 'Changes some of the settings; answers all',
    right: 'administer',
    body: companyChange,
    responses: { 200: company },
  }),
  setCompanyLogo: route('POST /api/company/logo', {
    summary: 'Sets the logo: a small PNG or JPEG',
    right: 'administer',
    body: companyLogo,
    responses: { 200: company },
  }),
  removeCompanyLogo: route('DELETE /api/company/logo', {
    summary: 'Removes the logo',
    right: 'administer',
    responses: { 200: company },
  }),
} as const;
