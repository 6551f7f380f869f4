import { isSettled, readClickId, Svc } from '@svc/node';

/** Creates an account and reports it to the service, with the click id from the visitor's cookie. */
export async function POST(request: Request): Promise<Response> {
  const form = await request.formData();
  const user = { id: crypto.randomUUID(), email: String(form.get('email')) };

  const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_BASE_URL });
  const clickId = readClickId(request);
  const lead = { customerExternalId: user.id, clickId, email: user.email, occurredAt: new Date() };
  // The visitor does not wait for the report. Where functions end with their response, pass it to `after` of next/server.
  void svc.trackLead(lead).then((result) => {
    if (!isSettled(result)) console.error('svc: the lead was not recorded:', lead, result);
  });

  return Response.json({ userId: user.id }, { status: 201 });
}
