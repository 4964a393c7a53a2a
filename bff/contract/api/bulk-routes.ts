import { z } from 'zod';
import { uuid } from '../common.ts';
import {
  bulkCheck,
  bulkCheckWrite,
  bulkJob,
  bulkJobDetail,
  bulkJobList,
  bulkUndoPreview,
  bulkWrite,
} from './bulk.ts';
import { route } from './route.ts';

const jobId = z.strictObject({ job_id: uuid });
const manage = { right: 'manage_onboarding' } as const;

export const BULK_ROUTES = {
  listBulkJobs: route('GET /api/bulk', {
    summary: 'List bulk jobs, newest first',
    ...manage,
    responses: { 200: bulkJobList },
  }),
  createBulkJob: route('POST /api/bulk', {
    summary:
      'Start a bulk job. 200 if a job with this id already exists; 422 if rows have problems and on_problem is refuse_all',
    ...manage,
    body: bulkWrite,
    large_body: true,
    responses: { 201: bulkJobDetail, 200: bulkJobDetail },
  }),
  checkBulkRows: route('POST /api/bulk/check', {
    summary: 'Check rows: what sending them would do, and their problems. Changes nothing',
    ...manage,
    body: bulkCheckWrite,
    large_body: true,
    responses: { 200: bulkCheck },
  }),
  readBulkJob: route('GET /api/bulk/{job_id}', {
    summary: 'Get a bulk job with every row and its outcome',
    ...manage,
    params: jobId,
    responses: { 200: bulkJobDetail },
  }),
  pauseBulkJob: route('POST /api/bulk/{job_id}/pause', {
    summary: 'Pause a bulk job: no more rows are sent until it is resumed',
    ...manage,
    params: jobId,
    responses: { 200: bulkJob },
  }),
  resumeBulkJob: route('POST /api/bulk/{job_id}/resume', {
    summary: 'Resume a paused bulk job',
    ...manage,
    params: jobId,
    responses: { 200: bulkJob },
  }),
  cancelBulkJob: route('POST /api/bulk/{job_id}/cancel', {
    summary: 'Cancel a bulk job permanently. Rows already sent are kept',
    ...manage,
    params: jobId,
    responses: { 200: bulkJob },
  }),
  previewBulkUndo: route('GET /api/bulk/{job_id}/undo', {
    summary: "Preview withdrawing the invitations that a job created, and what can't be undone",
    ...manage,
    params: jobId,
    responses: { 200: bulkUndoPreview },
  }),
  undoBulkJob: route('POST /api/bulk/{job_id}/undo', {
    summary:
      "Withdraw a job's invitations that no fleet has accepted. 409 while the job runs, and for user jobs",
    ...manage,
    params: jobId,
    responses: { 200: bulkJob },
  }),
} as const;
