/** ISO 4217, list one, as of amendment 179, written down on its own: the minor unit of every code that has not two digits. */
export const ISO_4217_EXCEPTIONS: Readonly<Record<string, number>> = {
  ...each(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...each(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...each(4, 'CLF UYW'),
};

/** Where the processor counts otherwise: processor.md 1.5. Amounts are stored as it sends them. */
export const PROCESSOR_EXCEPTIONS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };

function each(exponent: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, exponent]));
}

/** How many digits amounts of a currency should have, independent of the table under test. */
export function expectedExponent(currency: string): number {
  return PROCESSOR_EXCEPTIONS[currency] ?? ISO_4217_EXCEPTIONS[currency] ?? 2;
}

/** An amount in smallest units as a decimal number, by division instead of text. */
export function expectedDecimal(amountCents: number, currency: string): string {
  const exponent = expectedExponent(currency);
  const unit = 10n ** BigInt(exponent);
  const amount = BigInt(Math.abs(amountCents));
  const fraction = exponent === 0 ? '' : `.${String(amount % unit).padStart(exponent, '0')}`;
  return `${amountCents < 0 ? '-' : ''}${amount / unit}${fraction}`;
}
