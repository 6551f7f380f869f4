import {
  formatHex,
  type Hsl,
  interpolate,
  modeHsl,
  modeLrgb,
  modeRgb,
  useMode as registerMode,
  wcagContrast,
} from 'culori/fn';
import type { AccentShades } from './branding.js';

// The colour of a company on pages and in emails for its partners. Not part of the index: only who computes shades loads the colour library.

registerMode(modeRgb);
registerMode(modeLrgb);
const toHsl = registerMode(modeHsl);

/** WCAG 2.2, success criterion 1.4.3, for text of ordinary size. */
export const LEAST_CONTRAST = 4.5;

/** The darkest surface under text in the light look, and the lightest in the dark one. */
const SURFACES = { light: '#f7f9f9', dark: '#1d2326' } as const;
const ENDS = { light: '#000000', dark: '#ffffff' } as const;
const TINT = { light: 0.12, dark: 0.18 } as const;
/** Of lightness; finer than the eye and about as fine as 24 bits can tell apart. */
const STEP = 1 / 512;

type Look = keyof typeof SURFACES;

/** The contrast of two colours such as `#0b6e66`, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  return wcagContrast(one, other);
}

/** A colour, or the nearest one of the same hue whose contrast with a surface is enough for text. */
function readableOn(hex: string, look: Look, surface: string): string {
  const hsl: Hsl = toHsl(hex) ?? { mode: 'hsl', s: 0, l: 0 };
  const step = look === 'light' ? -STEP : STEP;
  for (let l = hsl.l; l > 0 && l < 1; l += step) {
    const shade = l === hsl.l ? hex : formatHex({ ...hsl, l });
    if (contrastOf(shade, surface) >= LEAST_CONTRAST) return shade;
  }
  return ENDS[look];
}

function shadesFor(hex: string, look: Look) {
  const color = readableOn(hex, look, SURFACES[look]);
  const tint = formatHex(interpolate([SURFACES[look], color], 'rgb')(TINT[look]));
  return { color, tint, on_tint: readableOn(color, look, tint) };
}

/**
 * What becomes of an accent colour such as `#ffcc00` (six digits, lower case) on pages and in emails. A colour that can be read stays as it
 * is; otherwise its lightness changes until its contrast is `LEAST_CONTRAST` or more: on the light and the dark surfaces of the
 * web application, of white on the light look's colour, and of each look's text on its tint.
 */
export function accentShades(hex: string): AccentShades {
  return { light: shadesFor(hex, 'light'), dark: shadesFor(hex, 'dark') };
}
