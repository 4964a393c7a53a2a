/**
 * The message that sends a fleet its link: templates in several languages, their placeholders and rendering. Pure, so that the
 * page previews exactly what the server sends.
 */
import { RESOURCE_NAMES, type ResourceName } from '../resources.ts';
import type { BoardInvitation } from './invitations.ts';
import { withZoneName } from './zone-name.ts';

export const MESSAGE_LANGUAGES = ['en', 'es', 'fr'] as const;
export type MessageLanguage = (typeof MESSAGE_LANGUAGES)[number];

/** Each in its own language, as people look for it. */
export const LANGUAGE_NAMES: Readonly<Record<MessageLanguage, string>> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
};

/** In a sentence of ours. */
export const LANGUAGES_IN_ENGLISH: typeof LANGUAGE_NAMES = { en: 'English', es: 'Spanish', fr: 'French' };

export interface MessageTemplate {
  readonly subject: string;
  readonly text: string;
}

/** Placeholders for templates, with a description of their values. */
export const PLACEHOLDERS = {
  fleet: 'Fleet name',
  reference: 'Our reference for the fleet',
  company: 'Our company name',
  sender: "Sender's name",
  permissions: 'What the fleet would share',
  link: 'The invitation link',
  expires: 'When the link expires',
} as const;
export type Placeholder = keyof typeof PLACEHOLDERS;

export const TEMPLATE_LIMITS = { subject: 200, text: 5000 } as const;

export const DEFAULT_TEMPLATES: Readonly<Record<MessageLanguage, MessageTemplate>> = {
  en: {
    subject: 'Invitation to share telematics data with {company} ({reference})',
    text: `Hello,

{sender} invites {fleet} to share telematics data with {company}. Our reference: {reference}.

{permissions}

Open this link, choose your telematics provider and accept:
{link}

The link works until {expires}. It is for your fleet only. Please do not forward it. The page shows what you would share. If you do not want to share data, choose “Decline” there.

{sender}
{company}`,
  },
  es: {
    subject: 'Invitación para compartir datos telemáticos con {company} ({reference})',
    text: `Hola:

{sender} invita a {fleet} a compartir datos telemáticos con {company}. Nuestra referencia: {reference}.

{permissions}

Abra este enlace, elija su proveedor de telemática y acepte:
{link}

El enlace funciona hasta el {expires}. Es solo para su flota. No lo reenvíe, por favor. La página muestra lo que compartiría. Si no desea compartir datos, rechace la invitación en esa página.

{sender}
{company}`,
  },
  fr: {
    subject: 'Invitation à partager des données télématiques avec {company} ({reference})',
    text: `Bonjour,

{sender} invite {fleet} à partager des données télématiques avec {company}. Notre référence : {reference}.

{permissions}

Ouvrez ce lien, choisissez votre fournisseur de télématique et acceptez :
{link}

Le lien fonctionne jusqu’au {expires}. Il est réservé à votre flotte. Merci de ne pas le transférer. La page montre ce que vous partageriez. Si vous ne souhaitez pas partager de données, refusez l’invitation sur cette page.

{sender}
{company}`,
  },
};

interface Phrases {
  readonly locale: string;
  /** The first day of a month. */
  readonly first_day: string;
  /** How people name a time zone: by its letters where they have some, else by its place or in words. */
  readonly zone_name: 'short' | 'shortGeneric' | 'long';
  readonly your_fleet: string;
  /** Stands for a company without a name, inside a sentence. */
  readonly us: string;
  readonly limited_time: string;
  readonly all: (company: string) => string;
  readonly some: (company: string) => string;
  readonly none: string;
  readonly read: string;
  readonly write: string;
  /** After the level of a permission. */
  readonly colon: string;
  readonly all_other: string;
  readonly nothing_else: string;
  readonly nothing_changed: string;
  /** Footer of an email: why it was sent, and how to unsubscribe. */
  readonly unsubscribe: (company: string, url: string) => string;
  readonly resources: Readonly<Record<ResourceName, string>>;
}

