import { messages } from '../language/messages.js';

/** What a payable balance consists of, where that is more than commissions. */
export const texts = messages('payable-parts', {
  commissions: '{amount} from commissions',
  adjustments: '{amount} in bonuses and deductions',
  carried: '{amount} for refunds after a payout',
});
