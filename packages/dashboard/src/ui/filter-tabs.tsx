import { Text, UnstyledButton } from '@mantine/core';
import { formatCount } from '../format/number.js';
import { clsx } from './clsx.js';
import classes from './tab-links.module.css';

/** Parts of a list beside each other, each with how many there are; for a filter that most people use first. */
export function FilterTabs<T extends string>({
  label,
  tabs,
  value,
  onChange,
}: {
  readonly label: string;
  /** `count` undefined: not known (yet). */
  readonly tabs: readonly {
    readonly value: T;
    readonly label: string;
    readonly count?: number | undefined;
  }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}) {
  return (
    <nav aria-label={label} className={clsx(classes.tabs, classes.buttons)}>
      {tabs.map((tab) => (
        <UnstyledButton
          key={tab.value}
          className={classes.tab}
          aria-current={tab.value === value ? 'true' : undefined}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}{' '}
          <Text span inherit c="dimmed" className="figures" miw="1ch" display="inline-block">
            {tab.count === undefined ? '' : formatCount(tab.count)}
          </Text>
        </UnstyledButton>
      ))}
    </nav>
  );
}
