import { readClickId, Svc, verifyWebhook, WebhookError } from '@svc/node';

/**
 * Reports a lead, a sale and a partial refund, and verifies a webhook, as an integrator's server does. Returns the result of each step.
 */
export async function exercise({ baseUrl, apiKey, id, clickId, webhook }) {
  const svc = new Svc(apiKey, { baseUrl });
  const headers = new Headers({ cookie: `theme=dark; svc_click_id=${clickId}` });
  const lead = await svc.trackLead({ customerExternalId: id, clickId: readClickId(headers) });
  const sale = await svc.trackSale({ customerExternalId: id, amount: 4900, invoiceId: id });
  const refund = await svc.trackRefund({ invoiceId: id, amount: 900 });
  const event = await verifyWebhook(webhook.body, new Headers(webhook.headers), webhook.secret);
  const forged = await verifyWebhook(`${webhook.body} `, webhook.headers, webhook.secret).catch(
    (error) => error instanceof WebhookError,
  );
  return { lead: lead.ok, sale: sale.ok, refund: refund.ok, event: event.type, forged };
}
