import { Card, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Logo } from '../../shell/logo.js';
import { texts } from '../../texts/branding.js';
import { common } from '../../texts/common.js';
import { texts as partnerTexts } from '../../texts/partners.js';
import { shadesOf } from './colors.js';
import classes from './preview.module.css';

type Look = 'light' | 'dark';

interface Shown {
  readonly name: string;
  /** As it is typed. */
  readonly color: string;
  readonly logoUrl: string | null;
}

/** The portal's header and the application page as partners would see them, in both looks. */
export function BrandingPreview(shown: Shown) {
  return (
    <Card component="section" aria-label={texts.preview}>
      <Stack gap="md">
        <div>
          <Title order={2} size="h3">
            {texts.preview}
          </Title>
          <Text size="sm" c="dimmed">
            {texts.previewHint}
          </Text>
        </div>
        {(['light', 'dark'] as const).map((look) => (
          <Sample key={look} look={look} {...shown} />
        ))}
      </Stack>
    </Card>
  );
}

function Sample({ look, name, color, logoUrl }: Shown & { readonly look: Look }) {
  const shades = shadesOf(color);
  const { color: text, tint, on_tint: onTint } = shades[look];
  const fill = shades.light.color;
  const logo = (height: number) =>
    logoUrl === null ? (
      <Logo size={height} fill={fill} />
    ) : (
      <img src={logoUrl} alt="" className={classes.logo} style={{ height }} />
    );
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        {look === 'light' ? texts.inLightMode : texts.inDarkMode}
      </Text>
      <div className={classes.sample} data-look={look}>
        <Part label={texts.portal}>
          <div className={classes.header}>
            {logo(26)}
            <strong className={classes.name}>{name}</strong>
          </div>
          <div className={classes.items}>
            <span className={classes.item} style={{ background: tint, color: onTint, fontWeight: 600 }}>
              {common.overview}
            </span>
            <span className={classes.item}>{common.links}</span>
            <span className={classes.item} style={{ color: text, textDecoration: 'underline' }}>
              {common.payouts}
            </span>
          </div>
        </Part>
        <Part label={texts.applicationPage}>
          <div className={classes.page}>
            {logo(34)}
            <strong className={classes.name}>{texts.becomeAPartnerOf({ name })}</strong>
            <span className={classes.terms} style={{ background: tint, color: onTint }}>
              {texts.earnCommissions}
            </span>
            <span className={classes.button} style={{ background: fill }}>
              {partnerTexts.apply}
            </span>
          </div>
        </Part>
      </div>
    </div>
  );
}

function Part({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <figure className={classes.part}>
      {children}
      <figcaption className={classes.caption}>{label}</figcaption>
    </figure>
  );
}