const PHRASES: Readonly<Record<MessageLanguage, Phrases>> = {
  en: {
    locale: 'en-US',
    first_day: '1',
    zone_name: 'short',
    your_fleet: 'your fleet',
    us: 'us',
    limited_time: 'a later date',
    all: (company) => `By accepting, you let ${company} read all of your fleet's telematics data.`,
    some: (company) => `By accepting, you let ${company}:`,
    none: 'By accepting, you share no data.',
    read: 'see',
    write: 'see and change',
    colon: ':',
    all_other: 'all other data',
    nothing_else: 'Nothing else.',
    nothing_changed: 'Nothing else, and nothing in your systems is changed.',
    unsubscribe: (company, url) =>
      `You received this email because ${company} invited your fleet to share data. To unsubscribe from ${company}'s emails: ${url}`,
    resources: {
      asset: 'equipment',
      document: 'documents',
      driver_association: 'driver assignments',
      driver_vehicle_association: 'which driver is in which truck',
      driver_event_log: 'driver events',
      driver_safety_event: 'driver safety events',
      dvir_log: 'vehicle inspections (DVIR)',
      dvir_log_defect: 'defects from inspections (DVIR)',
      engine_log: 'engine records',
      engine_status: 'engine status',
      fuel_transaction: 'fuel purchases',
      fuel_card: 'fuel cards',
      fleet_info: 'company name and DOT number',
      hos_availability: 'remaining hours of service',
      hos_daily_log: 'daily logs (hours of service)',
      hos_daily_snapshot: 'daily summaries (hours of service)',
      hos_event: 'duty status changes',
      hos_event_annotation: 'notes in driver logs',
      hos_event_attachment: 'attachments in driver logs',
      hos_violation: 'hours-of-service violations',
      ifta_summary: 'IFTA mileage summaries',
      location_segment: 'routes driven',
      message: 'messages',
      group_message: 'group messages',
      user: 'drivers and other users',
      vehicle: 'trucks (unit, VIN, plate)',
      vehicle_location: 'where your trucks are',
      vehicle_sensor: 'truck sensors',
      vehicle_region_segment: 'miles by state',
      trailer: 'trailers',
      trailer_association: 'trailer assignments',
      trailer_vehicle_association: 'which trailer is behind which truck',
      trailer_location: 'where your trailers are',
      trailer_status: 'trailer condition',
      workflow: 'workflows',
    },
  },
  es: {
    locale: 'es-MX',
    first_day: '1',
    zone_name: 'shortGeneric',
    your_fleet: 'su flota',
    us: 'nosotros',
    limited_time: 'una fecha posterior',
    all: (company) => `Al aceptar, permite que ${company} vea todos los datos telemáticos de su flota.`,
    some: (company) => `Al aceptar, permite que ${company} pueda:`,
    none: 'Al aceptar, no comparte ningún dato.',
    read: 'ver',
    write: 'ver y modificar',
    colon: ':',
    all_other: 'todos los demás datos',
    nothing_else: 'Nada más.',
    nothing_changed: 'Nada más, y no se modifica nada en sus sistemas.',
    unsubscribe: (company, url) =>
      `Recibió este correo porque ${company} invitó a su flota a compartir datos. Para no recibir más correos de ${company}: ${url}`,
    resources: {
      asset: 'equipo',
      document: 'documentos',
      driver_association: 'asignaciones de conductores',
      driver_vehicle_association: 'qué conductor va en qué camión',
      driver_event_log: 'eventos del conductor',
      driver_safety_event: 'eventos de seguridad del conductor',
      dvir_log: 'inspecciones de camiones (DVIR)',
      dvir_log_defect: 'defectos de las inspecciones (DVIR)',
      engine_log: 'registros del motor',
      engine_status: 'estado del motor',
      fuel_transaction: 'compras de combustible',
      fuel_card: 'tarjetas de combustible',
      fleet_info: 'nombre de la empresa y número DOT',
      hos_availability: 'horas de servicio que quedan',
      hos_daily_log: 'bitácoras diarias (horas de servicio)',
      hos_daily_snapshot: 'resúmenes diarios (horas de servicio)',
      hos_event: 'cambios de estado de servicio',
      hos_event_annotation: 'notas en las bitácoras de los conductores',
      hos_event_attachment: 'archivos adjuntos en las bitácoras de los conductores',
      hos_violation: 'infracciones de horas de servicio',
      ifta_summary: 'resúmenes de millas IFTA',
      location_segment: 'rutas recorridas',
      message: 'mensajes',
      group_message: 'mensajes de grupo',
      user: 'conductores y otros usuarios',
      vehicle: 'camiones (unidad, VIN, placas)',
      vehicle_location: 'dónde están sus camiones',
      vehicle_sensor: 'sensores de los camiones',
      vehicle_region_segment: 'millas por estado',
      trailer: 'remolques',
      trailer_association: 'asignaciones de remolques',
      trailer_vehicle_association: 'qué remolque lleva qué camión',
      trailer_location: 'dónde están sus remolques',
      trailer_status: 'estado de los remolques',
      workflow: 'flujos de trabajo',
    },
  },
  fr: {
    locale: 'fr-CA',
    first_day: '1er',
    zone_name: 'long',
    your_fleet: 'votre flotte',
    us: 'nous',
    limited_time: 'une date ultérieure',
    all: (company) =>
      `En acceptant, vous autorisez ${company} à voir toutes les données télématiques de votre flotte.`,
    some: (company) => `En acceptant, vous autorisez ${company} à :`,
    none: 'En acceptant, vous ne partagez aucune donnée.',
    read: 'voir',
    write: 'voir et modifier',
    colon: ' :',
    all_other: 'toutes les autres données',
    nothing_else: 'Rien d’autre.',
    nothing_changed: 'Rien d’autre, et rien n’est modifié dans vos systèmes.',
    unsubscribe: (company, url) =>
      `Vous recevez ce courriel parce que ${company} a invité votre flotte à partager des données. Pour ne plus recevoir de courriels de ${company} : ${url}`,
    resources: {
      asset: 'équipements',
      document: 'documents',
      driver_association: 'affectations des conducteurs',
      driver_vehicle_association: 'quel conducteur est dans quel camion',
      driver_event_log: 'événements du conducteur',
      driver_safety_event: 'événements de sécurité du conducteur',
      dvir_log: 'inspections des camions (DVIR)',
      dvir_log_defect: 'défauts relevés aux inspections (DVIR)',
      engine_log: 'données du moteur',
      engine_status: 'état du moteur',
      fuel_transaction: 'achats de carburant',
      fuel_card: 'cartes de carburant',
      fleet_info: 'nom de l’entreprise et numéro DOT',
      hos_availability: 'heures de service restantes',
      hos_daily_log: 'registres quotidiens (heures de service)',
      hos_daily_snapshot: 'résumés quotidiens (heures de service)',
      hos_event: 'changements d’état de service',
      hos_event_annotation: 'notes dans les registres des conducteurs',
      hos_event_attachment: 'pièces jointes dans les registres des conducteurs',
      hos_violation: 'infractions aux heures de service',
      ifta_summary: 'résumés de milles IFTA',
      location_segment: 'trajets parcourus',
      message: 'messages',
      group_message: 'messages de groupe',
      user: 'conducteurs et autres utilisateurs',
      vehicle: 'camions (unité, NIV, plaque)',
      vehicle_location: 'où se trouvent vos camions',
      vehicle_sensor: 'capteurs des camions',
      vehicle_region_segment: 'milles par État ou province',
      trailer: 'remorques',
      trailer_association: 'affectations des remorques',
      trailer_vehicle_association: 'quelle remorque est derrière quel camion',
      trailer_location: 'où se trouvent vos remorques',
      trailer_status: 'état des remorques',
      workflow: 'flux de travail',
    },
  },
};

