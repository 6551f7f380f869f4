const GROUPS = 8;

/**
 * The network that an address is counted as: an IPv4 address itself, of an IPv6 address the first 64 bits, because a
 * network usually owns all addresses that share them. An IPv4 address written as IPv6 is the IPv4 address. Text that is no address is
 * given back as it is. Contract, second part, 7.2.
 */
export function networkOf(address: string): string {
  // Nearly all are IPv4, and this runs for every click.
  if (!address.includes(':')) return address;
  const groups = parseIpv6(address);
  if (groups === null) return address;
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return groups.slice(6).flatMap(bytesOf).join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

const bytesOf = (group: number): number[] => [group >> 8, group & 0xff];

/** The eight groups of an IPv6 address, with or without a zone or an IPv4 address at its end; null when it is none. */
function parseIpv6(address: string): number[] | null {
  const [plain = ''] = address.split('%', 1);
  const [head = '', tail, ...more] = plain.split('::');
  const first = parseGroups(head);
  const last = tail === undefined ? [] : parseGroups(tail);
  if (first === null || last === null || more.length > 0) return null;
  const missing = GROUPS - first.length - last.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  return [...first, ...Array.from({ length: missing }, () => 0), ...last];
}

function parseGroups(text: string): number[] | null {
  if (text === '') return [];
  const groups = text.split(':').flatMap((part, index, parts) => {
    if (index === parts.length - 1 && part.includes('.')) return parseIpv4(part);
    return /^[0-9a-f]{1,4}$/i.test(part) ? [Number.parseInt(part, 16)] : [Number.NaN];
  });
  return groups.some(Number.isNaN) ? null : groups;
}

function parseIpv4(text: string): number[] {
  const bytes = text.split('.').map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : Number.NaN));
  const [a = Number.NaN, b = Number.NaN, c = Number.NaN, d = Number.NaN] = bytes;
  const isAddress = bytes.length === 4 && bytes.every((byte) => byte <= 255);
  return isAddress ? [a * 256 + b, c * 256 + d] : [Number.NaN];
}
