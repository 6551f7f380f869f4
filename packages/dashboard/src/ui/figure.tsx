import { Card, Group, Skeleton, Text, Tooltip } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { changeOf, formatChange } from '../format/number.js';
import { within } from '../language/within.js';
import { texts } from '../texts/ui.js';
import classes from './figure.module.css';

/** One figure of a page: what it is, how much, and how that compares with the period before. */
export function Figure({
  label,
  value,
  now,
  before,
  hint,
  note,
  aside,
  isLessBetter = false,
  isLoading = false,
}: {
  readonly label: string;
  /** As it is shown: `formatCount(…)` or `<Money …>`. */
  readonly value: ReactNode;
  /** The plain numbers to compare; leave both out where there is nothing before. */
  readonly now?: number | undefined;
  readonly before?: number | undefined;
  /** What exactly is counted. */
  readonly hint?: string;
  /** Instead of the change. */
  readonly note?: ReactNode;
  /** What stands beside the figure and is not in it. */
  readonly aside?: string | undefined;
  readonly isLessBetter?: boolean;
  readonly isLoading?: boolean;
}) {
  return (
    <Card padding="md">
      <div className={classes.figure}>
        <Group gap={4} wrap="nowrap">
          <Text c="dimmed" fw={500} className={classes.label}>
            {label}
          </Text>
          {hint !== undefined && (
            <Tooltip label={hint}>
              <button
                type="button"
                className={classes.hint}
                aria-label={texts.about({ label: within(label) })}
              >
                <IconInfoCircle size={14} aria-hidden />
              </button>
            </Tooltip>
          )}
        </Group>
        <div className={`${classes.value} figures`}>
          {isLoading ? <Skeleton height={22} width="60%" /> : value}
        </div>
        <div className={classes.change}>
          {isLoading ? (
            <Skeleton height={10} width="40%" />
          ) : (
            (note ?? <Change now={now} before={before} isLessBetter={isLessBetter} />)
          )}
          {aside !== undefined && <div>{aside}</div>}
        </div>
      </div>
    </Card>
  );
}

function Change({
  now,
  before,
  isLessBetter,
}: {
  readonly now: number | undefined;
  readonly before: number | undefined;
  readonly isLessBetter: boolean;
}) {
  if (now === undefined || before === undefined) return null;
  const change = changeOf(now, before);
  if (change === null) return <span>{texts.noPreviousData}</span>;
  const isGood = isLessBetter ? change < 0 : change > 0;
  const tone = change === 0 ? undefined : isGood ? classes.good : classes.bad;
  return texts.vsPreviousPeriod({
    change: (
      <span className={tone}>
        {change === 0 ? '' : change > 0 ? '▲ ' : '▼ '}
        {formatChange(change)}
      </span>
    ),
  });
}
