// Versions of `Intl.NumberFormat` that return wrong values, each in its own way.

type Part = Intl.NumberFormatPart;
type Options = Intl.NumberFormatOptions & { currency?: string };

const Honest = Intl.NumberFormat;

/** A `NumberFormat` that makes these parts, and claims seven digits for every currency. */
function createLyingFormat(
  partsOf: (honest: Part[], value: string, options: Options) => Part[],
): typeof Intl.NumberFormat {
  class LyingFormat {
    readonly #locale: string | undefined;
    readonly #options: Options;

    constructor(locale?: string, options: Options = {}) {
      this.#locale = locale;
      this.#options = options;
    }

    resolvedOptions() {
      return { minimumFractionDigits: 7, maximumFractionDigits: 7 };
    }

    formatToParts(value: unknown): Part[] {
      const honest = new Honest(this.#locale, this.#options).formatToParts(value as number);
      return partsOf(honest, String(value), this.#options);
    }

    format(value: unknown): string {
      return this.formatToParts(value)
        .map((part) => part.value)
        .join('');
    }
  }
  return LyingFormat as unknown as typeof Intl.NumberFormat;
}

const replacePart = (type: Part['type'], change: (value: string) => string) =>
  createLyingFormat((parts) =>
    parts.map((part) => (part.type === type ? { type, value: change(part.value) } : part)),
  );

/** By what each does. */
export const LYING_FORMATS: Readonly<Record<string, typeof Intl.NumberFormat>> = {
  'writes another number': createLyingFormat(() => [{ type: 'integer', value: '42' }]),
  'ignores the digits asked for': createLyingFormat((_parts, value, { currency = 'USD' }) =>
    new Honest('en-US', { style: 'currency', currency, maximumFractionDigits: 7 }).formatToParts(
      Number(value),
    ),
  ),
  'rounds to whole units': createLyingFormat((_parts, value, { currency = 'USD' }) =>
    new Honest('en-US', { style: 'currency', currency, maximumFractionDigits: 0 }).formatToParts(
      Number(value),
    ),
  ),
  'drops the fraction': createLyingFormat((parts) =>
    parts.filter(({ type }) => type !== 'fraction' && type !== 'decimal'),
  ),
  'has no mark before the fraction': createLyingFormat((parts) =>
    parts.filter(({ type }) => type !== 'decimal'),
  ),
  'marks the fraction with a digit': replacePart('decimal', () => '0'),
  'groups with digits': replacePart('group', () => '9'),
  'groups as it marks the fraction': replacePart('group', () => '.'),
  'puts a number into the symbol': replacePart('currency', () => '$1'),
  'loses the sign': createLyingFormat((parts) => parts.filter(({ type }) => type !== 'minusSign')),
  'finds a sign where there is none': createLyingFormat((parts) => [
    { type: 'minusSign', value: '-' },
    ...parts,
  ]),
  'writes other digits': createLyingFormat((parts) =>
    parts.map(({ type, value }) => ({
      type,
      value: value.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? ''),
    })),
  ),
  'has no parts': createLyingFormat(() => []),
  fails: createLyingFormat(() => {
    throw new RangeError('no such currency');
  }),
};
