import { randomBytes } from 'node:crypto';
import { CustomerErase, CustomerErased } from '@svc/contract';
import type { ClientBase } from 'pg';
import { type Change, changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { eraseBreakdown } from './erasure/erase-breakdown.js';
import { type BodyEraser, eraseProviderEvents } from './erasure/erase-provider-events.js';
import { eraseRows } from './erasure/erase-rows.js';
import { eraseAuditTexts, eraseFreeTexts } from './erasure/erase-texts.js';
import { type Found, findRows } from './erasure/find-rows.js';
import { type Names, withoutNames } from './erasure/mentions.js';

interface Request {
  readonly workspaceId: number;
  readonly customerId: number;
  readonly reason: string;
  readonly nowMs: number;
}

/**
 * Erases who a customer is: key, address, URLs and referrers, wherever they stand. Money, and whom it is credited to, stays. Doing it again
 * erases what came since. Contract 2 section 15, decision 34.
 */
async function eraseCustomer(
  client: ClientBase,
  eraser: BodyEraser,
  { workspaceId, customerId, reason, nowMs }: Request,
): Promise<Change<CustomerErased>> {
  const found = await findRows(client, workspaceId, customerId);
  const { key, wasErased } = found;
  const placeholder = wasErased && key !== null ? key : `erased-${randomBytes(8).toString('hex')}`;
  const names: Names = {
    keys: key === null || wasErased ? [] : [key],
    addresses: await withoutAccounts(client, found),
    placeholder,
  };
  const orderIds = await countNamingReferences(client, found, names);
  const providerEvents = await eraseProviderEvents(client, found, names, eraser);
  const texts = await eraseFreeTexts(client, workspaceId, names);
  const auditEntries = await eraseAuditTexts(client, workspaceId, names);
  await eraseBreakdown(client, found);
  const clicks = await eraseRows(client, found, placeholder, nowMs);
  const answer: CustomerErased = {
    customer_id: customerId,
    customer_key: key === null ? null : placeholder,
    erased_at: new Date(nowMs).toISOString(),
    clicks,
    processor_events: providerEvents,
    audit_entries: auditEntries,
    texts,
    order_ids_naming_the_customer: orderIds,
  };
  const after = { reason: withoutNames(reason, names), ...answer };
  const entry = { on: 'customer', id: customerId, before: null, after };
  const events = found.real.map(({ id, programId }) => ({
    type: 'customer.erased' as const,
    programId,
    objectId: id,
  }));
  return changed(answer, entry, events);
}

/** Addresses of the customer that are no account's: what is written about partners and members stays. */
async function withoutAccounts(client: ClientBase, { workspaceId, addresses }: Found): Promise<string[]> {
  const { rows } = await client.query<{ address: string }>(
    `select address from unnest($2::text[]) as sought (address)
      where not exists (select 1 from partners p where p.workspace_id = $1 and fold(p.email) = fold(address))
        and not exists (select 1 from workspace_members m join users u on u.id = m.user_id
                         where m.workspace_id = $1 and fold(u.email) = fold(address))`,
    [workspaceId, addresses],
  );
  return rows.map(({ address }) => address);
}

/** Order ids are what sales are known by, and stay. The caller is told when some of them name the customer. */
async function countNamingReferences(
  client: ClientBase,
  { customerIds }: Found,
  names: Names,
): Promise<number> {
  const { rows } = await client.query<{ reference: string }>(
    'select n.reference from sales s join sale_references n on n.sale_id = s.id where s.customer_id = any ($1::bigint[])',
    [customerIds],
  );
  return rows.filter(({ reference }) => withoutNames(reference, names) !== reference).length;
}

export const eraseCustomerOperation = defineOperation({
  name: 'eraseCustomer',
  route: 'POST /api/workspaces/:workspaceId/customers/:id/erase',
  permission: 'program:write',
  summary:
    'Erase key, address, URLs and referrers of a customer everywhere; sales and commissions stay. It cannot be undone',
  input: CustomerErase,
  output: CustomerErased,
  errors: ['customer_has_waiting_event'],
  audit: 'customer.erase',
  run: ({ client, services, scope: { workspaceId }, input, id, nowMs }) =>
    eraseCustomer(client, services.processor, {
      workspaceId,
      customerId: id(),
      reason: input.reason,
      nowMs,
    }),
});
