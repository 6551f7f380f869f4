import fs from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { OWNER, PARTNER } from '../../../demo/cast.js';
import type { Application } from './application.js';
import { openSession, type Session, sessionOf } from './session.js';

/** Numbers of things that pages are about. */
export interface Places {
  readonly workspaceId: number;
  readonly programId: number;
  readonly partnerId: number;
  readonly customerId: number;
  /** One that was paid out. */
  readonly commissionId: number;
  /** One of the partner's. */
  readonly linkId: number;
  readonly codeId: number;
  /** One that the partner got. */
  readonly messageId: number;
  readonly payoutRunId: number;
  readonly partnerPayoutId: number;
  /** One with deliveries that arrived, wait and failed. */
  readonly webhookId: number;
  /** What stands behind the # in the mail of an invitation that nobody has accepted. */
  readonly invitationToken: string;
}

/** What the history does not have: an account of a partner, a run, a claim, an application, an invitation. */
export async function addDemoData(
  application: Application,
  programId: number,
  receiverUrl: string,
): Promise<Places> {
  const owner = await openSession(application, OWNER);
  const program = `/api/programs/${programId}`;
  const { workspace_id: workspaceId } = await owner.send('GET', program);
  const partnerId = await idOf(owner, `${program}/partners?limit=200`, ({ name }) => name === PARTNER.name);
  const partner = await openSession(application, PARTNER);
  const own = `/api/partner/programs/${programId}`;
  await partner.send('PUT', `${own}/payout-details`, {
    method: 'bank',
    account_name: PARTNER.name,
    details: 'DE89 3704 0044 0532 0130 00',
    country: 'DE',
  });
  await partner.send('POST', `${own}/claims`, {
    reference: 'order-20431',
    note: 'My reader bought the yearly plan yesterday, and it does not show.',
  });
  await owner.send('PATCH', program, {
    accepts_applications: true,
    application_text: 'Tell us where you write about keeping a tidy desk, and who reads it.',
  });
  await sessionOf(application).send('POST', `/api/public/programs/${programId}/application`, {
    email: 'iris@readers.test',
    name: 'Iris Novak',
    website: 'https://readers.test',
    message: 'I review office tools for 12,000 readers a month.',
  });
  const codeId = await addCodes(owner, program, partnerId);
  await addAssets(owner, `${program}/assets`);
  const messageId = await addMessage(owner, `${program}/partner-messages`, partnerId);
  const { id: payoutRunId } = await owner.send('POST', `${program}/payout-runs`, {});
  const { token } = await invite(application, owner, workspaceId, 'mira@demo.test');
  return {
    workspaceId,
    programId,
    partnerId,
    customerId: await idOf(owner, `${program}/customers`, ({ status }) => status === 'customer'),
    commissionId: await idOf(owner, `${program}/commissions?status=paid`),
    linkId: await idOf(owner, `${program}/links?partner_id=${partnerId}`),
    codeId,
    messageId,
    payoutRunId,
    webhookId: await addWebhooks(owner, workspaceId, receiverUrl),
    partnerPayoutId: await idOf(partner, `${own}/payouts`),
    invitationToken: token,
  };
}

/** A picture and a text for partners. */
async function addAssets(owner: Session, assets: string): Promise<void> {
  const picture = fs.readFileSync(new URL('../../../docs/images/overview.png', import.meta.url));
  const content = picture.toString('base64');
  await owner.send('POST', assets, { name: 'Overview', file_name: 'overview.png', content });
  await owner.send('POST', assets, { name: 'Short post', body: 'My desk is tidy since I use this: {link}' });
}

/** A message to the partner; gives its id. */
async function addMessage(owner: Session, messages: string, partnerId: number): Promise<number> {
  const body = [
    'Hi,',
    'our spring sale starts on Monday:\n- 20% off all yearly plans\n- new banners at https://tidydesk.test/banners',
    'Best regards\nOlive',
  ].join('\n\n');
  const answer = await owner.send('POST', messages, { ids: [partnerId], subject: 'Spring sale', body });
  return answer.message_id;
}

/** A code of the partner that is used at a payment provider, and one that is turned off; gives the id of the first. */
async function addCodes(owner: Session, program: string, partnerId: number): Promise<number> {
  const codes = `${program}/codes`;
  const used = await owner.send('POST', codes, {
    code: 'TIDY-20',
    partner_id: partnerId,
    processor_ids: ['promo_1TidyDesk'],
  });
  const { id } = await owner.send('POST', codes, { code: 'SPRING-2026', partner_id: partnerId });
  await owner.send('PATCH', `${codes}/${id}`, { is_active: false });
  return used.id;
}

/** A webhook with deliveries of every kind, and others; gives its id. */
async function addWebhooks(owner: Session, workspaceId: number, url: string): Promise<number> {
  const path = `/api/workspaces/${workspaceId}/webhooks`;
  const slack = { url: `${url}/slack`, format: 'slack', types: ['sale.created'], description: '#sales' };
  await owner.send('POST', path, slack);
  const off = await owner.send('POST', path, {
    url: `${url}/old`,
    description: 'Replaced by the data warehouse',
  });
  await owner.send('PATCH', `${path}/${off.webhook.id}`, { status: 'disabled' });
  const { webhook } = await owner.send('POST', path, { url, description: 'Data warehouse' });
  await owner.send('POST', `${path}/${webhook.id}/test`, {});
  const { last_sequence: last } = await owner.send('GET', `${path}/${webhook.id}`);
  await owner.send('POST', `${path}/${webhook.id}/replay`, { after: Math.max(0, last - 12) });
  const deliveries = () => owner.send('GET', `${path}/${webhook.id}/deliveries?limit=200`);
  for (;;) {
    const { data } = (await deliveries()) as { readonly data: readonly { readonly attempts: number }[] };
    if (data.length > 8 && data.every(({ attempts }) => attempts > 0)) return webhook.id;
    await delay(100);
  }
}

interface Row {
  readonly id: number;
  readonly name?: string;
  readonly status?: string;
}

async function idOf(session: Session, path: string, isWanted: (row: Row) => boolean = () => true) {
  const { data } = (await session.send('GET', path)) as { readonly data: readonly Row[] };
  const row = data.find(isWanted);
  if (row === undefined) throw new Error(`${path} has nothing of the kind`);
  return row.id;
}

async function invite(application: Application, owner: Session, workspaceId: number, email: string) {
  await owner.send('POST', `/api/workspaces/${workspaceId}/invitations`, { email, role: 'viewer' });
  const { link } = await application.readMail(email);
  return { token: new URL(link).hash.slice(1) };
}
