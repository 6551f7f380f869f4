import type { CliStatusAnswer, IntegrationAnswer } from '@svc/contract';

type NextStep = NonNullable<CliStatusAnswer['next_step']>;

/** What decides about the next step of an integration. */
export interface NextStepFacts extends Pick<IntegrationAnswer, 'steps' | 'statistics' | 'payments_reported'> {
  /** Whether there is a link to click on. */
  readonly hasTestLink: boolean;
  /** Whether this service can connect an account at the payment provider. */
  readonly canConnect: boolean;
}

/**
 * The first step that is not done, in the order an integration is made; null: nothing is left. Its command works on this service, and
 * completes the step or shows what does. Contract 2, section 17.
 */
export function nextStepOf(facts: NextStepFacts): NextStep | null {
  const { pageview, referrals, payments } = facts.steps;
  if (pageview === 'pending' || referrals === 'pending') return testStep(facts);
  return payments === 'complete' || facts.payments_reported ? null : paymentsStep(facts);
}

function testStep({ steps, hasTestLink }: NextStepFacts): NextStep {
  const step = steps.pageview === 'pending' ? 'pageview' : 'referrals';
  if (!hasTestLink) {
    return {
      step,
      command: 'svc status',
      why: 'No approved partner has a link yet, so there is nothing to click on. Add a partner and a link in the dashboard first.',
    };
  }
  return step === 'pageview'
    ? {
        step,
        command: 'svc test click',
        why: 'No test click has arrived yet. This sends one, to show that clicks on referral links are recorded.',
      }
    : {
        step,
        command: 'svc test lead',
        why: 'No test lead has arrived yet. This sends one, to show that signups are credited to the click they came by.',
      };
}

const BY_API =
  'Report each payment from your server: trackSale of @svc/node, or POST /api/v1/track/sale. .svc/AGENTS.md has the code.';

function paymentsStep({ canConnect, statistics }: NextStepFacts): NextStep {
  const connection = statistics.payments.processorConnectionStatus.replaceAll('_', ' ');
  if (canConnect && statistics.payments.processorConnectionStatus !== 'restricted') {
    return {
      step: 'payments',
      command: 'svc setup processor',
      why: `No real sale has been reported, and the card processor is not connected (status: ${connection}). This connects it, so that payments are attributed. Or: ${BY_API}`,
    };
  }
  return {
    step: 'payments',
    command: 'svc watch',
    why: `No real sale has been reported yet. ${BY_API} This shows the sale when it arrives.`,
  };
}
