import { Radio, Select, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Row } from '../../api/client.js';
import { usePreview } from '../../api/use-preview.js';
import { useList } from '../../api/use-read.js';
import { CURRENCY_CHOICES } from '../../format/currency.js';
import { useProgramId } from '../../session/session.js';
import { texts as adjustmentTexts } from '../../texts/adjustments.js';
import { texts } from '../../texts/claims.js';
import { common } from '../../texts/common.js';
import { texts as saleTexts } from '../../texts/sales.js';
import { MoneyInput } from '../../ui/money-input.js';
import { ErrorState, Loading } from '../../ui/states.js';
import { AssignmentChanges, ROUTE } from '../customers/assignment-changes.js';

export type Claim = Row<'/api/programs/{programId}/claims'>;

export interface ActionValues {
  /** Empty: not chosen yet. */
  action: '' | 'none' | 'sale' | 'assign' | 'adjustment';
  customerKey: string;
  currency: string;
  amountCents: number | null;
  /** The day of the sale; empty: now. */
  occurredOn: string;
}

/** What has to be filled in for the action that is chosen. */
export const ACTION_RULES = {
  action: (value: ActionValues['action']) => (value === '' ? texts.chooseACorrection : null),
  customerKey: (value: string, { action }: ActionValues) =>
    action === 'sale' && value.trim() === '' ? saleTexts.enterACustomerKey : null,
  amountCents: (value: number | null, { action }: ActionValues) =>
    (action === 'sale' || action === 'adjustment') && (value === null || value <= 0)
      ? adjustmentTexts.enterAnAmount
      : null,
};

/** The sale that a claim is about, where it is recorded. */
export function useClaimedSale(claim: Claim) {
  const programId = useProgramId();
  const sales = useList('/api/programs/{programId}/sales', {
    path: { programId },
    query: { transaction_id: claim.reference },
  });
  return sales.rows?.find(({ id }) => id === claim.sale_id) ?? null;
}

/**
 * The action as the API takes it; the partner is the claim's, and the answer is the reason, except where the partner before reads the
 * reason as well. Contract 2 section 12.
 */
export function actionOf(values: ActionValues, customerId: number | null, { reference }: Claim) {
  const { action, currency } = values;
  const amount_cents = values.amountCents ?? 0;
  if (action === 'sale') {
    return {
      type: action,
      amount_cents,
      currency,
      customer_key: values.customerKey.trim(),
      occurred_at: values.occurredOn === '' ? null : values.occurredOn,
    };
  }
  if (action === 'adjustment') return { type: action, amount_cents, currency };
  return action === 'assign' && customerId !== null
    ? {
        type: action,
        customer_id: customerId,
        from: 'first_sale' as const,
        reason: texts.claimForOrder({ reference }),
      }
    : null;
}

/** What else the answer to a claim does: nothing, or one correction of the books. */
export function ClaimActionFields<Values extends ActionValues>({
  form,
  claim,
  customerId,
}: {
  readonly form: UseFormReturnType<Values>;
  readonly claim: Claim;
  /** Whom the claimed sale is of, where it is another partner's, so that the customer can be assigned. */
  readonly customerId: number | null;
}) {
  const { action, currency } = form.values;
  const hasSale = claim.sale_id !== null;
  return (
    <>
      <Radio.Group label={texts.correction} withAsterisk {...form.getInputProps('action')}>
        <Stack gap="xs" mt={4}>
          <Radio value="none" label={texts.noCorrection} description={texts.noCommissionChanges} />
          {!hasSale && <Radio value="sale" label={texts.enterTheSale} description={texts.itEarnsByTheRule} />}
          {customerId !== null && (
            <Radio value="assign" label={texts.assignTheCustomer} description={texts.withAllSalesSoFar} />
          )}
          <Radio value="adjustment" label={texts.giveABonus} description={texts.withTheNextPayout} />
        </Stack>
      </Radio.Group>
      {action === 'assign' && customerId !== null && (
        <WhatAssigningChanges customerId={customerId} partnerId={claim.partner_id} />
      )}
      {action === 'sale' && (
        <TextInput
          label={saleTexts.customerKey}
          description={saleTexts.newCustomersAreAssigned}
          autoComplete="off"
          required
          maxLength={255}
          {...form.getInputProps('customerKey')}
        />
      )}
      {(action === 'sale' || action === 'adjustment') && (
        <>
          <Select
            label={common.currency}
            data={CURRENCY_CHOICES}
            searchable
            allowDeselect={false}
            required
            {...form.getInputProps('currency')}
          />
          <MoneyInput
            label={action === 'sale' ? texts.saleAmount : common.amount}
            required
            currency={currency}
            {...form.getInputProps('amountCents')}
            value={form.values.amountCents}
          />
          {action === 'sale' && (
            <TextInput
              type="date"
              label={saleTexts.soldOn}
              description={saleTexts.leaveItEmptyForNow}
              {...form.getInputProps('occurredOn')}
            />
          )}
        </>
      )}
    </>
  );
}

/** What the partner would earn, and the other one lose, if the customer were assigned with all sales so far. */
function WhatAssigningChanges({
  customerId,
  partnerId,
}: {
  readonly customerId: number;
  readonly partnerId: number;
}) {
  const programId = useProgramId();
  const preview = usePreview(ROUTE, {
    path: { programId, id: customerId },
    body: { partner_id: partnerId, from: 'first_sale', reason: texts.assignTheCustomer, preview: true },
  });
  if (preview.error) return <ErrorState error={preview.error} retry={() => void preview.refetch()} />;
  if (!preview.data) return <Loading />;
  return <AssignmentChanges customerId={customerId} changes={preview.data.changes} />;
}
