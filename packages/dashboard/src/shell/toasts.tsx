import { Notifications } from '@mantine/notifications';
import classes from './toasts.module.css';

/**
 * Where what `notifications.show` says appears. It is loaded after the first page: what is said before that waits in its store.
 * At the bottom on the left: drawers, with what was just changed in them and the buttons of their forms, are on the right.
 */
export function Toasts() {
  return <Notifications position="bottom-left" classNames={{ root: classes.toasts ?? '' }} />;
}
