/** Fuel. Our own API as data, see routes.ts. */
import { z } from 'zod';
import { uuid } from '../common.ts';
import {
  fuelFindings,
  fuelFindingsQuery,
  fuelImport,
  fuelOrderQuery,
  fuelPlaces,
  fuelRange,
  fuelRaw,
  fuelRawQuery,
  fuelRows,
  fuelRowsQuery,
  fuelSummary,
  fuelVehicles,
  fuelVehiclesQuery,
} from './fuel.ts';
import { route } from './route.ts';

const importId = z.strictObject({ import_id: uuid });

export const FUEL_ROUTES = {
  readFuel: route('POST /api/fuel/imports', {
    summary:
      'Reads a range of any length, or joins an import of the same. 200 when it was joined or is here already',
    right: 'read',
    body: fuelRange,
    responses: { 201: fuelImport, 200: fuelImport },
  }),
  fuelImport: route('GET /api/fuel/imports/{import_id}', {
    summary: 'How far an import is',
    right: 'read',
    params: importId,
    responses: { 200: fuelImport },
  }),
  cancelFuelImport: route('DELETE /api/fuel/imports/{import_id}', {
    summary: 'Lets go of an import. It ends when nobody else wants it; what was read stays, marked as a part',
    right: 'read',
    params: importId,
    responses: { 200: fuelImport },
  }),
  fuelSummary: route('GET /api/fuel/imports/{import_id}/summary', {
    summary: 'Totals in exact decimals, prices by month and jurisdiction, and how many findings there are',
    right: 'read',
    params: importId,
    responses: { 200: fuelSummary },
  }),
  fuelRows: route('GET /api/fuel/imports/{import_id}/rows', {
    summary: 'Rows from any place of the table on',
    right: 'read',
    params: importId,
    query: fuelRowsQuery,
    responses: { 200: fuelRows },
  }),
  fuelCsv: route('GET /api/fuel/imports/{import_id}/rows.csv', {
    summary:
      'Every row, streamed. X-Row-Count says how many follow, X-Complete whether that is the whole range',
    right: 'read',
    params: importId,
    query: fuelOrderQuery,
    responses: { 200: z.string() },
    media_type: 'text/csv',
  }),
  fuelPlaces: route('GET /api/fuel/imports/{import_id}/places', {
    summary: 'Where fuel was bought, for the map',
    right: 'read',
    params: importId,
    responses: { 200: fuelPlaces },
  }),
  fuelVehicles: route('GET /api/fuel/imports/{import_id}/vehicles', {
    summary: 'Economy of each vehicle. Empty until the whole is read',
    right: 'read',
    params: importId,
    query: fuelVehiclesQuery,
    responses: { 200: fuelVehicles },
  }),
  fuelFindings: route('GET /api/fuel/imports/{import_id}/findings', {
    summary: 'What one of the checks found. Empty until the whole is read',
    right: 'read',
    params: importId,
    query: fuelFindingsQuery,
    responses: { 200: fuelFindings },
  }),
  fuelRaw: route('GET /api/fuel/transactions/{transaction_id}/raw', {
    summary: "The provider's own record of one transaction, read from the service now",
    right: 'read',
    params: z.strictObject({ transaction_id: uuid }),
    query: fuelRawQuery,
    responses: { 200: fuelRaw },
  }),
} as const;
