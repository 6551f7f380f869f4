import { useEffect, useSyncExternalStore } from 'react';
import type { PartnerProgram } from './session.js';

// Whose pages somebody came from: an application, an invitation, the portal. Pages on which they then sign in look the same.

/** How partners see a company. */
export type Branding = PartnerProgram['branding'];

/** Whether a company looks like itself: without a logo and a colour, its pages look like the service's own. */
export function isBranded(branding: Pick<Branding, 'logo_url' | 'accent'>): boolean {
  return branding.logo_url !== null || branding.accent !== null;
}

const KEY = 'svc.branding';
const listeners = new Set<() => void>();
let current: Branding | null | undefined;

function read(): Branding | null {
  if (current === undefined) {
    try {
      current = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Branding | null;
    } catch {
      current = null;
    }
  }
  return current;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The company whose pages this tab showed last; null: none. */
export function useLastBranding(): Branding | null {
  return useSyncExternalStore(subscribe, read);
}

/** Remembers, for this tab, whose pages it shows; undefined: not known yet. */
export function useRememberBranding(branding: Branding | undefined): void {
  useEffect(() => {
    if (branding !== undefined) remember(branding);
  }, [branding]);
}

function remember(branding: Branding): void {
  if (JSON.stringify(branding) === JSON.stringify(read())) return;
  current = branding;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(branding));
  } catch {
    // Known until the page is loaded again.
  }
  for (const listener of listeners) listener();
}
