import { messages } from '../language/messages.js';

/** Texts of requests that failed, or take long. */
export const texts = messages('api', {
  theServiceRespondedWithStatus: 'The service responded with status {status}.',
  tryAgainInSeconds: 'Try again in {seconds, plural, one {# second} other {# seconds}}.',
  tryAgainInMinutes: 'Try again in {minutes, plural, one {# minute} other {# minutes}}.',
  tryAgainInHours: 'Try again in {hours, plural, one {# hour} other {# hours}}.',
  theServiceCouldNot: 'The service could not be reached. Check the connection and try again.',
  somethingWentWrong: 'Something went wrong',
  jobTitle: 'This takes a moment',
  jobProgress: 'Progress',
  jobStarted: 'Working…',
  jobWaiting: 'Waiting for other work to finish',
  jobRows: '{done} of {total} rows',
  jobRowsSoFar: '{done} rows so far',
  jobCancelled: 'Cancelled. Nothing was changed.',
});
