import type {
  CommissionRule,
  CreditChange,
  Customer,
  Lead,
  RefusedLead,
  Sale,
  StoredEarning,
  UncreditedReport,
  UnusedClick,
} from '@svc/core';

/** All rows about some customers, real ones only. */
export interface CustomerRows {
  readonly customers: readonly Customer[];
  /** By customer, as are the next five; in the order in which they were made. */
  readonly changes: ReadonlyMap<number, readonly CreditChange[]>;
  readonly leads: ReadonlyMap<number, readonly Lead[]>;
  readonly sales: ReadonlyMap<number, readonly Sale[]>;
  readonly unused: ReadonlyMap<number, readonly UnusedClick[]>;
  readonly refusedLeads: ReadonlyMap<number, readonly RefusedLead[]>;
  readonly refused: ReadonlyMap<number, readonly UncreditedReport[]>;
  readonly enteredSaleIds: ReadonlySet<number>;
  /** When customers were imported from another system, in epoch milliseconds. */
  readonly customersImportedAt: ReadonlyMap<number, number>;
  /** By sale, likewise. */
  readonly salesImportedAt: ReadonlyMap<number, number>;
  /** By sale, and by lead. */
  readonly earnedBySale: ReadonlyMap<number, StoredEarning>;
  readonly earnedByLead: ReadonlyMap<number, StoredEarning>;
  readonly rules: ReadonlyMap<number, CommissionRule>;
}
