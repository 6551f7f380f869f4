/** What a new program looks for. */
export const FRAUD_DEFAULTS = {
  self_referral: 'hold',
  fast_sale: 'flag',
  click_burst: 'flag',
  paid_search: 'flag',
  code_leak: 'flag',
  page_named: 'off',
};

/** The settings of a new program that nobody has given. */
export const PROGRAM_DEFAULTS = {
  ...FRAUD_DEFAULTS,
  lead_source: 'any',
  attribution_precedence: 'link',
  lead_reward_cents: null,
  link_style: 'direct',
  link_domains: [],
  link_parameters: [],
  fallback_url: null,
};
