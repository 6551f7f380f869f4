import { Alert, Button, Group, List, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useWrite } from '../../api/use-write.js';
import { formatCount } from '../../format/number.js';
import { useProgramId } from '../../session/session.js';
import { texts } from '../../texts/commissions.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import type { Commission } from './columns.js';
import { REASON_CHECKS, ReasonField } from './commission-actions.js';

interface Result {
  readonly title: string;
  readonly refused: readonly { readonly id: number; readonly sale: string; readonly error: string }[];
}

/** Holds, releases or rejects the selected commissions, and shows the result for each. */
export function BulkBar({
  chosen,
  onDone,
}: {
  readonly chosen: readonly Commission[];
  readonly onDone: () => void;
}) {
  const programId = useProgramId();
  const [asking, setAsking] = useState<'hold' | 'reject' | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const change = useWrite('post', '/api/programs/{programId}/commissions/bulk', {
    showsError: asking !== null,
    onDone({ data }, { body }) {
      setResult(bulkResult(data, body.action, chosen));
      setAsking(null);
      onDone();
    },
  });
  const path = { programId };
  const ids = chosen.map(({ id }) => id);
  const isNothing = ids.length === 0;
  const form = useForm({ initialValues: { reason: '' }, validate: REASON_CHECKS });
  const ask = (action: 'hold' | 'reject') => {
    change.reset();
    form.reset();
    setAsking(action);
  };
  return (
    <>
      <div aria-live="polite">
        {result && <ResultAlert result={result} onClose={() => setResult(null)} />}
      </div>
      <Group gap="xs" mb="sm">
        <Button variant="default" size="xs" disabled={isNothing} onClick={() => ask('hold')}>
          {texts.holdDialog}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={isNothing}
          loading={change.isSending && asking === null}
          onClick={() => change.send({ path, body: { action: 'release', ids } })}
        >
          {texts.release}
        </Button>
        <Button variant="default" size="xs" disabled={isNothing} onClick={() => ask('reject')}>
          {texts.rejectDialog}
        </Button>
        <Text size="sm" c="dimmed">
          {isNothing ? texts.selectCommissions : texts.selected({ count: formatCount(ids.length) })}
        </Text>
      </Group>
      {asking !== null && (
        <FormDrawer
          title={DIALOGS[asking].title({ ids: ids.length })}
          onClose={() => setAsking(null)}
          onSubmit={form.onSubmit(({ reason }) =>
            change.send({ path, body: { action: asking, ids, reason } }),
          )}
          write={change}
          submit={DIALOGS[asking].submit}
          isDangerous={asking === 'reject'}
        >
          {asking === 'reject' && <Text size="sm">{texts.rejectionIsFinal}</Text>}
          <ReasonField action={asking} {...form.getInputProps('reason')} />
        </FormDrawer>
      )}
    </>
  );
}

const DIALOGS = {
  hold: { title: texts.holdCount, submit: texts.holdCommissions },
  reject: { title: texts.rejectCount, submit: texts.rejectCommissions },
} as const;

type Action = 'hold' | 'release' | 'reject';

interface Outcome {
  readonly id: number;
  readonly ok: boolean;
  readonly error?: string | null;
  readonly commission?: { readonly status: string; readonly hold_reason?: string | null } | null;
}

/** Why it stayed as it was; null: it did not. One that is released may be held for another reason still. */
function refusalOf({ ok, error, commission }: Outcome, action: Action): string | null {
  if (!ok) return error ?? '';
  return action === 'release' && commission?.status === 'held' ? (commission.hold_reason ?? '') : null;
}

function bulkResult(data: readonly Outcome[], action: Action, chosen: readonly Commission[]): Result {
  const saleOf = new Map(chosen.map(({ id, transaction_id }) => [id, transaction_id]));
  const refused = data.flatMap((outcome) => {
    const error = refusalOf(outcome, action);
    const { id } = outcome;
    return error === null ? [] : [{ id, sale: saleOf.get(id) ?? texts.commission({ id }), error }];
  });
  const changed = data.length - refused.length;
  return { title: DONE[action]({ changed }), refused };
}

const DONE = { hold: texts.held, release: texts.released, reject: texts.rejected } as const;

function ResultAlert({ result, onClose }: { readonly result: Result; readonly onClose: () => void }) {
  const { title, refused } = result;
  return (
    <Alert
      mb="sm"
      variant="light"
      color={refused.length === 0 ? 'brand' : 'orange'}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
      title={title}
      withCloseButton
      closeButtonLabel={texts.close}
      onClose={onClose}
    >
      {refused.length > 0 && (
        <>
          <Text size="sm" mb={4}>
            {texts.didNotChange({ refused: refused.length })}
          </Text>
          <List size="sm">
            {refused.map(({ id, sale, error }) => (
              <List.Item key={id}>
                {sale}: {error}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Alert>
  );
}
