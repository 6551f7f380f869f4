/**
 * Every currency an amount can be in, by its exponent: how many digits the smallest unit is behind the point, so that
 * an amount of 1234 is 1234 JPY, 12.34 USD or 1.234 KWD. The codes are those of ISO 4217, list one, as of amendment 179,
 * and so are the exponents, except that the processor counts ISK and UGX in hundredths and MGA in whole units, and an
 * amount is stored as the processor sends it.
 *
 * Kept here because no other source will do: what `Intl` knows differs from one version of Node or browser to the next,
 * has other digits than ISO 4217 (none for HUF) and includes obsolete codes, and the npm packages are years behind. Left
 * out are the codes without a minor unit (metals, bond units, drawing rights, testing, none): an amount here is a number
 * of smallest units. ANG and BGN were replaced lately, and stay for what is still recorded in them. Contract 7.1.
 */
const CODES_BY_EXPONENT: readonly (readonly [exponent: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UYI VND VUV XAF XOF XPF'],
  [
    2,
    `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF
     CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF
     IDR ILS INR IRR ISK JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MRU MUR MVR MWK MXN
     MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS
     SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH UGX USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR
     ZMW ZWG`,
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

/** What a code outside the table has: the processor still names obsolete currencies, and counts those in hundredths. */
const OTHER_EXPONENT = 2;

const EXPONENTS: ReadonlyMap<string, number> = new Map(
  CODES_BY_EXPONENT.flatMap(([exponent, codes]) =>
    codes.split(/\s+/).map((code) => [code, exponent] as const),
  ),
);

/** Every currency an amount can be in, in upper case and in the order of the alphabet. */
export const CURRENCIES: ReadonlySet<string> = new Set([...EXPONENTS.keys()].sort());

/** The ISO 4217 code in upper case that a text means, in whatever case it is written; null when it means none. */
export function parseCurrency(text: string): string | null {
  // Lengths first: upper-casing can make three letters out of fewer ("ß").
  if (text.length !== 3) return null;
  const code = text.toUpperCase();
  return CURRENCIES.has(code) ? code : null;
}

/** How many digits amounts of a currency (in upper case) have behind the point: 2 for USD, 0 for JPY, 3 for KWD. */
export function exponentOf(currency: string): number {
  return EXPONENTS.get(currency) ?? OTHER_EXPONENT;
}

/**
 * An amount in smallest units as a plain decimal number: 1999 in USD is `19.99`, in JPY `1999`, in KWD `1.999`. Exact,
 * whatever its size: the point is set in the text, nothing is divided.
 */
export function decimalOf(amountCents: number | bigint, currency: string): string {
  const exponent = exponentOf(currency);
  const sign = amountCents < 0 ? '-' : '';
  const digits = String(amountCents)
    .replace('-', '')
    .padStart(exponent + 1, '0');
  return exponent === 0
    ? `${sign}${digits}`
    : `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/**
 * What somebody typed as an amount, in smallest units; null when it is not an amount of that currency, or could be two. The
 * same text is the same amount in every browser. Both "1,234.50" and "1.234,50" are understood: the last separator
 * divides the fraction off if no more digits follow than the currency has, and the others have to divide groups of three.
 * In a currency of three digits or more, "1,234" is not an amount: it is a thousand to some, and a bit more than one to others.
 */
export function parseMoney(text: string, currency: string): number | null {
  const typed = text.replaceAll(/[\s'’]/g, '');
  const exponent = exponentOf(currency);
  const found = /^(-?)([\d.,]*\d)(?:[.,](\d*))?$/.exec(typed);
  if (!found || exponent === 0) return whole(typed, exponent);
  const last = Math.max(typed.lastIndexOf('.'), typed.lastIndexOf(','));
  const fraction = last < 0 ? '' : typed.slice(last + 1);
  const mark = typed[last] ?? '';
  const isGrouping = last < 0 || fraction.length > exponent || typed.indexOf(mark) !== last;
  if (isGrouping) return whole(typed, exponent);
  if (exponent >= 3 && /^-?[1-9]\d{0,2},\d{3}$/.test(typed)) return null;
  const before = typed.slice(0, last);
  if (before.includes(mark)) return null;
  return whole(before === '' || before === '-' ? `${before}0` : before, 0, fraction.padEnd(exponent, '0'));
}

/** Digits with or without groups of three, times ten to the power of `exponent`, with `fraction` behind. */
function whole(text: string, exponent: number, fraction = ''): number | null {
  if (!/^-?(\d+|\d{1,3}([.,]\d{3})(\2\d{3})*|\d{1,3}(,\d{3})+|\d{1,3}(\.\d{3})+)$/.test(text)) return null;
  const value = Number(text.replaceAll(/[.,]/g, '') + '0'.repeat(exponent) + fraction);
  return Number.isSafeInteger(value) ? value : null;
}
