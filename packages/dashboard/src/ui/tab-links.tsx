import { Link, useLocation } from '@tanstack/react-router';
import classes from './tab-links.module.css';

/** Parts of a page beside each other, each with an address of its own; they scroll where there is little room. */
export function TabLinks({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly { readonly to: string; readonly label: string }[];
}) {
  const { pathname } = useLocation();
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          className={classes.tab}
          ref={pathname === tab.to ? bringIntoView : undefined}
          aria-current={pathname === tab.to ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}

function bringIntoView(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
