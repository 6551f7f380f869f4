import type { BankField, PayoutDetails, PayoutDetailsInput } from '@svc/contract';
import { bankFieldsOf, errorText } from '@svc/contract';
import { electronicFormatIBAN, friendlyFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import { RefusedError } from '../../operations/refused-error.js';
import { emailType } from '../../operations/value-types.js';

type Details = Pick<PayoutDetailsInput, 'method' | 'account_name' | 'details' | 'country' | BankField>;
type BankAccount = Readonly<Partial<Record<BankField, string>>>;

/** Territories whose accounts have the IBAN of another country. */
const IBAN_OF: Readonly<Record<string, string>> = {
  AX: 'FI',
  ...Object.fromEntries(
    'BL GF GP MF MQ NC PF PM RE TF WF YT'.split(' ').map((territory) => [territory, 'FR']),
  ),
};
const PHONE = /^\+[1-9]\d{6,14}$/;
const IBAN_START = /^[A-Z]{2}\d{2}/;
const ROUTING_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/**
 * Payout details as they are kept: a bank account in its fields, normalized, and on one line in `details`. Refuses the
 * first field that is missing or that no bank would accept.
 */
export function checkDetails(given: Details): PayoutDetails {
  const { method, account_name, country = null } = given;
  if (method !== 'bank') {
    const details = given.details?.trim() ?? '';
    if (details === '') throw new RefusedError('field_required', 'details');
    if (method === 'paypal' && emailType.parse(details) === undefined && !PHONE.test(details))
      throw new RefusedError('field_invalid', 'details');
    return { method, account_name, details, country };
  }
  const account = readBankAccount(given, country);
  return { method, account_name, details: onOneLine(account), country, ...account };
}

/** What is wrong with stored payout details, such as `iban is invalid`; null: nothing. */
export function problemOf(stored: PayoutDetails): string | null {
  const isBank = stored.method === 'bank';
  try {
    checkDetails(stored);
    return null;
  } catch (error) {
    if (error instanceof RefusedError)
      return errorText(error.code, isBank && error.word === 'details' ? 'iban' : error.word);
    throw error;
  }
}

function readBankAccount(given: Details, country: string | null): BankAccount {
  const text = given.details ?? '';
  const isText = Object.keys(FORMATS).every((field) => given[field as BankField] == null);
  if (isText && IBAN_START.test(compact(text))) return { iban: readIban(text, country, 'details') };
  if (isText && country === null && text !== '') throw new RefusedError('field_invalid', 'details');
  if (given.iban != null) {
    const bic = given.bic == null ? {} : { bic: readField('bic', given.bic, country) };
    return { iban: readIban(given.iban, country, 'iban'), ...bic };
  }
  const fields = bankFieldsOf(country).flatMap(({ field, isRequired }) => {
    const value = given[field];
    if (value != null) return [[field, readField(field, value, country)] as const];
    if (isRequired) throw new RefusedError('field_required', field);
    return [];
  });
  return Object.fromEntries(fields);
}

/** An IBAN without spaces, of the country where one is named. */
function readIban(text: string, country: string | null, field: string): string {
  const iban = electronicFormatIBAN(text);
  const isOfCountry = country === null || [country, IBAN_OF[country]].includes(iban?.slice(0, 2));
  if (iban === null || !isValidIBAN(iban) || !isOfCountry) throw new RefusedError('field_invalid', field);
  return iban;
}

const FORMATS: Readonly<Record<BankField, (value: string, country: string | null) => boolean>> = {
  iban: (value) => isValidIBAN(value),
  bic: (value) => isValidBIC(value),
  routing_number: isRoutingNumber,
  sort_code: (value) => /^\d{6}$/.test(value),
  account_number: (value, country) => (ACCOUNT_NUMBERS[country ?? ''] ?? /^[A-Z0-9]{1,34}$/).test(value),
};

const ACCOUNT_NUMBERS: Readonly<Record<string, RegExp>> = { US: /^\d{4,17}$/, GB: /^\d{8}$/ };

function readField(field: BankField, given: string, country: string | null): string {
  const value = compact(given);
  if (!FORMATS[field](value, country)) throw new RefusedError('field_invalid', field);
  return value;
}

/** Nine digits whose weighted sum is a multiple of ten. */
function isRoutingNumber(value: string): boolean {
  if (!/^\d{9}$/.test(value) || value === '000000000') return false;
  return ROUTING_WEIGHTS.reduce((sum, weight, index) => sum + weight * Number(value[index]), 0) % 10 === 0;
}

function compact(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase();
}

/** The account itself comes last, so that its last four characters are what is shown of it. */
function onOneLine({ iban, bic, routing_number, sort_code, account_number }: BankAccount): string {
  if (iban !== undefined) return friendlyFormatIBAN(iban) ?? iban;
  return [routing_number ?? sort_code ?? bic, account_number].filter((part) => part !== undefined).join(' ');
}
