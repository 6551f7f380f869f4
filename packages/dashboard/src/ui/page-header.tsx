import { Box, Group, Text, Title } from '@mantine/core';
import { type ReactNode, use, useEffect, useRef } from 'react';
import classes from './page-header.module.css';
import { SiteName } from './site-name.js';

let hasShownPage = false;

/**
 * The top of every page: its only h1, what one does here, and buttons. Sets the title of the document, and takes the focus
 * when one came here from another page, so that a screen reader says where one is, unless one writes already: the page may come late.
 */
export function PageHeader({
  title,
  description,
  actions,
  isTopLevel = false,
}: {
  readonly title: string;
  readonly description?: ReactNode;
  /** Buttons, the most important last. */
  readonly actions?: ReactNode;
  /** A page outside the shell, such as sign-in: its title stands in the middle. */
  readonly isTopLevel?: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const site = use(SiteName);
  useEffect(() => {
    if (hasShownPage && !isSomebodyWriting()) heading.current?.focus({ preventScroll: true });
    hasShownPage = true;
  }, []);
  return (
    <header className={isTopLevel ? classes.top : classes.header}>
      <title>{`${title} · ${site}`}</title>
      <Box className={classes.words}>
        <Title order={1} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {description !== undefined && (
          <Text c="dimmed" size="sm" mt={4} component="div">
            {description}
          </Text>
        )}
      </Box>
      {actions !== undefined && (
        <Group gap="xs" align="flex-start">
          {actions}
        </Group>
      )}
    </header>
  );
}

function isSomebodyWriting(): boolean {
  return document.activeElement?.matches('input, textarea, select') === true;
}
