import { type Branding, useLastBranding, useRememberBranding } from '../session/branding.js';
import { BrandColors } from './brand-colors.js';
import { BrandLogo } from './brand-logo.js';

// Loaded only where a company may look like itself; everybody else sees the service's own logo and colours.

/** The logo of a company, and its colours for the page around it. Pages on which people sign in then look the same. */
export function Brand({ branding }: { readonly branding: Branding }) {
  useRememberBranding(branding);
  return <Shown branding={branding} height={28} />;
}

/** The same of the company whose pages somebody came from. */
export function LastBrand() {
  return <Shown branding={useLastBranding()} height={40} />;
}

function Shown({ branding, height }: { readonly branding: Branding | null; readonly height: number }) {
  return (
    <>
      <BrandColors branding={branding} />
      <BrandLogo branding={branding} height={height} />
    </>
  );
}
