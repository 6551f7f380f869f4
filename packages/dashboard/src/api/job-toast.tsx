import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { formatCount } from '../format/number.js';
import { texts } from '../texts/api.js';
import { common } from '../texts/common.js';

interface Job {
  readonly id: number;
  readonly status: string;
  readonly done: number;
  readonly total: number | null;
  readonly can_cancel: boolean;
}

const shown = new Set<number>();

/** Shows how far a job is, or changes what is shown. */
export function showJob(job: Job, cancel: () => void): void {
  const toast = {
    id: `job-${job.id}`,
    title: texts.jobTitle,
    message: <JobProgress job={job} cancel={cancel} />,
    autoClose: false as const,
    withCloseButton: false,
    color: 'brand',
  };
  if (shown.has(job.id)) notifications.update(toast);
  else notifications.show(toast);
  shown.add(job.id);
}

/** Removes what is shown of a job. */
export function hideJob({ id }: Pick<Job, 'id'>): void {
  if (shown.delete(id)) notifications.hide(`job-${id}`);
}

function JobProgress({ job, cancel }: { readonly job: Job; readonly cancel: () => void }) {
  const { done, total } = job;
  return (
    <Stack gap="xs">
      {total !== null && total > 0 && (
        <Progress value={Math.min(100, (100 * done) / total)} aria-label={texts.jobProgress} />
      )}
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{progressText(job)}</Text>
        {job.can_cancel && (
          <Button size="compact-sm" variant="default" onClick={cancel}>
            {common.cancel}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function progressText({ status, done, total }: Job): string {
  if (status === 'waiting') return texts.jobWaiting;
  if (total !== null && total > 0)
    return texts.jobRows({ done: formatCount(done), total: formatCount(total) });
  return done > 0 ? texts.jobRowsSoFar({ done: formatCount(done) }) : texts.jobStarted;
}
