import type { PartnerBranding } from '@svc/contract';
import type { Brand } from '../../mail/message.js';

/** The look of a workspace in emails to its partners; what it did not choose is left out. */
export function mailBrand(
  { name, accent, logo_url: path }: PartnerBranding,
  baseUrl: string,
): Partial<Brand> {
  return {
    ...(accent !== null && { accent: accent.light.color, onAccent: '#ffffff' }),
    ...(path !== null && { name, logoUrl: `${baseUrl}${path}` }),
  };
}