const SPANISH_SPEAKING = new Set(
  'ARG BOL CHL COL CRI CUB DOM ECU ESP GTM HND MEX NIC PAN PER PRI PRY SLV URY VEN'.split(' '),
);

/** Main language of a country (ISO 3166-1 alpha-3); English by default. */
export function languageOf(country_code: string | null | undefined): MessageLanguage {
  const code = country_code?.toUpperCase() ?? '';
  if (SPANISH_SPEAKING.has(code)) return 'es';
  return code === 'FRA' ? 'fr' : 'en';
}

/** Countries with one time zone from which carriers come to us. */
const ZONES: Readonly<Record<string, string>> = {
  BLZ: 'America/Belize',
  COL: 'America/Bogota',
  CRI: 'America/Costa_Rica',
  DOM: 'America/Santo_Domingo',
  GTM: 'America/Guatemala',
  HND: 'America/Tegucigalpa',
  NIC: 'America/Managua',
  PAN: 'America/Panama',
  PER: 'America/Lima',
  PRI: 'America/Puerto_Rico',
  SLV: 'America/El_Salvador',
  FRA: 'Europe/Paris',
  DEU: 'Europe/Berlin',
  GBR: 'Europe/London',
  NLD: 'Europe/Amsterdam',
  POL: 'Europe/Warsaw',
};

/** Zone of the times in a message to a fleet, which the message names: its country's if that has one, else the sender's. */
export const fleetZone = (country_code: string | null | undefined, senderZone: string): string =>
  ZONES[country_code?.toUpperCase() ?? ''] ?? senderZone;

/** Made up, for previews and test emails. */
export const SAMPLE_INVITATION = {
  fleet_name: 'Blue Mesa Haulage',
  fleet_ref: 'BMH-204',
  permissions: { vehicle: 'read', vehicle_location: 'read' },
};
export const SAMPLE_LINK = 'https://example.com/invite/…';

const PLACEHOLDER_PATTERN = /\{([a-z_]+)\}/g;

