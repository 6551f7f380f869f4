import { Card, Center, Group } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { ColorSchemeToggle } from './color-scheme-toggle.js';
import { Logo } from './logo.js';
import classes from './narrow-frame.module.css';

/** The frame around what stands alone: signing in, invitations, the first run, applications. */
export function NarrowFrame() {
  return (
    <div className={classes.frame}>
      <Group justify="flex-end" p="sm">
        <ColorSchemeToggle />
      </Group>
      <main className={classes.main}>
        <Center mb="lg">
          <Logo size={40} />
        </Center>
        <Card padding="xl" shadow="sm">
          <Outlet />
        </Card>
      </main>
    </div>
  );
}
