import { Notifications } from '@mantine/notifications';

/** Where what `notifications.show` says appears. It is loaded after the first page: what is said before that waits in its store. */
export function Toasts() {
  return <Notifications position="bottom-right" />;
}
