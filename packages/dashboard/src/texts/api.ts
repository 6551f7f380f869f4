import { plural } from '../format/number.js';

/** Texts of requests that failed. */
export const texts = {
  theServiceRespondedWithStatus: (status: number) => `The service responded with status ${status}.`,
  tryAgainInSeconds: (seconds: number) => `Try again in ${plural(seconds, 'second')}.`,
  tryAgainInMinutes: (minutes: number) => `Try again in ${plural(minutes, 'minute')}.`,
  tryAgainInHours: (hours: number) => `Try again in ${plural(hours, 'hour')}.`,
  theServiceCouldNot: 'The service could not be reached. Check the connection and try again.',
  somethingWentWrong: 'Something went wrong',
} as const;
