import type { SeededProgram } from '../../packages/server/test/support/seed.js';
import type { RunningService } from '../../packages/server/test/support/service.js';

/** What a browser does that arrives by the partner's link; gives the click id. */
export async function clickOn(service: RunningService, program: SeededProgram): Promise<string> {
  const response = await fetch(`${service.baseUrl}/track/click`, {
    method: 'POST',
    headers: { origin: program.origin },
    body: JSON.stringify({ affiliate_url: program.affiliateUrl }),
  });
  const { click_id } = (await response.json()) as { click_id: string };
  return click_id;
}

/** How long something that is reported in the background may take on a busy machine. */
export const POLL = { timeout: 10_000 };

/** What the service has of a customer, one row for each sale; amounts in cents. */
export async function booksOf({ pool }: RunningService, { programId }: SeededProgram, customerKey: string) {
  const { rows } = await pool.query(
    `select c.status, c.email, 'cust_' || c.click_number || '_' || c.click_ms as click_id, s.amount_cents::int as paid,
            s.refunded_cents::int as refunded, m.amount_cents::int as earned
       from customers c left join sales s on s.customer_id = c.id left join commissions m on m.sale_id = s.id
      where c.program_id = $1 and c.customer_key = $2`,
    [programId, customerKey],
  );
  return rows;
}
