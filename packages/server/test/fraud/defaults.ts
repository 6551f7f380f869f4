/** What a new program looks for. */
export const FRAUD_DEFAULTS = {
  self_referral: 'hold',
  fast_sale: 'flag',
  click_burst: 'flag',
  paid_search: 'flag',
  code_leak: 'flag',
};
