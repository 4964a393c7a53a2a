/**
 * Hours-of-service codes in plain words, for a picker searchable by jurisdiction and meaning.
 *
 * The interface gives codes without meanings. These are our reading of the code parts in standard industry terms: a help in
 * choosing, never a replacement, so always show the code as well.
 */
import { HOS_RULESET_CODES, type HosRulesetCode } from './hos-rulesets.ts';

export interface HosRuleset {
  readonly code: HosRulesetCode;
  /** Used for grouping: `US interstate`, `Texas intrastate`, `Canada, north of 60°N` ... */
  readonly jurisdiction: string;
  /** Such as `Property, 70 hours in 8 days, 16-hour big day, sleeper berth`. */
  readonly meaning: string;
}

/** Code prefix -> jurisdiction. Longer prefixes come first. */
const JURISDICTIONS: readonly (readonly [string, string])[] = [
  ['US_INT', 'US interstate'],
  ['US_TX_INTRA', 'Texas intrastate'],
  ['US_CA_INTRA', 'California intrastate'],
  ['US_AK_INTRA', 'Alaska intrastate'],
  ['US_FL_INTRA', 'Florida intrastate'],
  ['US_OR_INTRA', 'Oregon intrastate'],
  ['US_MD_INTRA', 'Maryland intrastate'],
  ['US_NE_INTRA', 'Nebraska intrastate'],
  ['US_NC_INTRA', 'North Carolina intrastate'],
  ['US_ND_INTRA', 'North Dakota intrastate'],
  ['US_SC_INTRA', 'South Carolina intrastate'],
  ['US_WA_INTRA', 'Washington intrastate'],
  ['US_WI_INTRA', 'Wisconsin intrastate'],
  ['CA_FED', 'Canada, federal'],
  ['CA_N60', 'Canada, north of 60°N'],
  ['CA_S60', 'Canada, south of 60°N'],
  ['CA_AB_PROV', 'Alberta'],
  ['CA_SK_PROV', 'Saskatchewan'],
  ['CA_BC_PROV', 'British Columbia'],
  ['CA', 'Canada'],
];

/** Code part -> words. Two-part entries come before their own prefixes. */
const PARTS: readonly (readonly [string, string])[] = [
  ['RAIL_EX', 'railroad exemption'],
  ['CARRIER_EX', 'exempt carrier'],
  ['FERT_EX', 'fertilizer hauling exemption'],
  ['NOHOS_7', 'no hours-of-service limits, 7-day period'],
  ['NOHOS_8', 'no hours-of-service limits, 8-day period'],
  ['NOHOS', 'no hours-of-service limits'],
  ['PROP', 'property'],
  ['PAX', 'passengers'],
  ['OILTR', 'oilfield transport'],
  ['OILWL', 'oil well service'],
  ['OIL', 'oil and gas field'],
  ['SALESP', 'driver-salesperson'],
  ['NCDL', 'without commercial license (non-CDL)'],
  ['FARM', 'farm products'],
  ['FLAM', 'flammable liquids'],
  ['SCH', 'school transport'],
  ['LOG', 'logging'],
  ['C1', 'cycle 1'],
  ['C2', 'cycle 2'],
  ['TEAM', 'team driving'],
  ['SLPVAR', 'variable sleeper berth split'],
  ['SLP', 'sleeper berth'],
  ['BIG', '16-hour big day'],
  ['NORST', 'no 34-hour restart'],
  ['NOBRK', 'no 30-minute break'],
  ['BRK', 'with rest break'],
  ['SH', 'short haul'],
  ['12H', '12-hour day'],
  ['14H', '14-hour day'],
];

/** `70_8`: 70 on-duty hours in 8 days. */
const HOURS_IN_DAYS = /^(\d+)_(\d+)(?=_|$)/;

/** The rest of the code after this whole prefix, or null when the code has another prefix. */
function stripPrefix(code: string, prefix: string): string | null {
  if (code === prefix) return '';
  return code.startsWith(`${prefix}_`) ? code.slice(prefix.length + 1) : null;
}

/** Throws on a part without words, so that a new code cannot stay unexplained. */
function describeParts(parts: string): string[] {
  if (parts === '') return [];
  const hours = HOURS_IN_DAYS.exec(parts);
  if (hours) {
    const rest = parts.slice(hours[0].length + 1);
    return [`${hours[1]} hours in ${hours[2]} days`, ...describeParts(rest)];
  }
  for (const [part, words] of PARTS) {
    const rest = stripPrefix(parts, part);
    if (rest !== null) return [words, ...describeParts(rest)];
  }
  throw new Error(`no words for the ruleset part ${parts}`);
}

function toRuleset(code: HosRulesetCode): HosRuleset {
  for (const [prefix, jurisdiction] of JURISDICTIONS) {
    const parts = stripPrefix(code, prefix);
    if (parts === null) continue;
    const words = describeParts(parts).join(', ');
    return { code, jurisdiction, meaning: words.charAt(0).toUpperCase() + words.slice(1) };
  }
  throw new Error(`no jurisdiction for the ruleset ${code}`);
}

/** Every code with its jurisdiction and meaning, in the interface's order. */
export const HOS_RULESETS: readonly HosRuleset[] = HOS_RULESET_CODES.map(toRuleset);
