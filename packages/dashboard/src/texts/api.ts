import { messages } from '../language/messages.js';

/** Texts of requests that failed. */
export const texts = messages('api', {
  theServiceRespondedWithStatus: 'The service responded with status {status}.',
  tryAgainInSeconds: 'Try again in {seconds, plural, one {# second} other {# seconds}}.',
  tryAgainInMinutes: 'Try again in {minutes, plural, one {# minute} other {# minutes}}.',
  tryAgainInHours: 'Try again in {hours, plural, one {# hour} other {# hours}}.',
  theServiceCouldNot: 'The service could not be reached. Check the connection and try again.',
  somethingWentWrong: 'Something went wrong',
});
