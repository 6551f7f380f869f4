import { Text } from '@mantine/core';
import { Fragment } from 'react';
import { useRead } from '../../api/use-read.js';
import { useProgram } from '../../session/session.js';
import { texts } from '../../texts/balances.js';
import { TextLink } from '../../ui/links.js';
import { Money } from '../../ui/money.js';

/** What the workspace's other programs could pay now, with links to where; nothing where there is none. */
export function OtherPrograms() {
  const { id: programId, workspace_id: workspaceId } = useProgram();
  const { data } = useRead('/api/workspaces/{workspaceId}/balances', {
    path: { workspaceId: String(workspaceId) },
  });
  const others = data?.data.filter((one) => one.program_id !== programId && one.ready_partners > 0) ?? [];
  if (others.length === 0) return null;
  const programs = others.map(({ program_id: id, program, currency, ready_cents: cents }, index) => (
    <Fragment key={`${id} ${currency}`}>
      {index > 0 && ', '}
      <TextLink
        to="/p/$programId/payouts"
        params={{ programId: String(id) }}
        search={{ currency } as never}
        size="sm"
        underline="always"
      >
        {program} <Money amountCents={cents} currency={currency} />
      </TextLink>
    </Fragment>
  ));
  const all = (
    <TextLink
      to="/w/$workspaceId"
      params={{ workspaceId: String(workspaceId) }}
      hash="balances"
      size="sm"
      underline="always"
    >
      {texts.seeAll}
    </TextLink>
  );
  return (
    <Text size="sm" mb="md">
      {texts.alsoInOtherPrograms({ programs, all })}
    </Text>
  );
}
