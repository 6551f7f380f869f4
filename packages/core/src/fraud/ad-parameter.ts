/** Parameters by which advertising networks mark the clicks they sell. */
const AD_PARAMETERS: ReadonlySet<string> = new Set([
  'gclid',
  'gbraid',
  'wbraid',
  'gclsrc',
  'gad_source',
  'dclid',
  'msclkid',
  'fbclid',
  'ttclid',
  'twclid',
  'li_fat_id',
  'rdt_cid',
  'epik',
  'sccid',
  'yclid',
]);

/** The first parameter of an address that an advertising network added; null: none. Contract 2 section 14. */
export function adParameterOf(address: string): string | null {
  const [beforeFragment = ''] = address.split('#', 1);
  const start = beforeFragment.indexOf('?');
  if (start < 0) return null;
  for (const part of beforeFragment.slice(start + 1).split('&')) {
    const equals = part.indexOf('=');
    const name = (equals < 0 ? part : part.slice(0, equals)).toLowerCase();
    if (equals >= 0 && equals < part.length - 1 && AD_PARAMETERS.has(name)) return name;
  }
  return null;
}
