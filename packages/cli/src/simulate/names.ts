/** What was named so far. */
export interface Names {
  /** Their emails, in lower case. */
  readonly partners: ReadonlySet<string>;
  readonly clicks: Set<string>;
  readonly payments: Set<string>;
  readonly subscriptions: Set<string>;
}
