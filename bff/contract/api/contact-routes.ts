import { z } from 'zod';
import { uuid } from '../common.ts';
import {
  contact,
  contactChange,
  contactImport,
  contactImportResult,
  contactList,
  contactWrite,
  fleetDetail,
  fleetList,
  loadContacts,
} from './contacts.ts';
import { route } from './route.ts';

const contactId = z.strictObject({ contact_id: uuid });

export const CONTACT_ROUTES = {
  listContacts: route('GET /api/contacts', {
    summary: 'List contacts of all fleets',
    right: 'read',
    responses: { 200: contactList },
  }),
  createContact: route('POST /api/contacts', {
    summary: 'Add a contact to a fleet. 409 if the fleet already has a contact with this name',
    right: 'manage_contacts',
    body: contactWrite,
    responses: { 201: contact },
  }),
  updateContact: route('PATCH /api/contacts/{contact_id}', {
    summary:
      "Change a contact's details; omitted ones stay unchanged. 412 if somebody else has changed what `before` names",
    right: 'manage_contacts',
    params: contactId,
    body: contactChange,
    responses: { 200: contact },
  }),
  deleteContact: route('DELETE /api/contacts/{contact_id}', {
    summary: 'Delete a contact',
    right: 'manage_contacts',
    params: contactId,
    responses: { 204: null },
  }),
  importContacts: route('POST /api/contacts/import', {
    summary: 'Import contacts, all or none',
    right: 'manage_contacts',
    body: contactImport,
    large_body: true,
    responses: { 200: contactImportResult },
  }),
  listFleets: route('GET /api/fleets', {
    summary: 'List fleets that share with us, carry a watched load or have a contact',
    right: 'read',
    responses: { 200: fleetList },
  }),
  readFleet: route('GET /api/fleets/{fleet_id}', {
    summary: 'Get a fleet with its watched loads, agreements, connections, invitations and contacts',
    right: 'read',
    params: z.strictObject({ fleet_id: uuid }),
    responses: { 200: fleetDetail },
  }),
  loadContacts: route('GET /api/loads/{load_id}/contacts', {
    summary: 'List contacts to call about a watched load',
    right: 'read',
    params: z.strictObject({ load_id: uuid }),
    responses: { 200: loadContacts },
  }),
} as const;
