import { Card, Skeleton } from '@mantine/core';
import { useRead } from '../../api/use-read.js';
import { useWrite } from '../../api/use-write.js';
import { useMe, usePartnerProgram, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/portal.js';
import { CompanyForm } from '../../ui/company-form.js';
import { ErrorState } from '../../ui/states.js';

/** The company of a partner, as it stands on statements. */
export function PartnerCompany() {
  const programId = useProgramId();
  const { company: workspace } = usePartnerProgram();
  const { user } = useMe();
  const path = { programId };
  const read = useRead('/api/partner/programs/{programId}/company', { path });
  const save = useWrite('put', '/api/partner/programs/{programId}/company', {
    done: texts.companySaved,
    showsError: true,
  });
  return (
    <Card maw={640} mt="lg" component="section" aria-label={texts.companyOnStatements}>
      {read.data ? (
        <CompanyForm
          company={read.data}
          fallback={user.name}
          description={texts.yourCompanyOnStatements({ workspace })}
          write={save}
          onSave={(body) => save.send({ path, body })}
        />
      ) : read.error ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : (
        <Skeleton height={280} />
      )}
    </Card>
  );
}
