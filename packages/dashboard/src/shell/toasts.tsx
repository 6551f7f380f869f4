import { Notifications } from '@mantine/notifications';
import classes from './toasts.module.css';

/**
 * Where what `notifications.show` says appears. It is loaded after the first page: what is said before that waits in its store.
 * Below the header in the middle, where no form has its buttons.
 */
export function Toasts() {
  return <Notifications position="top-center" className={classes.toasts} />;
}
