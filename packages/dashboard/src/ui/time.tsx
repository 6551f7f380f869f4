import { Tooltip } from '@mantine/core';
import { formatDate, formatExact, formatMoment, formatRelative } from '../format/time.js';
import classes from './time.module.css';
import { useNow } from './use-now.js';

const FORMS = { relative: formatRelative, moment: formatMoment, date: formatDate };

/** A moment in the viewer's zone; the exact one on hover and focus. */
export function Time({
  at,
  form = 'moment',
}: {
  /** ISO 8601. */
  readonly at: string;
  /** `relative`: "3 minutes ago", kept up to date; `moment`: day and time; `date`: the day. */
  readonly form?: keyof typeof FORMS;
}) {
  const now = useNow(form === 'relative');
  const exact = formatExact(at);
  return (
    <Tooltip label={exact}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the exact moment is to be reached by the keyboard too */}
      <time dateTime={at} tabIndex={0} className={classes.time}>
        {form === 'relative' ? formatRelative(at, now) : FORMS[form](at)}
      </time>
    </Tooltip>
  );
}
