import { accentShades } from '@svc/contract/accent';

/** The shades of the service's own colour, where a company has chosen none. */
const OWN = accentShades('#0b6e66');

/** A colour as the service takes it; null: it is none. */
export function readColor(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  const hex = text.startsWith('#') ? text : `#${text}`;
  return /^#[0-9a-f]{6}$/.test(hex) ? hex : null;
}

/** The shades that partners would see of what is typed. */
export function shadesOf(typed: string) {
  const color = readColor(typed);
  return color === null ? OWN : accentShades(color);
}
