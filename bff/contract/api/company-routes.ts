import { company, companyChange, companyLogo } from './company.ts';
import { route } from './route.ts';

export const COMPANY_ROUTES = {
  company: route('GET /api/company', {
    summary: "Get the company's name, logo, default units, time zone and thresholds",
    right: 'read',
    responses: { 200: company },
  }),
  changeCompany: route('PATCH /api/company', {
    summary:
      'Change some company settings; returns all of them. 412 if somebody else has changed what `before` names',
    right: 'administer',
    body: companyChange,
    responses: { 200: company },
  }),
  setCompanyLogo: route('POST /api/company/logo', {
    summary: 'Set the company logo, a small PNG or JPEG',
    right: 'administer',
    body: companyLogo,
    responses: { 200: company },
  }),
  removeCompanyLogo: route('DELETE /api/company/logo', {
    summary: 'Remove the company logo',
    right: 'administer',
    responses: { 200: company },
  }),
} as const;
