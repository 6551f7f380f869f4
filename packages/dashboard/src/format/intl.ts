const remembered = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>();

/** How dates are written with these options. Remembered, because making one takes longer than writing fifty dates. */
export function dateFormat(
  locale: string | undefined,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  return remember(
    `date ${locale} ${JSON.stringify(options)}`,
    () => new Intl.DateTimeFormat(locale, options),
  );
}

/** How numbers are written with these options; remembered as well. */
export function numberFormat(
  locale: string | undefined,
  options: Intl.NumberFormatOptions = {},
): Intl.NumberFormat {
  return remember(
    `number ${locale} ${JSON.stringify(options)}`,
    () => new Intl.NumberFormat(locale, options),
  );
}

function remember<Format extends Intl.DateTimeFormat | Intl.NumberFormat>(
  key: string,
  make: () => Format,
): Format {
  const format = (remembered.get(key) as Format | undefined) ?? make();
  remembered.set(key, format);
  return format;
}
