/**
 * Every hours-of-service ruleset code, built from bases and suffixes as the interface lists them. See hos-meanings.ts for
 * readable descriptions.
 */
import { z } from 'zod';

/** Appends each suffix to the base; a blank suffix gives the base alone. */
function suffixed<const B extends string, const S extends string>(base: B, suffixes: readonly S[]) {
  return suffixes.map((suffix) => `${base}${suffix}` as const);
}

const SUFFIXES_PROPERTY = [
  '',
  '_BIG',
  '_BIG_SLP',
  '_NORST',
  '_NORST_SLP',
  '_NOBRK',
  '_NOBRK_BIG',
  '_NOBRK_BIG_SLP',
  '_NOBRK_SLP',
  '_SH',
] as const;
const SUFFIXES_60_7 = [...SUFFIXES_PROPERTY, '_SH_NORST'] as const;
const SUFFIXES_70_8 = [...SUFFIXES_PROPERTY, '_SH_14H', '_SH_NORST'] as const;
const SUFFIXES_OIL = [
  '',
  '_BIG',
  '_BIG_SLP',
  '_SLP',
  '_NOBRK',
  '_NOBRK_BIG',
  '_NOBRK_BIG_SLP',
  '_NOBRK_SLP',
] as const;

const US_INTERSTATE_OTHER = [
  'US_INT_PROP_SH_14H',
  'US_INT_PAX_60_7',
  'US_INT_PAX_60_7_SH',
  'US_INT_PAX_70_8',
  'US_INT_PAX_70_8_SH',
  'US_INT_SALESP',
  'US_INT_SALESP_NCDL_SH',
  'US_INT_RAIL_EX',
  'US_INT_PROP_SLPVAR',
  'US_INT_PROP_60_7_SLPVAR',
  'US_INT_PROP_70_8_SLPVAR',
  'US_INT_CARRIER_EX',
  'US_INT_NOHOS_7',
  'US_INT_NOHOS_8',
  'US_INT_OILTR_SH_12H',
  'US_INT_OILTR_SH_14H',
  'US_INT_OILTR_70_8_SH_12H',
  'US_INT_OILTR_70_8_SH_14H',
] as const;

const US_INTRASTATE = [
  'US_TX_INTRA_PROP_70_7',
  'US_TX_INTRA_SH_70_7',
  'US_TX_INTRA_SH_70_8',
  'US_TX_INTRA_OILTR_70_7',
  'US_TX_INTRA_OILWL_70_7',
  'US_CA_INTRA_PROP_80_8',
  'US_CA_INTRA_PAX_80_8',
  'US_CA_INTRA_FARM_112_8',
  'US_CA_INTRA_FARM_BRK',
  'US_CA_INTRA_FLAM_80_8',
  'US_CA_INTRA_FLAM_BRK',
  'US_CA_INTRA_SCH_80_8',
  'US_CA_INTRA_SCH_BRK',
  'US_CA_INTRA_OILTR_80_8',
  'US_CA_INTRA_OILTR_PROP',
  'US_CA_INTRA_OILWL_80_8',
  'US_CA_INTRA_OILWL_PROP',
  'US_AK_INTRA_PROP_70_7',
  'US_AK_INTRA_PROP_80_8',
  'US_AK_INTRA_PAX_70_7',
  'US_AK_INTRA_PAX_80_8',
  'US_AK_INTRA_PROP_70_7_SLP',
  'US_AK_INTRA_PROP_80_8_SLP',
  'US_FL_INTRA_PROP_70_7',
  'US_FL_INTRA_PROP_80_8',
  'US_FL_INTRA_SH_70_7',
  'US_FL_INTRA_SH_80_8',
  'US_OR_INTRA_PROP_70_7',
  'US_OR_INTRA_PROP_80_8',
  'US_MD_INTRA_SH_70_7',
  'US_MD_INTRA_SH_80_8',
  'US_NE_INTRA_PROP_70_7',
  'US_NE_INTRA_PROP_80_8',
  'US_NC_INTRA_PROP_70_7',
  'US_NC_INTRA_PROP_80_8',
  'US_ND_INTRA_PROP_70_7',
  'US_ND_INTRA_SH_70_7',
  'US_SC_INTRA_PROP_70_7',
  'US_SC_INTRA_PROP_80_8',
  'US_WA_INTRA_PROP_70_7',
  'US_WA_INTRA_PROP_80_8',
  'US_WI_INTRA_PROP_70_7',
  'US_WI_INTRA_PROP_80_8',
] as const;

const CANADA = [
  'CA_FED_C1_70_7',
  'CA_FED_C2_120_14',
  'CA_FED_C1_TEAM',
  'CA_FED_C2_TEAM',
  'CA_FED_NOHOS',
  'CA_N60_C1_80_7',
  'CA_N60_C2_120_14',
  'CA_N60_C1_TEAM',
  'CA_N60_C2_TEAM',
  'CA_N60_NOHOS',
  'CA_N60_OIL',
  'CA_N60_OIL_TEAM',
  'CA_AB_PROV_PROP_70_7',
  'CA_SK_PROV_PROP_70_7',
  'CA_SK_PROV_FERT_EX',
  'CA_BC_PROV_LOG',
  'CA_S60_OIL',
  'CA_OIL_TEAM',
] as const;

/** In the interface's order. */
export const HOS_RULESET_CODES = [
  ...suffixed('US_INT_PROP_60_7', SUFFIXES_60_7),
  ...suffixed('US_INT_PROP_70_8', SUFFIXES_70_8),
  ...suffixed('US_INT_OILTR_60_7', SUFFIXES_OIL),
  ...suffixed('US_INT_OILTR_70_8', SUFFIXES_OIL),
  ...suffixed('US_INT_OILWL_60_7', SUFFIXES_OIL),
  ...suffixed('US_INT_OILWL_70_8', SUFFIXES_OIL),
  ...US_INTERSTATE_OTHER,
  ...US_INTRASTATE,
  ...CANADA,
] as const;
export type HosRulesetCode = (typeof HOS_RULESET_CODES)[number];

export const hosRulesetCode = z.enum(HOS_RULESET_CODES, {
  error: 'must be one of the listed ruleset codes, such as US_INT_PROP_70_8',
});
