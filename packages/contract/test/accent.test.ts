import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accentShades, contrastOf, LEAST_CONTRAST } from '../src/accent.js';

const WHITE = '#ffffff';
const HEX = /^#[0-9a-f]{6}$/;
const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((rgb) => `#${rgb.toString(16).padStart(6, '0')}`);

describe('accent colours', () => {
  test('of every colour can be read in both looks: as text, under white text, and on its tint', () => {
    fc.assert(
      fc.property(anyColor, (hex) => {
        const { light, dark } = accentShades(hex);
        for (const shade of [light, dark].flatMap((look) => Object.values(look))) expect(shade).toMatch(HEX);
        const contrasts = {
          whiteOnIt: contrastOf(light.color, WHITE),
          onCanvas: contrastOf(light.color, '#f7f9f9'),
          onLightTint: contrastOf(light.on_tint, light.tint),
          onDarkCard: contrastOf(dark.color, '#1d2326'),
          onDarkCanvas: contrastOf(dark.color, '#121517'),
          onDarkTint: contrastOf(dark.on_tint, dark.tint),
        };
        for (const [where, contrast] of Object.entries(contrasts)) {
          expect([where, contrast >= LEAST_CONTRAST]).toEqual([where, true]);
        }
      }),
      { numRuns: 5_000, examples: [['#000000'], ['#ffffff'], ['#ffff00'], ['#0000ff'], ['#00ff00']] },
    );
  });

  test('stay as they are where they can be read', () => {
    expect(accentShades('#0b6e66').light.color).toBe('#0b6e66');
    expect(accentShades('#7cc8ba').dark.color).toBe('#7cc8ba');
  });

  test('keep their hue where they are made darker or lighter', () => {
    const hueOf = (hex: string) => {
      const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
      return (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI;
    };
    for (const hex of ['#ffcc00', '#ff5a5f', '#00b8d9', '#8ab4f8']) {
      const { light } = accentShades(hex);
      expect(light.color).not.toBe(hex);
      expect(Math.abs(hueOf(light.color) - hueOf(hex))).toBeLessThan(2);
    }
  });
});
