/** The activity log in words. */
import { readablePath } from '../../ui/readable-name.ts';

export interface ActionGroup {
  readonly label: string;
  /** Name of the action -> what was done. */
  readonly actions: Readonly<Record<string, string>>;
}

export const ACTION_GROUPS: readonly ActionGroup[] = [
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
      share_invitation: 'Shared an invitation link',
      unshare_invitation: 'Marked an invitation as not shared',
      email_invitation: 'Emailed an invitation',
      email_bulk_job: 'Emailed the invitations of a bulk job',
      cancel_emails: 'Cancelled emails',
      export_invitation_links: 'Exported invitation links',
      opt_out_of_emails: 'Unsubscribed an email address',
      opt_in_to_emails: 'Allowed emails to an address again',
      chase_invitation: 'Logged a follow-up',
      postpone_invitation: 'Postponed a follow-up',
      undo_follow_up: 'Undid a follow-up',
      delete_invitation: 'Deleted an invitation',
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
      create_api_key: 'Created an API key',
      revoke_api_key: 'Revoked an API key',
      refuse_api_key: 'Rejected a request with an API key',
      create_outgoing_webhook: 'Added an outgoing webhook',
      update_outgoing_webhook: 'Changed an outgoing webhook',
      replace_outgoing_secret: 'Replaced a signing secret',
      turn_off_outgoing_webhook: 'Turned off an outgoing webhook',
      delete_outgoing_webhook: 'Deleted an outgoing webhook',
      resend_outgoing_delivery: 'Sent an outgoing event again',
    },
  },
];

const ACTION_WORDS = new Map(ACTION_GROUPS.flatMap(({ actions }) => Object.entries(actions)));

const plain = (name: string) => name.replaceAll('_', ' ');
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** One that this page does not know is shown as it came. */
export const actionText = (action: string): string => ACTION_WORDS.get(action) ?? capital(plain(action));

export const outcomeText = (outcome: string): string => capital(plain(outcome));

/** True when it did not do what was wanted. */
export const wentWrong = (outcome: string): boolean => /^(failed|unknown|refused|denied)/.test(outcome);

/** `Effective date`, `Permissions, vehicle`. */
export const fieldText = (field: string): string => readablePath(field);
