import type { ClientBase, Pool } from 'pg';

// What of files the service has already.

type Db = Pool | ClientBase;

/** The program that files are imported into. */
export interface ImportProgram {
  readonly workspaceId: number;
  readonly programId: number;
}

/** A partner's relationship with the program. */
export interface KnownPartner {
  readonly partnerId: number;
  readonly enrollmentId: number;
  readonly email: string;
  readonly name: string;
}

/** Partners of the program by email: all, or those of `emails`. */
export async function loadPartners(
  db: Db,
  { programId }: ImportProgram,
  emails: readonly string[] | null = null,
): Promise<Map<string, KnownPartner>> {
  const { rows } = await db.query<{ id: number; enrollment_id: number; email: string; name: string }>(
    `select p.id, e.id as enrollment_id, p.email, p.name from enrollments e join partners p on p.id = e.partner_id
      where e.program_id = $1 and ($2::text[] is null or p.email = any($2))`,
    [programId, emails],
  );
  return new Map(
    rows.map(({ id, enrollment_id, email, name }) => [
      email,
      { partnerId: id, enrollmentId: enrollment_id, email, name },
    ]),
  );
}

/** Which of these links are taken, by key: by which partner of which program. */
export async function loadLinks(
  db: Db,
  keys: readonly string[],
): Promise<Map<string, { readonly programId: number | null; readonly email: string | null }>> {
  const { rows } = await db.query<{ key: string; program_id: number | null; email: string | null }>(
    `select l.short_link_key as key, l.program_id, p.email from links l left join partners p on p.id = l.partner_id
      where l.short_link_key = any($1::text[])`,
    [keys],
  );
  return new Map(rows.map(({ key, program_id, email }) => [key, { programId: program_id, email }]));
}

/** A customer who is here already. */
export interface KnownCustomer {
  readonly id: number;
  readonly programId: number;
  /** The partner who is credited; null: nobody. */
  readonly partnerEmail: string | null;
}

/** Which of these customers are here, by key. */
export async function loadCustomers(
  db: Db,
  { workspaceId }: ImportProgram,
  keys: readonly string[],
): Promise<Map<string, KnownCustomer>> {
  const { rows } = await db.query<{ id: number; key: string; program_id: number; email: string | null }>(
    `select c.id, c.customer_key as key, c.program_id, p.email from customers c left join partners p on p.id = c.partner_id
      where c.workspace_id = $1 and c.customer_key = any($2::text[]) and not c.test_mode`,
    [workspaceId, keys],
  );
  return new Map(
    rows.map(({ id, key, program_id, email }) => [key, { id, programId: program_id, partnerEmail: email }]),
  );
}

/** A sale that is here already under one of its references. */
export interface KnownSale {
  readonly id: number;
  readonly programId: number;
  readonly amountCents: number;
  readonly currency: string;
}

/** Which of these sales are here, by reference. */
export async function loadSales(
  db: Db,
  { workspaceId }: ImportProgram,
  references: readonly string[],
): Promise<Map<string, KnownSale>> {
  const { rows } = await db.query<{
    id: number;
    reference: string;
    program_id: number;
    amount_cents: number;
    currency: string;
  }>(
    `select s.id, r.reference, s.program_id, s.amount_cents, s.currency
       from sale_references r join sales s on s.id = r.sale_id
      where r.workspace_id = $1 and r.reference = any($2::text[])`,
    [workspaceId, references],
  );
  return new Map(
    rows.map(({ id, reference, program_id, amount_cents, currency }) => [
      reference,
      { id, programId: program_id, amountCents: amount_cents, currency },
    ]),
  );
}

/** Which of these commissions were imported before. */
export async function loadCommissions(
  db: Db,
  { programId }: ImportProgram,
  externalIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ external_id: string }>(
    'select external_id from imported_commissions where program_id = $1 and external_id = any($2::text[])',
    [programId, externalIds],
  );
  return new Set(rows.map(({ external_id }) => external_id));
}