/** Problems of a template by field; null when valid. */
export function templateFaults({ subject, text }: MessageTemplate): {
  readonly subject: string | null;
  readonly text: string | null;
} {
  const unknownPlaceholder = (part: string) =>
    [...part.matchAll(PLACEHOLDER_PATTERN)]
      .map(([, name]) => name)
      .find((name = '') => !(name in PLACEHOLDERS));
  const fault = (part: string) => {
    const name = unknownPlaceholder(part);
    return name === undefined ? null : `has {${name}}, which is not a placeholder`;
  };
  return {
    subject: subject.includes('{link}')
      ? 'must not contain {link}: keep the link out of the subject'
      : fault(subject),
    text: text.includes('{link}') ? fault(text) : 'must contain {link}, which the fleet needs to accept',
  };
}

export type InvitationFacts = Pick<BoardInvitation, 'fleet_ref' | 'fleet_name' | 'permissions'>;

export interface MessageFacts {
  readonly invitation: InvitationFacts;
  readonly link: string;
  /** ISO 8601; null when unknown. */
  readonly expires_at: string | null;
  /** Name of the user who sends it. */
  readonly sender: string;
  /** Null when the company has no name yet. */
  readonly company: string | null;
  readonly language: MessageLanguage;
  /** IANA time zone for the expiry time, see `fleetZone`. */
  readonly zone: string;
}

/** French puts a space that does not break before a colon, question and exclamation mark, semicolon and inside guillemets. */
const spaced = (language: MessageLanguage, text: string): string =>
  language === 'fr' ? text.replace(/ ([:;?!»])/g, '\u00a0$1').replace(/« /g, '«\u00a0') : text;

/** Renders a template as plain text. */
export function messageOf(template: MessageTemplate, facts: MessageFacts): MessageTemplate {
  const { invitation, link, expires_at, sender, company, language, zone } = facts;
  const words = PHRASES[language];
  const name = company ?? words.us;
  const { fleet_name, fleet_ref } = invitation;
  const values: Readonly<Record<Placeholder, string>> = {
    fleet: plain(fleet_name ?? words.your_fleet),
    reference: plain(fleet_ref ?? '–'),
    company: plain(name),
    sender: plain(sender),
    permissions: spaced(language, permissionsIn(words, invitation.permissions, plain(name))),
    link,
    expires: expires_at === null ? words.limited_time : timeIn(words, expires_at, zone),
  };
  const fillPlaceholders = (part: string) =>
    part.replace(PLACEHOLDER_PATTERN, (all, key: string) =>
      key in values ? values[key as Placeholder] : all,
    );
  // Without a company name, omit the signature line instead of signing as "us".
  const signed =
    company === null ? template.text.replace(/^[ \t]*\{company\}[ \t]*$\n?/gm, '') : template.text;
  const filled = (part: string) => fillPlaceholders(spaced(language, part));
  return { subject: filled(template.subject), text: filled(signed).trim() };
}

export function unsubscribeLine(language: MessageLanguage, company: string, url: string): string {
  return spaced(language, PHRASES[language].unsubscribe(plain(company), url));
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Sanitizes a name for a message: control, line and bidirectional characters could change how it reads or break a header.
 * Isolates right-to-left names so that they do not reorder the sentence.
 */
function plain(text: string): string {
  const clean = text
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return RIGHT_TO_LEFT.test(clean) ? `\u2068${clean}\u2069` : clean;
}

function timeIn({ locale, zone_name, first_day }: Phrases, at: string, zone: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: zone_name,
  });
  const time = new Date(at);
  const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  // The day is the first number in each of the languages.
  const text = format.format(time).replace(/\d+/, (day) => (day === '1' ? first_day : day));
  return zone_name === 'short' ? withZoneName(text, zone) : text.replace(name, () => `(${name})`);
}

/** What the fleet would grant. Without permissions, the interface requests read access to everything. */
function permissionsIn(words: Phrases, permissions: InvitationFacts['permissions'], company: string): string {
  if (permissions === null || permissions === undefined) return words.all(company);
  const at = (level: string) => Object.keys(permissions).filter((name) => permissions[name] === level);
  const [read, write] = [at('read'), at('read_write')];
  const every = read.length + write.length >= RESOURCE_NAMES.length;
  if (read.length + write.length === 0) return words.none;
  if (every && write.length === 0) return words.all(company);
  const listed = (names: readonly string[]) =>
    names.map((name) => words.resources[name as ResourceName] ?? name.replaceAll('_', ' ')).join(', ');
  // Not a hyphen: in the file of a mail merge it could begin a formula, and would get an apostrophe.
  const to_read = `• ${words.read}${words.colon} ${every ? words.all_other : listed(read)}`;
  const to_write = `• ${words.write}${words.colon} ${listed(write)}`;
  const granted = [...(read.length > 0 ? [to_read] : []), ...(write.length > 0 ? [to_write] : [])];
  return [
    words.some(company),
    // "All other" comes after what it is other than.
    ...(every ? granted.toReversed() : granted),
    write.length === 0 ? words.nothing_changed : words.nothing_else,
  ].join('\n');
}
