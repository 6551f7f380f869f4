import { lazy, Suspense } from 'react';
import type { Branding } from '../session/branding.js';
import { Logo } from './logo.js';

const Brand = lazy(async () => ({ default: (await import('./brand.js')).Brand }));
const LastBrand = lazy(async () => ({ default: (await import('./brand.js')).LastBrand }));

/** The logo and colours of a company; without one, of the company whose pages somebody came from. */
export function LazyBrand({ branding }: { readonly branding?: Branding }) {
  return (
    <Suspense fallback={branding?.logo_url ? null : <Logo size={branding ? 28 : 40} />}>
      {branding ? <Brand branding={branding} /> : <LastBrand />}
    </Suspense>
  );
}
