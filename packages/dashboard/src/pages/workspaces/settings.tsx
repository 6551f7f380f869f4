import { Card, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { within } from '../../language/within.js';
import { useCan, useMe, useWorkspace, useWorkspaceId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/workspaces.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { Form } from '../../ui/form-drawer.js';
import { TextLink } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';
import { SectionTitle } from '../../ui/section-title.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { nameOfRole } from '../people/roles.js';
import { IssuingCompany } from './company.js';
import { WorkspaceTimeZone } from './time-zone.js';

/** The name of a workspace, its time zone, and what it requires of its members. */
export function WorkspaceSettingsPage() {
  const workspace = useWorkspace();
  const canRename = useCan('workspace:write');
  const role = within(nameOfRole(workspace?.role ?? 'none'));
  return (
    <>
      <PageHeader title={texts.workspaceSettings} description={texts.theWorkspaceNameAndSign} />
      <Stack gap="lg" maw={560}>
        <Card>
          {canRename ? (
            <Rename key={workspace?.id} name={workspace?.name ?? ''} />
          ) : (
            <>
              <Text fw={600}>{workspace?.name}</Text>
              <Text size="sm" c="dimmed" mt={4}>
                {texts.yourRoleIsOnlyOwners({ role })}
              </Text>
            </>
          )}
        </Card>
        {canRename && <WorkspaceTimeZone />}
        {canRename && <IssuingCompany />}
        {canRename && <RequireTwoFactor isRequired={workspace?.two_factor_required ?? false} />}
      </Stack>
    </>
  );
}

/** Whether members must use two-factor authentication. Only an owner who uses it can require it. */
function RequireTwoFactor({ isRequired }: { readonly isRequired: boolean }) {
  const workspaceId = useWorkspaceId();
  const { user } = useMe();
  const change = useWrite('patch', '/api/workspaces/{workspaceId}', {
    showsError: true,
    done: texts.settingsSaved,
  });
  const setRequired = (require_two_factor: boolean) =>
    change.sendAndWait({ path: { workspaceId }, body: { require_two_factor } });
  return (
    <Card>
      <Group justify="space-between" gap="xs" mb="xs">
        <SectionTitle id="two-factor" size="h3">
          {texts.twoFactorAuthentication}
        </SectionTitle>
        <StatusBadge
          status={isRequired ? 'active' : 'disabled'}
          label={isRequired ? texts.required : texts.optional}
        />
      </Group>
      <Text size="sm" c="dimmed" mb="md">
        {texts.ifYouRequireItMembers}
      </Text>
      {isRequired ? (
        <ConfirmButton
          style={{ alignSelf: 'flex-start' }}
          title={texts.makeTwoFactorAuthenticationOptional}
          text={texts.membersCanThenTurn}
          confirm={texts.makeOptional}
          write={change}
          onConfirm={() => setRequired(false)}
        >
          {texts.makeOptional}
        </ConfirmButton>
      ) : user.two_factor ? (
        <ConfirmButton
          style={{ alignSelf: 'flex-start' }}
          title={texts.requireTwoFactorAuthentication}
          text={texts.membersWithoutItLoseAccess}
          confirm={texts.require}
          write={change}
          onConfirm={() => setRequired(true)}
        >
          {texts.requireForAllMembers}
        </ConfirmButton>
      ) : (
        <Text size="sm">
          {texts.toRequireItFirst({
            link: (
              <TextLink to="/account" hash="two-factor">
                {texts.turnIt}
              </TextLink>
            ),
          })}
        </Text>
      )}
    </Card>
  );
}

function Rename({ name }: { readonly name: string }) {
  const workspaceId = useWorkspaceId();
  const form = useForm({
    initialValues: { name },
    validate: { name: (text) => (text.trim() === '' ? common.enterAName : null) },
  });
  const rename = useWrite('patch', '/api/workspaces/{workspaceId}', {
    done: texts.settingsSaved,
    showsError: true,
  });
  return (
    <Form
      submit={common.save}
      write={rename}
      onSubmit={form.onSubmit((values) =>
        rename.send({ path: { workspaceId }, body: { name: values.name.trim() } }),
      )}
    >
      <TextInput
        label={common.name}
        description={texts.shownInInvitations}
        required
        {...form.getInputProps('name')}
      />
    </Form>
  );
}
