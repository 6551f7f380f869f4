import type { Kept } from '../verify/edits/audited-books.js';

/** What an owner of the database changes by hand, so that everything in it agrees afterwards. */
export interface Forgery {
  readonly name: string;
  readonly sql: readonly string[];
  /** What verify has to name, if the seals were left alone: table and key. */
  readonly table: string;
  readonly id: number;
}

/** Rows that forgeries are about. */
export interface Targets extends Kept {
  readonly earn: { readonly id: number; readonly commissionId: number };
  readonly pay: { readonly id: number };
  readonly entryIds: readonly number[];
}

const payoutForgeries = ({ payoutIds: { paid, open, cancelled }, eve }: Targets): Forgery[] => [
  {
    name: 'a payout is higher, with the movement that pays it',
    sql: [
      `update payouts set amount_cents = amount_cents + 100 where id = ${paid}`,
      `update ledger_movements set amount_cents = amount_cents + 100 where payout_id = ${paid}`,
    ],
    table: 'payouts',
    id: paid,
  },
  {
    name: 'a payout went to somebody else',
    sql: [`update payouts set payee_name = 'Mallory', payee_email = 'mallory@evil.test' where id = ${paid}`],
    table: 'payouts',
    id: paid,
  },
  {
    name: 'a payout is of another partner, with its movements',
    sql: [
      `update payouts set partner_id = ${eve.partnerId} where id = ${open}`,
      `update ledger_movements set partner_id = ${eve.partnerId} where payout_id = ${open}`,
    ],
    table: 'payouts',
    id: open,
  },
  {
    name: 'a payout was made earlier',
    sql: [`update payouts set created_at = created_at - interval '40 days' where id = ${paid}`],
    table: 'payouts',
    id: paid,
  },
  {
    name: 'an open payout is paid, and its state says so',
    sql: [
      `update payouts set status = 'paid', settled_at = created_at, reference = 'wire' where id = ${open}`,
      `update row_states s set state = payout_state(o) from payouts o
        where o.id = ${open} and s.table_name = 'payouts' and s.row_id = o.id`,
    ],
    table: 'row_states',
    id: 0,
  },
  {
    name: 'a paid payout is open again: its last state is gone, and the entry of the audit log that marked it',
    sql: [
      `update payouts set status = 'open', settled_at = null, reference = null where id = ${paid}`,
      `delete from row_states where table_name = 'payouts' and row_id = ${paid} and version > 1`,
      `delete from audit_entries where target_type = 'payout_run' and action <> 'payout_run.create'`,
      `with renumbered as (select id, row_number() over (partition by workspace_id order by number) as next from audit_entries)
       update audit_entries a set number = r.next from renumbered r where r.id = a.id and r.next <> a.number`,
      `update audit_heads h set last_number = (select max(number) from audit_entries a where a.workspace_id = h.workspace_id)`,
    ],
    table: 'row_states',
    id: 0,
  },
  {
    name: 'a cancelled payout never was',
    sql: [
      `delete from row_states where table_name = 'payouts' and row_id = ${cancelled}`,
      `delete from ledger_movements where payout_id = ${cancelled}`,
      `delete from payouts where id = ${cancelled}`,
    ],
    table: 'payouts',
    id: cancelled,
  },
];

const ledgerForgeries = ({ earn, pay, eve }: Targets): Forgery[] => [
  {
    name: 'a commission is higher, in the ledger and everywhere else',
    sql: [
      `update ledger_movements set amount_cents = amount_cents + 500 where commission_id = ${earn.commissionId}`,
      `update commissions set original_cents = original_cents + 500, amount_cents = amount_cents + 500 where id = ${earn.commissionId}`,
    ],
    table: 'ledger_movements',
    id: earn.id,
  },
  {
    name: 'a commission is of another partner',
    sql: [
      `update ledger_movements set partner_id = ${eve.partnerId} where commission_id = ${earn.commissionId}`,
      `update commissions set partner_id = ${eve.partnerId}, enrollment_id = ${eve.enrollmentId} where id = ${earn.commissionId}`,
    ],
    table: 'ledger_movements',
    id: earn.id,
  },
  {
    name: 'a commission is in another currency',
    sql: [
      `update ledger_movements set currency = 'EUR' where commission_id = ${earn.commissionId}`,
      `update commissions set currency = 'EUR' where id = ${earn.commissionId}`,
    ],
    table: 'ledger_movements',
    id: earn.id,
  },
  {
    name: 'a commission never was',
    sql: [
      `delete from ledger_movements where commission_id = ${earn.commissionId}`,
      `delete from commissions where id = ${earn.commissionId}`,
    ],
    table: 'ledger_movements',
    id: earn.id,
  },
  {
    name: 'a movement happened earlier',
    sql: [
      `update ledger_movements set occurred_at = occurred_at - interval '1 microsecond' where id = ${pay.id}`,
    ],
    table: 'ledger_movements',
    id: pay.id,
  },
  {
    name: 'a movement is added that should have been there for long',
    sql: [
      `insert into ledger_movements (id, program_id, partner_id, currency, kind, from_account, to_account, amount_cents,
                                     commission_id, occurred_at, written_in)
       select 900000000, program_id, partner_id, currency, 'mature', from_account, to_account, amount_cents, commission_id, occurred_at,
              written_in from ledger_movements where id = ${earn.id}`,
    ],
    table: 'ledger_movements',
    id: 900_000_000,
  },
];

