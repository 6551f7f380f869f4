/** What a bank account is described by, as the fields of payout details are named. */
export type BankField = 'iban' | 'bic' | 'routing_number' | 'sort_code' | 'account_number';

/** One field of a bank account, and whether the account is incomplete without it. */
export interface BankFieldRule {
  readonly field: BankField;
  readonly isRequired: boolean;
}

/** Countries and territories (ISO 3166-1) whose banks number their accounts by IBAN, the United Kingdom aside. */
export const IBAN_COUNTRIES: ReadonlySet<string> = new Set(
  (
    'AD AE AL AO AT AX AZ BA BE BF BG BH BI BJ BL BR BY CF CG CH CI CM CR CV CY CZ DE DJ DK DO DZ EE EG ES FI FK FO FR ' +
    'GA GE GF GI GL GP GQ GR GT GW HN HR HU IE IL IQ IR IS IT JO KM KW KZ LB LC LI LT LU LV LY MA MC MD ME MF MG MK ML ' +
    'MN MQ MR MT MU MZ NC NE NI NL NO OM PF PK PL PM PS PT QA RE RO RS RU SA SC SD SE SI SK SM SN SO ST SV TD TF TG TL ' +
    'TN TR UA VA VG WF XK YE YT'
  ).split(' '),
);

const IBAN: readonly BankFieldRule[] = [
  { field: 'iban', isRequired: true },
  { field: 'bic', isRequired: false },
];

const OF_COUNTRY: Readonly<Record<string, readonly BankFieldRule[]>> = {
  US: [
    { field: 'routing_number', isRequired: true },
    { field: 'account_number', isRequired: true },
  ],
  GB: [
    { field: 'sort_code', isRequired: true },
    { field: 'account_number', isRequired: true },
  ],
};

const SWIFT: readonly BankFieldRule[] = [
  { field: 'bic', isRequired: true },
  { field: 'account_number', isRequired: true },
];

/**
 * The fields of a bank account in a country (ISO 3166-1), in the order in which they are asked for: IBAN where banks use it,
 * routing number and account number in the United States, sort code and account number in the United Kingdom, else BIC and
 * account number. Without a country, those of an IBAN.
 */
export function bankFieldsOf(country: string | null): readonly BankFieldRule[] {
  if (country === null) return IBAN;
  return OF_COUNTRY[country] ?? (IBAN_COUNTRIES.has(country) ? IBAN : SWIFT);
}
