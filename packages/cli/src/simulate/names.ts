/** What was named so far. */
export interface Names {
  /** By email. */
  readonly partners: ReadonlySet<string>;
  readonly clicks: Set<string>;
  readonly payments: Set<string>;
  readonly subscriptions: Set<string>;
}
