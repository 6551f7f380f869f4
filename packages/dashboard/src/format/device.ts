import { deviceIn } from '@svc/contract/device';
import { texts } from '../texts/format.js';

/** A browser and its system in a few words. */
export function deviceOf(userAgent: string | null): string {
  const device = deviceIn(userAgent);
  if (device === null) return texts.unknownBrowser;
  const { browser, system } = device;
  return system === null ? browser : texts.on({ browser, system });
}
