/** What the activity log says of each kind of entry: shown in the page, and found by the search on the server. */

export const ACTION_GROUPS = [
  {
    label: 'Sessions',
    actions: { sign_in: 'Signed in', sign_out: 'Signed out', session_ended: 'Session ended' },
  },
  {
    label: 'Loads',
    actions: {
      post_load: 'Posted a load',
      correct_load: 'Corrected a load',
      watch_loads: 'Added loads to the board',
      say_identifiers: 'Marked whether truck identifiers were sent',
      set_carrier_phone: "Set a load's carrier number",
      unwatch_load: 'Removed a load from the board',
      archive_loads: 'Archived loads that were delivered',
      restore_loads: 'Restored loads to the board',
      create_share_link: 'Created a share link',
      revoke_share_link: 'Revoked a share link',
      keep_load: 'Kept a load on the board',
      read_load: 'Refreshed a load',
      create_load_list: 'Created a team list',
      update_load_list: 'Renamed or shared a list',
      delete_load_list: 'Deleted a team list',
      change_listed_loads: 'Changed the loads of a team list',
    },
  },
  {
    label: 'Triage',
    actions: {
      assign_exception: 'Assigned exceptions',
      note_exception: 'Added a note',
      snooze_exception: 'Snoozed exceptions',
      wake_exception: 'Ended a snooze',
      close_exception: 'Closed exceptions',
      reopen_exception: 'Reopened exceptions',
      offer_exception: 'Handed loads over',
      decline_exception: 'Declined a handover',
      call_carrier: 'Called the carrier',
      clear_eta: 'Cleared an ETA',
      create_view: 'Saved a team view',
      update_view: 'Changed a team view',
      delete_view: 'Deleted a team view',
      undo_exception_act: 'Undid a triage action',
    },
  },
  {
    label: 'Monitors and sites',
    actions: {
      create_monitor: 'Created a monitor',
      cancel_monitor: 'Cancelled a monitor',
      link_monitor: 'Linked a monitor to a load',
      create_site: 'Added a site',
      update_site: 'Changed a site',
      delete_site: 'Deleted a site',
      import_sites: 'Imported sites',
    },
  },
  {
    label: 'Invitations',
    actions: {
      create_invitation: 'Created an invitation',
      refresh_invitation: 'Renewed an invitation',
      show_invitation_link: 'Viewed an invitation link',
      share_invitation: 'Gave out an invitation link',
      unshare_invitation: 'Marked an invitation as not shared',
      email_invitation: 'Emailed an invitation',
      email_bulk_job: 'Emailed the invitations of a bulk job',
      cancel_emails: 'Cancelled emails',
      export_invitation_links: 'Exported invitation links',
      send_test_email: 'Sent a test email',
      remind_fleet: 'Reminded a fleet by email',
      opt_out_of_emails: 'Unsubscribed an email address',
      opt_in_to_emails: 'Allowed emails to an address again',
      chase_invitation: 'Logged a follow-up',
      postpone_invitation: 'Postponed a follow-up',
      undo_follow_up: 'Undid a follow-up',
      delete_invitation: 'Withdrew an invitation',
      delete_tms_invitation: 'Deleted a TMS invitation',
    },
  },
  {
    label: 'Agreements and connections',
    actions: {
      update_agreement: 'Changed an agreement',
      cancel_agreement: 'Cancelled an agreement',
      delete_agreement: 'Deleted an agreement',
      delete_connection: 'Deleted a connection',
    },
  },
  {
    label: 'Contacts',
    actions: {
      create_contact: 'Added a contact',
      update_contact: 'Changed a contact',
      delete_contact: 'Deleted a contact',
      import_contacts: 'Imported contacts',
    },
  },
  { label: 'Driver users', actions: { create_user: 'Created a user at a provider' } },
  {
    label: 'Bulk',
    actions: {
      create_bulk_job: 'Started a bulk job',
      undo_bulk_job: 'Withdrew what a bulk job created',
      pause_bulk_job: 'Paused a bulk job',
      resume_bulk_job: 'Resumed a bulk job',
      cancel_bulk_job: 'Cancelled a bulk job',
      finish_bulk_job: 'A bulk job ended',
    },
  },
  {
    label: 'Administration',
    actions: {
      update_company: 'Changed company settings',
      update_message: 'Changed the message to fleets',
      end_service_pause: 'Ended a rate limit pause',
      resolve_intent: 'Resolved an unconfirmed request',
      subscribe_hook: 'Subscribed to events',
      register_hook: 'Registered an address for events',
      replay_delivery: 'Processed a delivery again',
      verify_deliveries: 'Verified deliveries again',
      request_replay: 'Requested missed events',
      sign_out_person: 'Signed out a person',
      create_wall_screen: 'Created a wall screen',
      revoke_wall_screen: 'Revoked the link of a wall screen',
      open_wall_screen: 'A browser opened the link of a wall screen',
      create_api_key: 'Created an API key',
      rotate_api_key: 'Replaced an API key',
      revoke_api_key: 'Revoked an API key',
      refuse_api_key: 'Rejected a request with an API key',
      create_outgoing_webhook: 'Added an outgoing webhook',
      update_outgoing_webhook: 'Changed an outgoing webhook',
      replace_outgoing_secret: 'Replaced a signing secret',
      turn_off_outgoing_webhook: 'Turned off an outgoing webhook',
      test_outgoing_webhook: 'Sent a test event to an outgoing webhook',
      delete_outgoing_webhook: 'Deleted an outgoing webhook',
      resend_outgoing_delivery: 'Sent an outgoing event again',
      replay_outgoing_events: 'Sent outgoing events of a period again',
      retry_job: 'Retried a job',
    },
  },
] as const;

