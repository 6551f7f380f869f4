import ipaddr from 'ipaddr.js';

/** Addresses that serve a cloud's own machines although they are in public ranges: Azure's agent. */
const CLOUD_SERVICES: ReadonlySet<string> = new Set(['168.63.129.16']);
/** What has been given out for the internet so far; other ranges carry IPv4 addresses or have local meanings. */
const GLOBAL_IPV6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * Whether an address belongs to the public internet. Private, loopback, link-local, shared (CGNAT), multicast and reserved ones
 * do not, nor what stands for an IPv4 address in IPv6 (mapped, NAT64, 6to4, Teredo): it might stand for a private one.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || CLOUD_SERVICES.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_IPV6);
}
