import { isSettled, readClickId, Svc } from '@svc/node';

/** Creates an account and reports it to the service, with the click id from the visitor's cookie. */
export async function POST(request: Request): Promise<Response> {
  const form = await request.formData();
  const user = { id: crypto.randomUUID(), email: String(form.get('email')) };

  const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_BASE_URL });
  const clickId = readClickId(request);
  const result = await svc.trackLead({ customerExternalId: user.id, clickId, email: user.email });
  // Whatever the service says, the visitor has signed up: what went wrong is for the log.
  if (!isSettled(result)) console.error('svc: the lead was not recorded:', result);

  return Response.json({ userId: user.id }, { status: 201 });
}
