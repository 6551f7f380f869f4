import { Card, Skeleton, Text, Title } from '@mantine/core';
import { formatCount, formatRatio, formatShare } from '../format/number.js';
import { within } from '../language/within.js';
import { texts } from '../texts/ui.js';
import classes from './funnel.module.css';

export interface FunnelStep {
  readonly label: string;
  /** What one of them is called: "customer". */
  readonly one: string;
  readonly count: number;
}

/** How many go on from step to step: a bar per step, its share of the one before. undefined while loading. */
export function Funnel({
  title,
  steps,
  note,
  expected = 4,
}: {
  readonly title: string;
  readonly steps: readonly FunnelStep[] | undefined;
  /** What is not counted. */
  readonly note?: string;
  readonly expected?: number;
}) {
  const most = Math.max(1, ...(steps ?? []).map(({ count }) => count));
  return (
    <Card component="section" aria-label={title}>
      <Title order={2} mb="md">
        {title}
      </Title>
      {steps === undefined ? (
        <Skeleton height={expected * 60} />
      ) : (
        <ol className={classes.steps}>
          {steps.map(({ label, count }, index) => {
            const before = steps[index - 1];
            return (
              <li key={label} className={classes.step}>
                <div className={classes.words}>
                  <Text span size="sm" fw={550}>
                    {label}
                  </Text>
                  <Text span size="sm" className="figures">
                    {formatCount(count)}
                  </Text>
                </div>
                <div className={classes.track} aria-hidden>
                  <div className={classes.bar} style={{ width: `${(count / most) * 100}%` }} />
                </div>
                <Text size="xs" c="dimmed" className="figures">
                  {before === undefined
                    ? formatShare(1)
                    : before.count === 0
                      ? texts.noYet({ label: within(before.label) })
                      : shareOf(count, before)}
                </Text>
              </li>
            );
          })}
        </ol>
      )}
      {note !== undefined && (
        <Text size="xs" c="dimmed" mt="xs">
          {note}
        </Text>
      )}
    </Card>
  );
}

/** A customer may buy more than once: growth is shown as a count, not as 187%. */
function shareOf(count: number, before: FunnelStep): string {
  if (count <= before.count)
    return texts.of({ share: formatShare(count / before.count), label: within(before.label) });
  return texts.per({ ratio: formatRatio(count / before.count), one: before.one });
}
