import { isSettled, Svc } from '@svc/node';

/** Here a payment has succeeded: amounts are known to the server, and never taken from the browser. */
export async function POST(request: Request): Promise<Response> {
  const { userId, orderId } = (await request.json()) as { userId: string; orderId: string };

  const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_BASE_URL });
  // Unique over all programs: give plain order numbers a prefix of your own, such as `acme-1001`, here and in refunds.
  const sale = { customerExternalId: userId, amount: 4900, invoiceId: orderId, occurredAt: new Date() };
  // The customer does not wait for the report. Where functions end with their response, pass it to `after` of next/server.
  void svc.trackSale(sale).then((result) => {
    if (!isSettled(result)) console.error('svc: the sale was not recorded:', sale, result);
  });

  return Response.json({ orderId }, { status: 201 });
}
