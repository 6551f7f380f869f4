import { ActionIcon, Indicator, Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../api/use-read.js';
import { texts } from '../texts/notifications.js';
import { LOOK_EVERY_MS, NotificationList } from './notification-list.js';
import classes from './notification-list.module.css';

const MOST_SHOWN = 99;

/** How much is unread, and behind it the list. */
export function NotificationBell() {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useRead('/api/me/notifications/unread', {}, { everyMs: LOOK_EVERY_MS });
  const unread = data?.unread ?? 0;
  return (
    <Indicator
      disabled={unread === 0}
      label={unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
      size={16}
      offset={6}
      color="red"
    >
      <Popover
        opened={isOpen}
        onChange={setIsOpen}
        position="bottom-end"
        classNames={{ dropdown: classes.window }}
        shadow="md"
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <ActionIcon
            size="lg"
            aria-label={unread === 0 ? texts.notifications : texts.withUnread({ unread })}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconBell size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown p={0} aria-label={texts.notifications}>
          <NotificationList hasUnread={unread > 0} onDone={() => setIsOpen(false)} />
        </Popover.Dropdown>
      </Popover>
    </Indicator>
  );
}
