/** The codes in whose names a text stands. Case and the spaces around it do not count. */
export function codesCalled<Code extends string>(
  text: string,
  names: Readonly<Record<Code, string>>,
): readonly Code[] {
  const wanted = text.trim().toLowerCase();
  return (Object.keys(names) as Code[]).filter((code) => names[code].toLowerCase().includes(wanted));
}
