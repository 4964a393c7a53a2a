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
      'Import fuel transactions for a date range of any length, or join a running import of it. 200 if joined or already imported',
    right: 'read',
    body: fuelRange,
    responses: { 201: fuelImport, 200: fuelImport },
  }),
  fuelImport: route('GET /api/fuel/imports/{import_id}', {
    summary: 'Get the progress of an import',
    right: 'read',
    params: importId,
    responses: { 200: fuelImport },
  }),
  cancelFuelImport: route('DELETE /api/fuel/imports/{import_id}', {
    summary:
      'Leave an import. It ends when no one else is waiting for it; imported rows stay, marked as partial',
    right: 'read',
    params: importId,
    responses: { 200: fuelImport },
  }),
  fuelSummary: route('GET /api/fuel/imports/{import_id}/summary', {
    summary: 'Get totals in exact decimals, prices by month and jurisdiction, and the number of findings',
    right: 'read',
    params: importId,
    responses: { 200: fuelSummary },
  }),
  fuelRows: route('GET /api/fuel/imports/{import_id}/rows', {
    summary: 'List rows from an offset',
    right: 'read',
    params: importId,
    query: fuelRowsQuery,
    responses: { 200: fuelRows },
  }),
  fuelCsv: route('GET /api/fuel/imports/{import_id}/rows.csv', {
    summary: 'Stream all rows. X-Row-Count is their number, X-Complete whether they cover the whole range',
    right: 'read',
    params: importId,
    query: fuelOrderQuery,
    responses: { 200: z.string() },
    media_type: 'text/csv',
  }),
  fuelPlaces: route('GET /api/fuel/imports/{import_id}/places', {
    summary: 'List fuel stops for the map',
    right: 'read',
    params: importId,
    responses: { 200: fuelPlaces },
  }),
  fuelVehicles: route('GET /api/fuel/imports/{import_id}/vehicles', {
    summary: 'Get fuel economy by vehicle. Empty until the import is complete',
    right: 'read',
    params: importId,
    query: fuelVehiclesQuery,
    responses: { 200: fuelVehicles },
  }),
  fuelFindings: route('GET /api/fuel/imports/{import_id}/findings', {
    summary: 'List findings of a check. Empty until the import is complete',
    right: 'read',
    params: importId,
    query: fuelFindingsQuery,
    responses: { 200: fuelFindings },
  }),
  fuelRaw: route('GET /api/fuel/transactions/{transaction_id}/raw', {
    summary: "Get the provider's original record of a transaction from the tracking service",
    right: 'read',
    params: z.strictObject({ transaction_id: uuid }),
    query: fuelRawQuery,
    responses: { 200: fuelRaw },
  }),
} as const;
