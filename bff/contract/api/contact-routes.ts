/** Fleets and the people who work there. Our own API as data, see routes.ts. */
import { z } from 'zod';
import { uuid } from '../common.ts';
import {
  contact,
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
    summary: 'Contacts of every fleet',
    right: 'read',
    responses: { 200: contactList },
  }),
  createContact: route('POST /api/contacts', {
    summary: 'Adds a contact to a fleet. 409 when a contact of this name is there already',
    right: 'manage_contacts',
    body: contactWrite,
    responses: { 201: contact },
  }),
  updateContact: route('PATCH /api/contacts/{contact_id}', {
    summary: 'Replaces what is written down about a contact',
    right: 'manage_contacts',
    params: contactId,
    body: contactWrite,
    responses: { 200: contact },
  }),
  deleteContact: route('DELETE /api/contacts/{contact_id}', {
    summary: 'Deletes a contact',
    right: 'manage_contacts',
    params: contactId,
    responses: { 204: null },
  }),
  importContacts: route('POST /api/contacts/import', {
    summary: 'Saves many contacts at once: all of them, or none',
    right: 'manage_contacts',
    body: contactImport,
    responses: { 200: contactImportResult },
  }),
  listFleets: route('GET /api/fleets', {
    summary: 'Fleets that share with us, carry a watched load or have a contact',
    right: 'read',
    responses: { 200: fleetList },
  }),
  readFleet: route('GET /api/fleets/{fleet_id}', {
    summary: 'One fleet: its watched loads, agreements, connections, invitations and contacts',
    right: 'read',
    params: z.strictObject({ fleet_id: uuid }),
    responses: { 200: fleetDetail },
  }),
  loadContacts: route('GET /api/loads/{load_id}/contacts', {
    summary: 'Whom to call about a watched load',
    right: 'read',
    params: z.strictObject({ load_id: uuid }),
    responses: { 200: loadContacts },
  }),
} as const;
