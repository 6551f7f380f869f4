import type { RuleInput } from '@svc/contract';
import type {
  ENROLLMENT_FIELDS,
  LINK_FIELDS,
  MEMBER_FIELDS,
  PARTNER_FIELDS,
  PROCESSOR_FIELDS,
  PROGRAM_FIELDS,
  USER_FIELDS,
  ValuesOf,
} from './fields.js';

/**
 * A provision file, read and checked. `undefined` is what the file leaves out: on what exists already it is left as it
 * is. `path` is the entry's place in the file. Contract section 1.
 */
export interface ProvisionFile {
  readonly workspaces: readonly WorkspaceEntry[];
}

export interface WorkspaceEntry {
  readonly path: string;
  readonly name: string;
  readonly members: readonly MemberEntry[];
  readonly processor: ProcessorEntry | undefined;
  readonly programs: readonly ProgramEntry[];
  /** Links without partner and program. */
  readonly links: readonly LinkEntry[];
}

export type MemberEntry = {
  readonly path: string;
  /** Lower case. */
  readonly email: string;
  readonly password: string;
} & ValuesOf<typeof USER_FIELDS> &
  ValuesOf<typeof MEMBER_FIELDS>;

export type ProcessorEntry = { readonly path: string } & ValuesOf<typeof PROCESSOR_FIELDS>;

export type ProgramEntry = {
  readonly path: string;
  /** In the program's currency. */
  readonly minimumPayoutCents: number | undefined;
  /** The minimum payouts in other currencies, and maybe in the program's own. The whole list; undefined: left as it is. */
  readonly minimumPayouts: readonly MinimumPayoutEntry[] | undefined;
  readonly apiToken: string | undefined;
  /** The program's whole list; undefined: left as it is. */
  readonly allowedOrigins: readonly string[] | undefined;
  /** The program's whole list, in its order; undefined: left as it is. */
  readonly linkDomains: readonly string[] | undefined;
  readonly commission: CommissionEntry;
  readonly partners: readonly PartnerEntry[];
} & ValuesOf<typeof PROGRAM_FIELDS>;

export interface MinimumPayoutEntry {
  readonly path: string;
  /** Upper case. */
  readonly currency: string;
  readonly amountCents: number;
}

/** A commission rule, compared and applied as one value. */
export type CommissionEntry = RuleInput;

export type PartnerEntry = {
  readonly path: string;
  /** Lower case. */
  readonly email: string;
  readonly commission: CommissionEntry | undefined;
  readonly links: readonly LinkEntry[];
} & ValuesOf<typeof PARTNER_FIELDS> &
  ValuesOf<typeof ENROLLMENT_FIELDS>;

export type LinkEntry = {
  readonly path: string;
  readonly shortLink: string;
} & ValuesOf<typeof LINK_FIELDS>;
