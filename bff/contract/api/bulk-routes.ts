/** Many invitations or users at once. Our own API as data, see routes.ts. */
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
    summary: 'Jobs, newest first',
    ...manage,
    responses: { 200: bulkJobList },
  }),
  createBulkJob: route('POST /api/bulk', {
    summary:
      'Begins a job. 200: this id is a job already. 422: rows with problems, and on_problem is refuse_all',
    ...manage,
    body: bulkWrite,
    responses: { 201: bulkJobDetail, 200: bulkJobDetail },
  }),
  checkBulkRows: route('POST /api/bulk/check', {
    summary: 'What sending these rows would do, and what is wrong with them. Changes nothing',
    ...manage,
    body: bulkCheckWrite,
    responses: { 200: bulkCheck },
  }),
  readBulkJob: route('GET /api/bulk/{job_id}', {
    summary: 'One job with every row and its outcome',
    ...manage,
    params: jobId,
    responses: { 200: bulkJobDetail },
  }),
  pauseBulkJob: route('POST /api/bulk/{job_id}/pause', {
    summary: 'Nothing more of it is sent until it is resumed',
    ...manage,
    params: jobId,
    responses: { 200: bulkJob },
  }),
  resumeBulkJob: route('POST /api/bulk/{job_id}/resume', {
    summary: 'Continues where it stopped',
    ...manage,
    params: jobId,
    responses: { 200: bulkJob },
  }),
  cancelBulkJob: route('POST /api/bulk/{job_id}/cancel', {
    summary: 'Sends nothing more of it, for good. What was sent stays',
    ...manage,
    params: jobId,
    responses: { 200: bulkJob },
  }),
  previewBulkUndo: route('GET /api/bulk/{job_id}/undo', {
    summary: 'What withdrawing the invitations that a job created would do, and what it cannot take back',
    ...manage,
    params: jobId,
    responses: { 200: bulkUndoPreview },
  }),
  undoBulkJob: route('POST /api/bulk/{job_id}/undo', {
    summary:
      'Withdraws the invitations that a job created and no fleet has accepted. 409 while it runs, and for users',
    ...manage,
    params: jobId,
    responses: { 200: bulkJob },
  }),
} as const;
