import { Card, Skeleton, Switch } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../api/client.js';
import { useRead } from '../../api/use-read.js';
import { useWrite } from '../../api/use-write.js';
import { useWorkspace, useWorkspaceId } from '../../session/session.js';
import { texts } from '../../texts/workspaces.js';
import { CompanyForm } from '../../ui/company-form.js';
import { ErrorState } from '../../ui/states.js';

type WorkspaceCompany = Answer<'/api/workspaces/{workspaceId}/company'>;

/** The company that issues statements to partners. */
export function IssuingCompany() {
  const workspaceId = useWorkspaceId();
  const read = useRead('/api/workspaces/{workspaceId}/company', { path: { workspaceId } });
  return (
    <Card>
      {read.data ? (
        <Fields key={workspaceId} company={read.data} />
      ) : read.error ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </Card>
  );
}

function Fields({ company }: { readonly company: WorkspaceCompany }) {
  const workspaceId = useWorkspaceId();
  const workspace = useWorkspace();
  const [isSelfBilling, setIsSelfBilling] = useState(company.self_billing);
  const save = useWrite('put', '/api/workspaces/{workspaceId}/company', {
    done: texts.settingsSaved,
    showsError: true,
  });
  return (
    <CompanyForm
      company={company}
      fallback={workspace?.name ?? ''}
      description={texts.theCompanyThatIssues}
      write={save}
      onSave={(values) =>
        save.send({ path: { workspaceId }, body: { ...values, self_billing: isSelfBilling } })
      }
    >
      <Switch
        label={texts.selfBilling}
        description={texts.statementsAreInvoices}
        checked={isSelfBilling}
        onChange={(event) => setIsSelfBilling(event.currentTarget.checked)}
      />
    </CompanyForm>
  );
}
