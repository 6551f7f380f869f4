const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The name in a `Host` header or in a setting such as `svc.acme.example:8443`: in lower case, without port, a numeric
 * address the way browsers write it (`[::1]` with its brackets). null when it is not a host.
 */
export function hostnameOf(host: string): string | null {
  if (!HOST.test(host)) return null;
  const address = `http://${host}`;
  if (!URL.canParse(address)) return null;
  const { hostname } = new URL(address);
  // The full form of a domain name ends with a dot and means the same.
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
}

/** Whether a name that `hostnameOf` gave is this machine for the one who uses it. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Whether a socket's address is of this machine; IPv4 may come in the form of IPv6. */
export function isLoopbackAddress(address: string): boolean {
  const plain = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
  return plain === '::1' || /^127(?:\.\d{1,3}){3}$/.test(plain);
}
