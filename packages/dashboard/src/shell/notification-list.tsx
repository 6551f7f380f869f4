import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useList } from '../api/use-read.js';
import { useWrite } from '../api/use-write.js';
import { formatMoment, formatRelative } from '../format/time.js';
import { texts } from '../texts/notifications.js';
import { EmptyState, ErrorState, Loading } from '../ui/states.js';
import { type Notification, placeOf, textOf } from './notification.js';
import classes from './notification-list.module.css';

/** How often a page that is open asks what is new. */
export const LOOK_EVERY_MS = 60_000;
const AT_ONCE = '20';

/** What happened, newest first. Following an entry marks it as read. */
export function NotificationList({
  hasUnread,
  onDone,
}: {
  readonly hasUnread: boolean;
  /** Something was followed. */
  readonly onDone: () => void;
}) {
  const list = useList('/api/me/notifications', { query: { limit: AT_ONCE } }, { everyMs: LOOK_EVERY_MS });
  const heading = useRef<HTMLParagraphElement>(null);
  // The button goes away, and must not take the focus along.
  const markAll = useWrite('post', '/api/me/notifications/read', { onDone: () => heading.current?.focus() });
  const newest = list.rows?.[0];
  return (
    <>
      <Group justify="space-between" className={classes.heading}>
        <Text fw={600} ref={heading} tabIndex={-1}>
          {texts.notifications}
        </Text>
        {hasUnread && newest !== undefined && (
          <Button
            size="compact-sm"
            variant="subtle"
            loading={markAll.isSending}
            onClick={() => markAll.send({ body: { up_to: newest.happened_at } })}
          >
            {texts.markAllAsRead}
          </Button>
        )}
      </Group>
      <div className={classes.entries}>
        <Entries list={list} onDone={onDone} />
      </div>
      <Link to="/account/notifications" className={classes.settings} onClick={onDone}>
        {texts.chooseNotifications}
      </Link>
    </>
  );
}

function Entries({
  list: { rows, error, retry, more, isLoadingMore = false },
  onDone,
}: {
  readonly list: ReturnType<typeof useList<'/api/me/notifications'>>;
  readonly onDone: () => void;
}) {
  if (error !== null) return <ErrorState error={error} retry={retry} />;
  if (rows === undefined) return <Loading />;
  if (rows.length === 0) return <EmptyState title={texts.noneYet} text={texts.appearHere} />;
  return (
    <>
      <ul className={classes.list}>
        {rows.map((one) => (
          <li key={one.id}>
            <Entry one={one} onDone={onDone} />
          </li>
        ))}
      </ul>
      {more !== undefined && (
        <Button fullWidth variant="subtle" loading={isLoadingMore} onClick={more}>
          {texts.showMore}
        </Button>
      )}
    </>
  );
}

function Entry({ one, onDone }: { readonly one: Notification; readonly onDone: () => void }) {
  const mark = useWrite('post', '/api/me/notifications/{id}/read');
  const { to, search = {} } = placeOf(one);
  return (
    <Link
      to={to}
      search={search as never}
      className={classes.entry}
      onClick={() => {
        if (!one.is_read) mark.send({ path: { id: one.id }, body: {} });
        onDone();
      }}
    >
      <span className={classes.dot} data-unread={!one.is_read || undefined} />
      <span>
        {!one.is_read && <VisuallyHidden>{texts.unread}: </VisuallyHidden>}
        <Text span size="sm" fw={one.is_read ? 400 : 600}>
          {textOf(one)}
        </Text>
        <Text
          size="xs"
          c="dimmed"
          component="time"
          dateTime={one.happened_at}
          title={formatMoment(one.happened_at)}
          display="block"
        >
          {formatRelative(one.happened_at)}
        </Text>
      </span>
    </Link>
  );
}
