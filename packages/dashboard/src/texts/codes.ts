import { messages } from '../language/messages.js';

/** Texts of the codes page. */
export const texts = messages('codes', {
  codes: 'Codes',
  code: 'Code',
  codesCreditWithoutAClick:
    'A code credits its partner without a click: for podcasts, videos and print. Customers type it at sign-up or checkout.',
  createACode: 'Create a code',
  createCode: 'Create code',
  codeCreated: 'Code {code} created',
  noMatchingCodes: 'No matching codes',
  customersWhoEnterIt:
    'Sales of customers who enter a code of this partner are credited to them, even without a click.',
  noCodesYet: 'No codes yet',
  createOneForAPartner: 'Create one for a partner whose audience hears about you instead of clicking a link.',
  codesBelongToPartners: 'Codes belong to partners, so approve a partner first.',
  aCodeCreditsItsPartner:
    'Customers who enter the code at sign-up or checkout are credited to its partner. A discount for customers is created in your shop or in Stripe, under the same code.',
  creditOf: {
    link: 'Customers who first came through another partner’s link stay with that partner.',
    code: 'A sale with the code is credited to its partner, even if the customer first came through another partner’s link.',
  },
  changeThis: 'Change this in Settings',
  codeHint: '2 to 64 letters, digits, hyphens, underscores and dots. Upper and lower case count as the same.',
  codeExample: 'PODCAST20',
  enterACode: 'Enter 2 to 64 letters, digits, hyphens, underscores and dots',
  processorIds: 'Stripe coupons and promotion codes',
  processorIdsHint:
    'Optional. IDs of the coupons and promotion codes in Stripe that belong to this code, such as promo_1Abc. Press Enter after each.',
  noProcessorIds: 'None',
  codeNamed: 'Code {code}',
  codeTurnedOn: 'Code turned on',
  codeTurnedOff: 'Code turned off',
  thisCodeIsOn: 'This code is on and credits its partner.',
  thisCodeIsOff: 'This code is off. Sign-ups and sales with it count as having no code.',
  turnOffQuestion: 'Turn off {code}?',
  codesArentCreditedWhile:
    'Sign-ups and sales with this code count as having none while it’s off. Existing customers stay credited to the partner. You can turn it on again at any time.',
  idsSaved: 'Saved',
  saveIds: 'Save',
  precedences: { link: 'The partner who brought the customer', code: 'The partner of the code' },
  whoIsCredited: 'Who is credited for a sale with a code?',
  whenTheyDiffer: 'Only where the customer came through one partner and uses the code of another.',
  linkKeepsThem: 'The code changes nothing.',
  codeTakesTheSale: 'Only for this sale. The customer stays with the partner who brought them.',
  copy: 'Copy',
  copyCode: 'Copy {code}',
  yourCodes: 'Your codes',
  shareYourCode: 'You’re credited when customers use one of these codes at sign-up or checkout.',
  searchCodes: 'Code',
});
