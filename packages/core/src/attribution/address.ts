// Changes addresses as text, so that what is not changed stays byte for byte: other programs may not take another spelling for the same.

/** An address that every program reads alike: ASCII, and with two slashes behind its scheme. */
const PLAIN_ADDRESS = /^https?:\/\/[a-z0-9][\x21-\x5b\x5d-\x7e]*$/i;

/** An address as it may stand in a header: unchanged if it is ASCII, else as the URL standard writes it. Throws where it is none. */
export function asciiAddress(address: string): string {
  const { href } = new URL(address);
  return PLAIN_ADDRESS.test(address) ? address : href;
}

/** The part of an address up to its fragment, and the fragment with its `#`; empty if there is none. */
export function splitFragment(address: string): readonly [string, string] {
  const start = address.indexOf('#');
  return start < 0 ? [address, ''] : [address.slice(0, start), address.slice(start)];
}

/** The decoded name of a parameter such as `plan=pro`. */
export function parameterName(parameter: string): string {
  const [name = ''] = new URLSearchParams(parameter).keys();
  return name;
}

/** An address without fragment, and without the parameters of these names. */
export function removeParameters(address: string, names: ReadonlySet<string>): string {
  const start = address.indexOf('?');
  if (start < 0) return address;
  const parameters = address.slice(start + 1).split('&');
  const kept = parameters.filter((one) => !names.has(parameterName(one)));
  if (kept.length === parameters.length) return address;
  return kept.length === 0 ? address.slice(0, start) : `${address.slice(0, start + 1)}${kept.join('&')}`;
}

/** Appends an encoded query to an address without fragment. */
export function appendQuery(address: string, query: string): string {
  if (query === '') return address;
  if (!address.includes('?')) return `${address}?${query}`;
  return /[?&]$/.test(address) ? `${address}${query}` : `${address}&${query}`;
}

/** Sets parameters of an address, in place of its own of the same names. Throws where it is no address. */
export function setParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const [page, fragment] = splitFragment(asciiAddress(address));
  const kept = removeParameters(page, new Set(Object.keys(parameters)));
  return appendQuery(kept, new URLSearchParams(parameters).toString()) + fragment;
}
