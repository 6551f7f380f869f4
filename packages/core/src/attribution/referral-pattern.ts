// How an address holds a referral: parts of a regular expression, around the name of the parameter. The browser library builds its expression
// from them, so that it reports every address that the service can read.

/** Also behind a second `?`, `&amp;`, `#` or `/`. */
export const BEFORE_NAME = '[?&#;/]';
/** The text of the parameter behind its `=`, as it stands in the address. */
export const AFTER_NAME = '([^&#?;:]+)';
