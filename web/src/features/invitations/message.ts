/** A message to the fleet that is ready to send: who asks, what is granted, until when, and how to say no. Plain words, no markup. */
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { RESOURCE_NAMES } from '@waypost/contract/resources';
import { namesAt, resourceWords } from '../../live/invitation-words.ts';
import { isolated } from '../../ui/bidi.ts';
import { fullDateTime, utcText } from '../../ui/time.ts';

export interface Message {
  readonly subject: string;
  readonly text: string;
}

export interface MessageSetup {
  readonly invitation: BoardInvitation;
  readonly magic_link: string;
  readonly expires_at: string | null;
  /** Person of ours who asks. */
  readonly from_name: string;
  /** IANA zone in which the end is told, beside UTC. */
  readonly zone: string;
}

export function messageOf({ invitation, magic_link, expires_at, from_name, zone }: MessageSetup): Message {
  const { fleet_ref, fleet_name, permissions } = invitation;
  const fleet = isolated(fleet_name ?? 'your fleet');
  const from = isolated(from_name);
  const reference = fleet_ref === null ? '' : ` (our reference: ${isolated(fleet_ref)})`;
  return {
    subject: `Invitation to share telematics data with us${fleet_ref === null ? '' : ` (${isolated(fleet_ref)})`}`,
    text: [
      'Hello,',
      `${from} invites ${fleet}${reference} to share telematics data with us.`,
      grants(permissions),
      `Open this link, choose your telematics provider and accept:\n${magic_link}`,
      [
        expires_at === null
          ? 'The link works for a limited time.'
          : `The link works until ${fullDateTime(expires_at, zone)} (${utcText(expires_at)}).`,
        'It is for your fleet only. Please do not forward it.',
        'The page shows what you would share. If you do not want to share data, choose “Decline” there.',
      ].join(' '),
      from_name,
    ].join('\n\n'),
  };
}

function grants(permissions: BoardInvitation['permissions']): string {
  if (permissions === null || permissions === undefined)
    return "By accepting, you let us read all of your fleet's telematics data.";
  const read = namesAt(permissions, 'read');
  const write = namesAt(permissions, 'read_write');
  const all = read.length + write.length >= RESOURCE_NAMES.length;
  const lines = [
    read.length > 0 && `- read: ${all ? 'all other data' : read.map(resourceWords).join(', ')}`,
    write.length > 0 && `- read and change: ${write.map(resourceWords).join(', ')}`,
  ].filter((line) => line);
  if (lines.length === 0) return 'By accepting, you share no data.';
  if (all && write.length === 0) return "By accepting, you let us read all of your fleet's telematics data.";
  return [
    'By accepting, you let us:',
    ...lines,
    write.length === 0 ? 'Nothing else. We change nothing in your systems.' : 'Nothing else.',
  ].join('\n');
}