type NamesOf<T> = T extends unknown ? keyof T & string : never;
export type ActionName = NamesOf<(typeof ACTION_GROUPS)[number]['actions']>;

/** Words of the sentences in the page that neither the name above nor the code has; a test compares them. */
const SAID: Readonly<Partial<Record<ActionName, string>>> = {
  chase_invitation: 'followed up',
  create_invitation: 'invited',
  set_carrier_phone: "carrier's",
  share_invitation: 'message opened in email app, marked as shared',
  undo_exception_act: 'assignment, end, closing, reopening, handover, clearing',
  update_message: 'language',
};

/**
 * Parts of what is stored, with the words of the page that they do not have themselves; a test compares them. In lower case, as the
 * stored text that is searched.
 */
const STORED: readonly (readonly [stored: string, words: string])[] = [
  ['"reason":"carrier_confirmed"', 'it is fine'],
  ['"reason":"known"', 'no action needed'],
  ['"reason":"other"', 'reason'],
  ['"outcome":"eta"', 'given'],
  ['monitor_completed"', 'delivered, by'],
  ['left_destination"', 'delivered, by positions'],
  ['next_load"', 'presumed delivered: on its'],
  ['overdue"', 'appointment passed, no delivery recorded'],
  ['not_found"', 'at the tracking service'],
  ['removed"', 'by a person'],
  ['"stop.arrived"', 'arrival'],
  ['"stop.departed"', 'departure'],
];

const WORDS: readonly (readonly [action: string, words: string])[] = ACTION_GROUPS.flatMap(({ actions }) =>
  Object.entries(actions).map(
    ([action, name]) => [action, `${name} ${SAID[action as ActionName] ?? ''}`.toLowerCase()] as const,
  ),
);

/** Nearly every sentence has these: they tell nothing apart. */
const LINKING: readonly string[] = [
  'a',
  'an',
  'and',
  'for',
  'from',
  'in',
  'of',
  'on',
  'that',
  'the',
  'to',
  'was',
  'with',
];

/** The words to search for, in lower case. */
export const saidWords = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[\s:,;]+/)
    .filter((word) => word !== '' && !LINKING.includes(word));

/** Parts of stored entries that the page says with this word. @param word in lower case */
export const storedSaying = (word: string): readonly string[] =>
  STORED.flatMap(([stored, words]) => (words.includes(word) ? [stored] : []));

/** The kinds of entries that say this. @param word in lower case */
export const actionsSaying = (word: string): readonly string[] =>
  WORDS.flatMap(([action, words]) => (words.includes(word) ? [action] : []));
