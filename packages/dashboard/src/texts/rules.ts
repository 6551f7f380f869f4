/** Texts of the rules pages. */
export const texts = {
  commissionRulesSvc: 'Commission rules · svc',
  commissionRule: 'Commission rule',
  noneSalesEarnNoCommission: 'None. Sales earn no commission.',
  changesApplyToNewSales:
    'Changes apply to new sales. Existing commissions keep the rule they were earned under, and partners with a custom rate keep theirs.',
  changeRule: 'Change rule',
  versionsOfTheCommissionRule: 'Versions of the commission rule',
  noRuleYet: 'No rule yet',
  untilYouSetARule: 'Until you set a rule, sales are recorded but earn no commission.',
  version: 'Version',
  versionNumber: (version: number) => `Version ${version}`,
  rule: 'Rule',
  since: 'Since',
  changedBy: 'Changed by',
  createdWithTheProgram: 'Created with the program',
  versionNowAppliesToNew: (version: number) => `Version ${version} now applies to new sales`,
  changeCommissionRule: 'Change commission rule',
  applyToNewSales: 'Apply to new sales',
} as const;
