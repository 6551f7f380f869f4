import type { Answer } from './management.js';
import { ask, signIn, signInAs } from './management.js';
import { createSender, type Send } from './open-program.js';
import { type SeededProgram, seedLink, seedPartner, seedProgram } from './seed.js';
import type { RunningService } from './service.js';
import { payableSale, seedPartnerUser } from './workspace.js';

/** A partner of a program who can sign in. */
export interface Payee {
  readonly partnerId: number;
  /** The address of the partner, to which mails go. */
  readonly email: string;
  /** The address that they sign in with. */
  readonly userEmail: string;
  /** As the partner, under `/api/partner/programs/:programId`. */
  readonly send: Send;
  /** Adds or changes the payout details. */
  setDetails(method: string, account: string, name?: string): Promise<Answer>;
  /** A sale that pays the partner 20.00. */
  sell(): Promise<unknown>;
}

/** A program whose commissions are payable at once, with an owner and one partner. */
export interface ProgramWithPayee {
  readonly program: SeededProgram;
  readonly jane: Payee;
  /** As the owner, under `/api/programs/:programId`. */
  readonly team: Send;
  /** As the owner, under `/api/workspaces/:workspaceId`. */
  readonly workspace: Send;
  /** The address of the owner. */
  readonly ownerEmail: string;
  addPayee(): Promise<Payee>;
  /** Creates a payout run of all that is due. */
  run(): Promise<Answer>;
  file(runId: number, format: string): Promise<string>;
}

/** The last four characters of it are the end of every masked form. */
export const IBAN = 'DE02 1203 0000 0000 2020 51';
/** What of it no mask leaves, and no random name has: four digits alone are in one of some thousand names. */
export const DIGITS_OF_IBAN = /1203 ?0000/;
export const OTHER_IBAN = 'FR14 2004 1010 0505 0001 3M02 606';

const MODULUS = 97n;
/** `DE` as digits, and the place of the check digits. */
const GERMANY = '131400';

/** An account of its own for each number from 0 to 9999, which ends in that number. */
export function accountOf(method: string, number: number): string {
  const digits = String(number).padStart(4, '0');
  if (method === 'paypal') return `+49151000${digits}`;
  if (method === 'wise') return `@account-${digits}`;
  const basic = `12030000000000${digits}`;
  const check = 98n - (BigInt(basic + GERMANY) % MODULUS);
  const iban = `DE${String(check).padStart(2, '0')}${basic}`;
  return (iban.match(/.{1,4}/g) ?? []).join(' ');
}

export async function openProgramWithPayee(
  service: RunningService,
  options: Parameters<typeof seedProgram>[1] = {},
): Promise<ProgramWithPayee> {
  const program = await seedProgram(service.pool, { holdDays: 0, ...options });
  const { programId, workspaceId } = program;
  const owner = await signInAs(service, workspaceId, 'owner');
  const team = createSender(service, owner, `/api/programs/${programId}`);
  const { body: me } = await ask(service, '/api/me', { cookie: owner });

  async function payeeOf(place: SeededProgram): Promise<Payee> {
    const { partnerId } = place;
    const user = await seedPartnerUser(service.pool, program, partnerId);
    const { rows } = await service.pool.query('select email from partners where id = $1', [partnerId]);
    const send = createSender(
      service,
      await signIn(service, user.email),
      `/api/partner/programs/${programId}`,
    );
    return {
      partnerId,
      email: rows[0].email,
      userEmail: user.email,
      send,
      async setDetails(method, details, name = 'Jane Doe') {
        const answer = await send('PUT', '/payout-details', { method, account_name: name, details });
        if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
        return answer;
      },
      sell: () => payableSale(service, place),
    };
  }

  return {
    program,
    jane: await payeeOf(program),
    team,
    workspace: createSender(service, owner, `/api/workspaces/${workspaceId}`),
    ownerEmail: me.user.email,
    async addPayee() {
      const partner = await seedPartner(service.pool, program);
      const link = await seedLink(service.pool, { workspaceId, programId, partnerId: partner.partnerId });
      return payeeOf({ ...program, ...partner, ...link });
    },
    run: () => team('POST', '/payout-runs', {}),
    async file(runId, format) {
      const { status, body } = await team('GET', `/payout-runs/${runId}/file?format=${format}`);
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
      return body;
    },
  };
}

/** Lets the time pass for which payout runs skip partners after a change of payout details. */
export async function endHold(service: Pick<RunningService, 'pool'>, partnerId: number): Promise<void> {
  await service.pool.query(
    `update partner_payout_details set created_at = created_at - interval '721 hours' where partner_id = $1`,
    [partnerId],
  );
}
