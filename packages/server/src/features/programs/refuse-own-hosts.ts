import { hostnameOf } from '../../net/host-names.js';
import { RefusedError } from '../../operations/refused-error.js';
import type { Services } from '../../operations/services.js';

/**
 * Refuses the service's own names as hosts of links: under those everything else is served, so no link would be. They are of the
 * configuration, which is why provisioning, which does not know it, leaves them to the person who wrote both.
 */
export function refuseOwnHosts(
  { settings }: Pick<Services, 'settings'>,
  hosts: readonly string[] | undefined,
): void {
  if (hosts === undefined || hosts.length === 0) return;
  const own = [hostnameOf(new URL(settings.baseUrl).host), ...settings.hosts];
  if (hosts.some((host) => own.includes(hostnameOf(host))))
    throw new RefusedError('field_invalid', 'link_domains');
}
