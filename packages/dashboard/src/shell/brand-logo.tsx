import { useState } from 'react';
import type { Branding } from '../session/branding.js';
import classes from './brand-logo.module.css';
import { Logo } from './logo.js';

/** The logo of a company, or the service's mark in the company's colour. Its alternative text is the company's name. */
export function BrandLogo({
  branding,
  height = 28,
}: {
  readonly branding: Pick<Branding, 'name' | 'logo_url'> | null;
  readonly height?: number;
}) {
  const [missing, setMissing] = useState<string | null>(null);
  const url = branding?.logo_url ?? null;
  // One that was replaced meanwhile is gone.
  if (branding === null || url === null || url === missing) return <Logo size={height} />;
  return (
    <img
      src={url}
      alt={branding.name}
      className={classes.logo}
      style={{ height }}
      onError={() => setMissing(url)}
    />
  );
}