const ruleForgeries = ({ ruleIds: { first, second, eves } }: Targets): Forgery[] => [
  {
    name: 'a rule paid more',
    sql: [`update commission_rules set basis_points = basis_points + 1 where id = ${first}`],
    table: 'commission_rules',
    id: first,
  },
  {
    name: "a partner's own rule paid more",
    sql: [`update commission_rules set amount_cents = amount_cents + 1 where id = ${eves}`],
    table: 'commission_rules',
    id: eves,
  },
  {
    name: 'a rule was made earlier',
    sql: [`update commission_rules set created_at = created_at - interval '1 day' where id = ${second}`],
    table: 'commission_rules',
    id: second,
  },
  {
    name: 'a rule was in force earlier, and its state says so',
    sql: [
      `update commission_rules set in_force_at = created_at - interval '1 day' where id = ${second}`,
      `update row_states s set state = rule_state(r) from commission_rules r
        where r.id = ${second} and s.table_name = 'commission_rules' and s.row_id = r.id`,
    ],
    table: 'row_states',
    id: 0,
  },
];

const referenceForgeries = ({ saleIds: { first, named }, alias }: Targets): Forgery[] => [
  {
    name: 'a reference is of another sale',
    sql: [`update sale_references set sale_id = ${first} where reference = '${alias}'`],
    table: 'sale_references',
    id: named,
  },
  {
    name: 'a reference has another name, also in its sale',
    sql: [
      `update sale_references set reference = 'forged' where reference = '${alias}'`,
      `update sales set recorded_references = array_replace(recorded_references, '${alias}', 'forged')`,
    ],
    table: 'sale_references',
    id: named,
  },
  {
    name: 'a reference is gone, also from its sale',
    sql: [
      `delete from sale_references where reference = '${alias}'`,
      `update sales set recorded_references = array_remove(recorded_references, '${alias}')`,
    ],
    table: 'sale_references',
    id: named,
  },
];

const auditForgeries = ({ entryIds: [first = 0, second = 0, third = 0] }: Targets): Forgery[] => [
  {
    name: 'somebody else did it',
    sql: [`update audit_entries set user_email = 'mallory@evil.test' where id = ${first}`],
    table: 'audit_entries',
    id: first,
  },
  {
    name: 'something else was done',
    sql: [`update audit_entries set after = '{"forged": true}' where id = ${second}`],
    table: 'audit_entries',
    id: second,
  },
  {
    name: 'it was done earlier',
    sql: [`update audit_entries set occurred_at = occurred_at - interval '1 hour' where id = ${third}`],
    table: 'audit_entries',
    id: third,
  },
  {
    name: 'nothing was done: the entry is gone, and all later ones are renumbered',
    sql: [
      `delete from audit_entries where id = ${second}`,
      `with renumbered as (select id, row_number() over (partition by workspace_id order by number) as next from audit_entries)
       update audit_entries a set number = -r.next from renumbered r where r.id = a.id and r.next <> a.number`,
      `update audit_entries set number = -number where number < 0`,
      `update audit_heads h set last_number = (select max(number) from audit_entries a where a.workspace_id = h.workspace_id)`,
    ],
    table: 'audit_entries',
    id: second,
  },
  {
    name: 'two entries changed places',
    sql: [
      `update audit_entries set number = -number where id in (${first}, ${second})`,
      `update audit_entries a set number = -b.number from audit_entries b
        where a.id in (${first}, ${second}) and b.id in (${first}, ${second}) and a.id <> b.id`,
    ],
    table: 'audit_entries',
    id: first,
  },
  {
    name: 'more than texts is erased from an entry',
    sql: [
      `update audit_entries set erased = '{"before": null, "after": {"payouts": 1}}', seal_salt = null, after = '{"payouts": 2}',
              before = null where id = ${third}`,
    ],
    table: 'audit_entries',
    id: third,
  },
];

/** All of them. */
export function forgeriesOf(targets: Targets): readonly Forgery[] {
  return [
    ...payoutForgeries(targets),
    ...ledgerForgeries(targets),
    ...ruleForgeries(targets),
    ...referenceForgeries(targets),
    ...auditForgeries(targets),
    // The seals themselves.
    {
      name: 'nothing but the time of a seal',
      sql: [`update seals set sealed_at = sealed_at - interval '1 hour' where number = 1`],
      table: 'seals',
      id: 0,
    },
    {
      name: 'all seals are gone',
      sql: ['delete from seals', 'delete from seal_contents'],
      table: 'seals',
      id: 0,
    },
    {
      name: 'the newest seal is gone',
      sql: [
        'delete from seal_contents c where number = (select max(number) from seals s where s.workspace_id = c.workspace_id)',
        'delete from seals c where number = (select max(number) from seals s where s.workspace_id = c.workspace_id)',
      ],
      table: 'seals',
      id: 0,
    },
    {
      name: 'a row is no longer covered',
      sql: [
        `update seal_contents set row_ids = row_ids[2:], row_hashes = substring(row_hashes from 33)
          where table_name = 'ledger_movements' and number = 1`,
      ],
      table: 'seals',
      id: 0,
    },
  ];
}
