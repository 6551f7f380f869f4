import { dictionary } from '@zxcvbn-ts/language-common';

/** Shorter ones are refused for their length. */
const SHORTEST = 12;

/** The most common passwords in lower case; the list goes beyond the 10,000 that the contract asks for. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  (dictionary['passwords-common'] as readonly string[])
    .map((password) => password.toLowerCase())
    .filter((password) => password.length >= SHORTEST),
);
