import Type, { type Static } from 'typebox';
import { nullable } from './shapes.js';

// How a workspace looks to its partners: in the portal, on pages for people who are not signed in, and in emails.

/** The size of the largest logo. */
export const MAX_LOGO_BYTES = 200 * 1024;

/** What a logo may be. SVG is not among them: it can contain scripts. */
export const LOGO_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];

const Color = Type.String({ description: 'Such as `#0b6e66`.' });
const Shades = Type.Object({
  color: Type.String({ description: 'Text and lines.' }),
  tint: Type.String({ description: 'Behind what is selected.' }),
  on_tint: Type.String({ description: 'Text on the tint.' }),
});

/** The accent colour as it is used: of the same hue, with the lightness that text needs to be readable. */
export const AccentShades = Type.Object({
  light: Shades,
  dark: Shades,
});

/** How partners see a workspace. */
export const PartnerBranding = Type.Object({
  name: Type.String({ description: 'The name for partners, or else that of the workspace.' }),
  logo_url: nullable(
    Type.String({ description: "Relative to the service's address. What is behind it never changes." }),
  ),
  accent: nullable(AccentShades),
});

/** How partners see a workspace, with what was chosen. */
export const Branding = Type.Object({
  partner_name: nullable(Type.String()),
  accent_color: nullable(Color),
  accent: PartnerBranding.properties.accent,
  logo_url: PartnerBranding.properties.logo_url,
});

export const BrandingInput = Type.Object({
  partner_name: nullable(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'What partners read in place of the name of the workspace; null: that name.',
    }),
  ),
  accent_color: nullable(
    Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'Six hexadecimal digits, such as `#0b6e66`.' }),
  ),
});

export const LogoInput = Type.Object({
  content: Type.String({
    minLength: 4,
    maxLength: Math.ceil(MAX_LOGO_BYTES / 3) * 4,
    pattern: '^[A-Za-z0-9+/]+={0,2}$',
    description: 'A PNG, JPEG or WebP image in Base64, up to 200 KB.',
  }),
});

export type AccentShades = Static<typeof AccentShades>;
export type PartnerBranding = Static<typeof PartnerBranding>;
export type Branding = Static<typeof Branding>;
