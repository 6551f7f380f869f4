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
  if (!branding?.logo_url) return <Logo size={height} />;
  return <img src={branding.logo_url} alt={branding.name} className={classes.logo} style={{ height }} />;
}
