import { AppShell, Box, Burger, Group, NavLink, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { formatCount } from '../format/number.js';
import { onlyPeriod } from '../session/search.js';
import { texts } from '../texts/shell.js';
import { PRODUCT, SiteName } from '../ui/site-name.js';
import { AccountMenu } from './account-menu.js';
import { ColorSchemeToggle } from './color-scheme-toggle.js';
import { FindAnything } from './find-anything.js';
import classes from './frame.module.css';
import { Logo } from './logo.js';
import { addressOfItem, type NavigationGroup } from './navigation.js';

// Where it cannot be loaded, the page goes on without.
const NotificationBell = lazy(() =>
  import('./notification-bell.js').then(
    (module) => ({ default: module.NotificationBell }),
    () => ({ default: (): ReactNode => null }),
  ),
);

/** The frame of every page one sees after signing in: header, navigation, and the page in the middle. */
export function Frame({
  groups,
  params,
  switcher,
  counts = {},
  notice,
  logo = <Logo />,
  site = PRODUCT,
}: {
  readonly groups: readonly NavigationGroup[];
  /** For the addresses of the navigation. */
  readonly params: Record<string, string>;
  /** What chooses the program. */
  readonly switcher?: ReactNode;
  /** What waits behind an item, by the item's address. */
  readonly counts?: Record<string, number | null | undefined>;
  /** Stands above the page. */
  readonly notice?: ReactNode;
  /** In place of the service's own. */
  readonly logo?: ReactNode;
  /** Whose pages these are: what the link to the first one and the titles of pages say. */
  readonly site?: string;
}) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the navigation of a phone
  useEffect(close, [pathname]);
  const hasNavigation = groups.length > 0;
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{
        width: 248,
        breakpoint: 'sm',
        collapsed: { mobile: !isOpen || !hasNavigation, desktop: !hasNavigation },
      }}
      padding={{ base: 'md', md: 'xl' }}
    >
      <a href="#main" className={classes.skip}>
        {texts.skipToMainContent}
      </a>
      <AppShell.Header className={classes.header}>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          {hasNavigation && (
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? texts.closeNavigation : texts.openNavigation}
              aria-expanded={isOpen}
            />
          )}
          <Link to="/" className={classes.home} aria-label={texts.home({ site })}>
            {logo}
          </Link>
          <Box className={classes.switcher}>{switcher}</Box>
          <Tools>{hasNavigation && <FindAnything groups={groups} params={params} />}</Tools>
        </Group>
      </AppShell.Header>
      {hasNavigation && <Navigation groups={groups} params={params} counts={counts} />}
      <Main site={site} notice={notice} />
    </AppShell>
  );
}

function Main({ site, notice }: { readonly site: string; readonly notice: ReactNode }) {
  return (
    <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
      <div className={classes.page}>
        <SiteName value={site}>
          <Suspense>{notice}</Suspense>
          <Outlet />
        </SiteName>
      </div>
    </AppShell.Main>
  );
}

/** What stands at the end of the header. */
function Tools({ children }: { readonly children: ReactNode }) {
  return (
    <Group gap={4} wrap="nowrap">
      {children}
      <Suspense>
        <NotificationBell />
      </Suspense>
      <ColorSchemeToggle visibleFrom="xs" />
      <AccountMenu />
    </Group>
  );
}

interface NavigationProps {
  readonly groups: readonly NavigationGroup[];
  readonly params: Record<string, string>;
  readonly counts: Record<string, number | null | undefined>;
}

function Navigation({ groups, ...shown }: NavigationProps) {
  return (
    <AppShell.Navbar aria-label={texts.main} className={classes.navigation}>
      {groups.map((group) => (
        <Section key={group.label} group={group} {...shown} />
      ))}
    </AppShell.Navbar>
  );
}

function Section({
  group,
  params,
  counts,
}: Omit<NavigationProps, 'groups'> & { readonly group: NavigationGroup }) {
  const { pathname } = useLocation();
  const id = `navigation-${group.label.toLowerCase()}`;
  return (
    <section aria-labelledby={id} className={classes.group}>
      <Text id={id} className={classes.groupLabel}>
        {group.label}
      </Text>
      {group.items.map((item) => {
        const { label, to, icon: Icon, isExact, hasPeriod = false } = item;
        const address = addressOfItem(item, params);
        const isHere = pathname === address || (!isExact && pathname.startsWith(`${address}/`));
        return (
          <NavLink
            key={to}
            renderRoot={(props) => (
              <Link
                to={address}
                search={(hasPeriod ? onlyPeriod : {}) as never}
                activeOptions={{ exact: true }}
                {...props}
              />
            )}
            label={label}
            leftSection={<Icon size={18} stroke={1.7} />}
            rightSection={
              counts[to] ? <span className={classes.count}>{formatCount(counts[to])}</span> : undefined
            }
            active={isHere}
            aria-current={isHere ? 'page' : undefined}
            className={classes.link}
          />
        );
      })}
    </section>
  );
}
