/** One environment variable of the service, as `--help` and the README show it. */
export interface Variable {
  readonly name: string;
  /** In words, for people. */
  readonly fallback: string;
  readonly meaning: string;
  /** Its value never appears in a message. */
  readonly isSecret?: boolean;
}

/** Every variable that `readConfig` knows, in the order of contract section 1. */
export const VARIABLES = [
  { name: 'PORT', fallback: '4600', meaning: 'port to listen on' },
  { name: 'HOST', fallback: '127.0.0.1', meaning: 'address to listen on; 0.0.0.0 for every network' },
  { name: 'SVC_BASE_URL', fallback: 'http://localhost:PORT', meaning: 'address of the service from outside' },
  {
    name: 'SVC_HOSTS',
    fallback: 'unset',
    meaning: 'further host names the service may be asked under, comma separated; others are answered 421',
  },
  {
    name: 'DATABASE_URL',
    fallback: 'unset: embedded database',
    meaning:
      'PostgreSQL 15 or newer to use instead: postgres://user:password@host:5432/database; of several hosts (one:5432,two:5432) the one that takes writes',
    isSecret: true,
  },
  {
    name: 'DATABASE_READ_URL',
    fallback: 'unset: DATABASE_URL',
    meaning: 'read replicas of DATABASE_URL, for lists and reports',
    isSecret: true,
  },
  {
    name: 'SVC_DATA_DIR',
    fallback: './data',
    meaning: 'folder of the embedded database and generated secrets',
  },
  {
    name: 'SVC_SECRET',
    fallback: 'generated when embedded',
    meaning:
      'signs sessions, encrypts stored secrets; at least 32 characters; with DATABASE_URL required, the same everywhere',
    isSecret: true,
  },
  {
    name: 'SVC_PREVIOUS_SECRETS',
    fallback: 'unset',
    meaning:
      'secrets that SVC_SECRET was before, comma separated: they only decrypt, until everything is encrypted with the current one',
    isSecret: true,
  },
  {
    name: 'SVC_PROVISION_FILE',
    fallback: 'unset',
    meaning: 'provision file applied at start, before listening; mode 600 if it has passwords or tokens',
  },
  {
    name: 'SVC_SETUP_TOKEN',
    fallback: 'made from the secret',
    meaning:
      'what the first setup takes from another machine; unset: serve prints it until someone has set up',
    isSecret: true,
  },
  {
    name: 'SVC_CLICK_RETENTION_MONTHS',
    fallback: 'unset: for ever',
    meaning:
      'how many months after its end a month of clicks is removed, once none of them can earn a commission any more',
  },
  {
    name: 'SVC_WEBHOOK_ALLOW_PRIVATE',
    fallback: 'false',
    meaning: '"true" lets webhooks go to http and private addresses too; only where every admin is trusted',
  },
  { name: 'SVC_RATE_LIMIT', fallback: 'on', meaning: '"off" turns rate limits off (benchmarks, load tests)' },
  {
    name: 'SVC_TRUST_PROXY',
    fallback: 'unset: none',
    meaning:
      'proxies whose forwarding headers are believed: addresses, 10.0.0.0/8, loopback, or a number of hops',
  },
  {
    name: 'SVC_DNS_SERVER',
    fallback: "unset: the machine's",
    meaning: 'name server that is asked for the records that prove hosts, such as 10.0.0.2 or 127.0.0.1:5353',
  },
  {
    name: 'METRICS_TOKEN',
    fallback: 'unset: open',
    meaning: 'Bearer token that /metrics requires; without one there is no /metrics',
    isSecret: true,
  },
  { name: 'SVC_PUBLIC_DOCS', fallback: 'on', meaning: '"off" removes /docs and /openapi.json' },
  {
    name: 'PROCESSOR_SECRET_KEY',
    fallback: 'unset',
    meaning: 'platform key at the card processor',
    isSecret: true,
  },
  { name: 'PROCESSOR_CLIENT_ID', fallback: 'unset', meaning: 'platform client id at the card processor' },
  {
    name: 'PROCESSOR_WEBHOOK_SECRET',
    fallback: 'unset',
    meaning: 'signing secret of its webhooks; several, comma separated, while one is being rolled',
    isSecret: true,
  },
  {
    name: 'PROCESSOR_API_BASE',
    fallback: "the processor's own",
    meaning: 'other address of its API, for a local stand-in',
  },
  {
    name: 'PROCESSOR_CONNECT_BASE',
    fallback: "the processor's own",
    meaning: 'other address of its connect pages, for a local stand-in',
  },
  {
    name: 'PROCESSOR_CONNECT_SCOPE',
    fallback: 'read_write',
    meaning:
      'what Connect asks for; "read_only" only for platforms that the card processor still lets ask for it',
  },
  { name: 'PROCESSOR_TEST_EVENTS', fallback: 'test', meaning: '"live": its test events count as real' },
  {
    name: 'SMTP_URL',
    fallback: 'unset: log and data folder',
    meaning: 'outgoing mail, smtp:// or smtps://',
    isSecret: true,
  },
  { name: 'MAIL_FROM', fallback: 'unset', meaning: 'sender of outgoing mail; required with SMTP_URL' },
] as const satisfies readonly Variable[];

export type VariableName = (typeof VARIABLES)[number]['name'];

const SECRET_NAMES: ReadonlySet<string> = new Set(
  VARIABLES.filter((variable: Variable) => variable.isSecret === true).map((variable) => variable.name),
);

/** Whether the variable's value must never be shown. */
export function isSecretVariable(name: VariableName): boolean {
  return SECRET_NAMES.has(name);
}

/** The table for `--help`, one variable with its default on a line and its meaning below. */
export function environmentHelp(): string {
  const width = Math.max(...VARIABLES.map(({ name }) => name.length)) + 2;
  const lines = VARIABLES.flatMap(({ name, fallback, meaning }) => [
    `  ${name.padEnd(width)}${fallback}`,
    `      ${meaning}`,
  ]);
  return ['Environment (variable, default, meaning):', ...lines].join('\n');
}
