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

export type Role = 'owner' | 'admin' | 'member' | 'viewer' | 'none';

export interface MemberEntry {
  readonly path: string;
  /** Lower case. */
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly role: Role;
}

export interface ProcessorEntry {
  readonly path: string;
  readonly status: 'not_connected' | 'pending' | 'connected' | 'restricted' | 'disconnected';
  readonly accountId: string | null | undefined;
  readonly chargesEnabled: boolean | undefined;
  readonly payoutsEnabled: boolean | undefined;
  readonly detailsSubmitted: boolean | undefined;
  readonly connectedAt: Date | null | undefined;
}

export interface ProgramEntry {
  readonly path: string;
  readonly name: string;
  readonly domain: string;
  /** Upper case. */
  readonly currency: string | undefined;
  readonly cookieWindowDays: number | undefined;
  readonly holdDays: number | undefined;
  /** For how many hours after a change of payout details payout runs skip the partner. */
  readonly payoutDetailsHoldHours: number | undefined;
  /** In the program's currency. */
  readonly minimumPayoutCents: number | undefined;
  /** In other currencies, and maybe once more in the program's own. The whole list; undefined: left as it is. */
  readonly minimumPayouts: readonly MinimumPayoutEntry[] | undefined;
  readonly apiToken: string | undefined;
  /** The program's whole list; undefined: left as it is. */
  readonly allowedOrigins: readonly string[] | undefined;
  readonly commission: CommissionEntry;
  readonly partners: readonly PartnerEntry[];
}

export interface MinimumPayoutEntry {
  readonly path: string;
  /** Upper case. */
  readonly currency: string;
  readonly amountCents: number;
}

/** Exactly one of basisPoints and amountCents is a number, by the type. */
export interface CommissionEntry {
  readonly type: 'percent' | 'flat';
  readonly basisPoints: number | null;
  readonly amountCents: number | null;
  /** null: every sale; 0: the first only; n: those within n months of the first. */
  readonly durationMonths: number | null;
}

export interface PartnerEntry {
  readonly path: string;
  /** Lower case. */
  readonly email: string;
  readonly name: string;
  readonly status: 'pending' | 'approved' | 'rejected' | 'suspended';
  readonly commission: CommissionEntry | undefined;
  readonly links: readonly LinkEntry[];
}

export interface LinkEntry {
  readonly path: string;
  readonly shortLink: string;
  readonly destinationUrl: string | null | undefined;
}

/** The form in which a short link is unique over the service: lower case as JavaScript lowers it. */
export function shortLinkKeyOf(shortLink: string): string {
  return shortLink.toLowerCase();
}
