import { createHash, randomBytes } from 'node:crypto';
import { networkOf } from '../net/network.js';
import { currentCall } from './auth-call.js';
import type { HookContext } from './hook-context.js';

const DEVICE_SECONDS = 400 * 86_400;

function deviceCookie(context: HookContext) {
  return context.context.createAuthCookie('device', { maxAge: DEVICE_SECONDS });
}

/** Reads the cookie that stays on a device when its user signs out; null: there is none. */
function readDeviceCookie(context: HookContext): string | null {
  const device = context.getCookie(deviceCookie(context).name);
  return device && /^[\w-]{22}$/.test(device) ? device : null;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The hash of user agent and network together. Version numbers do not count, because browsers update themselves. */
function placeHash(): string {
  const { address, userAgent } = currentCall();
  return hash(`place ${userAgent?.replaceAll(/[\d.]+/g, '')} ${networkOf(address ?? '')}`);
}

/** Returns the hashes that the device of a request is known by, the surer one first: its cookie, and its place. */
export function deviceHashes(context: HookContext): string[] {
  const device = readDeviceCookie(context);
  return device === null ? [placeHash()] : [hash(`cookie ${device}`), placeHash()];
}

/** Returns the same for a device that is to be known from now on, and gives it a cookie if it has none. */
export function assignDevice(context: HookContext): string[] {
  const device = readDeviceCookie(context) ?? randomBytes(16).toString('base64url');
  const { name, attributes } = deviceCookie(context);
  context.setCookie(name, device, attributes);
  return [hash(`cookie ${device}`), placeHash()];
}
