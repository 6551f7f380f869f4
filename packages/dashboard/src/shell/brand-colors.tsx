import type { Branding } from '../session/branding.js';

type Accent = NonNullable<Branding['accent']>;

function variablesOf(look: Accent['light'], { color: filled, on_tint: hovered }: Accent['light']): string {
  const values = {
    '--mantine-color-brand-5': look.color,
    '--mantine-color-brand-6': look.color,
    '--mantine-color-brand-7': filled,
    '--mantine-color-brand-filled': filled,
    '--mantine-color-brand-filled-hover': hovered,
    '--mantine-color-brand-outline': look.color,
    '--mantine-color-brand-light': look.tint,
    '--mantine-color-brand-light-hover': look.tint,
    '--mantine-color-brand-light-color': look.on_tint,
    '--mantine-color-anchor': look.color,
    '--svc-color-selected': look.tint,
    '--svc-color-on-selected': look.on_tint,
  };
  return Object.entries(values)
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
}

/** Gives the page a company's colour for as long as this is on it. What carries white text has the colour of the light look. */
export function BrandColors({ branding }: { readonly branding: Branding | null }) {
  const accent = branding?.accent;
  if (!accent) return null;
  // Twice the root, so that it counts more than what Mantine sets.
  const css = (['light', 'dark'] as const).map((scheme) => {
    const root = `:root:root[data-mantine-color-scheme="${scheme}"]`;
    const look = accent[scheme];
    return `${root}{${variablesOf(look, accent.light)}}${root} :focus-visible{outline-color:${look.color}}`;
  });
  return <style>{css.join('')}</style>;
}
