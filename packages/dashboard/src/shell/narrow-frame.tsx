import { Card, Center, Group, NativeSelect } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { currentLanguage } from '../language/current.js';
import { LANGUAGES, nameOfLanguage, switchLanguage } from '../language/language.js';
import { isBranded, useLastBranding } from '../session/branding.js';
import { texts } from '../texts/shell.js';
import { PRODUCT, SiteName } from '../ui/site-name.js';
import { ColorSchemeToggle } from './color-scheme-toggle.js';
import { LazyBrand } from './lazy-brand.js';
import classes from './narrow-frame.module.css';

/** The frame around what stands alone: signing in, invitations, the first run, applications. It looks like the company. */
export function NarrowFrame() {
  const branding = useLastBranding();
  return (
    <div className={classes.frame}>
      <Group justify="flex-end" p="sm">
        <NativeSelect
          size="xs"
          aria-label={texts.language}
          value={currentLanguage()}
          data={LANGUAGES.map((value) => ({ value, label: nameOfLanguage(value) }))}
          onChange={(event) => switchLanguage(event.currentTarget.value)}
        />
        <ColorSchemeToggle />
      </Group>
      <main className={classes.main}>
        <Center mb="lg">
          <LazyBrand />
        </Center>
        <Card padding="xl" shadow="sm">
          <SiteName value={branding && isBranded(branding) ? branding.name : PRODUCT}>
            <Outlet />
          </SiteName>
        </Card>
      </main>
    </div>
  );
}
