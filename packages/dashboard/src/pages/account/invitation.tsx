import { Alert, List, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { auth } from '../../api/auth.js';
import { type Answer, request } from '../../api/client.js';
import { useAction } from '../../api/use-write.js';
import { useRememberBranding } from '../../session/branding.js';
import { useHashToken } from '../../session/hash-token.js';
import { keepLanguage } from '../../session/keep-language.js';
import { texts } from '../../texts/account.js';
import { common } from '../../texts/common.js';
import { Form } from '../../ui/form-drawer.js';
import { LinkButton, TextLink } from '../../ui/links.js';
import { NewPassword, passwordFault, splitPasswordFault } from '../../ui/new-password.js';
import { PageHeader } from '../../ui/page-header.js';
import { ErrorState, Loading } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { nameOfRole } from '../people/roles.js';

type Invitation = Answer<'/api/invitation'>;

/** Where the mail of an invitation leads: to a role in a workspace, or to being a partner. */
export function InvitationPage() {
  const token = useHashToken();
  const read = useQuery({
    queryKey: ['/api/invitation', token],
    queryFn: ({ signal }) =>
      request('get', '/api/invitation', {}, { signal, headers: { 'x-invitation-token': token } }),
    enabled: token !== '',
    // An accepted invitation is no longer found; do not show that to the person who accepted it.
    staleTime: 'static',
  });
  const branding = read.data?.branding;
  useRememberBranding(branding);
  if (token === '' || (read.error && 'status' in read.error && read.error.status === 404)) {
    return (
      <>
        <PageHeader
          title={texts.thisInvitationIsNoLonger}
          description={texts.itHasAlreadyBeenUsed}
          isTopLevel
        />
        <LinkButton to="/sign-in" variant="default" fullWidth>
          {texts.signIn}
        </LinkButton>
      </>
    );
  }
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (read.data === undefined) return <Loading />;
  return <Accept token={token} invitation={read.data} />;
}

function Accept({ token, invitation }: { readonly token: string; readonly invitation: Invitation }) {
  const { has_account: hasAccount } = invitation;
  const isSignedIn = useIsSignedIn(invitation);
  const isNew = !(hasAccount ?? isSignedIn);
  const goOn = useGoOn(invitation.email, isNew);
  const form = useForm({
    initialValues: { name: invitation.name ?? '', password: '' },
    validate: {
      name: (name) => (isNew && name.trim() === '' ? common.enterYourName : null),
      password: (password) => (isNew ? passwordFault(password) : null),
    },
  });
  const accept = useAction(
    async ({ name, password }: typeof form.values) => {
      const account = isNew ? { name: name.trim(), password } : {};
      return request('post', '/api/invitation/accept', { body: { token, ...account } });
    },
    { showsError: true, onDone: (_, { password }) => void goOn(password) },
  );
  const { fault, rest } = splitPasswordFault(accept);
  return (
    <Stack gap="md">
      <PageHeader title={titleOf(invitation)} description={<Who invitation={invitation} />} isTopLevel />
      <Form
        submit={isNew ? texts.createAccount : texts.acceptInvitation}
        write={rest}
        onSubmit={form.onSubmit((values) => accept.send(values))}
      >
        {isNew ? (
          <>
            <TextInput label={common.email} value={invitation.email} readOnly autoComplete="username" />
            <TextInput label={common.yourName} autoComplete="name" required {...form.getInputProps('name')} />
            <NewPassword {...form.getInputProps('password')} label={texts.password} fault={fault} />
            {hasAccount === null && (
              <Text size="sm">
                {texts.openTheLinkAgain}
                <TextLink to="/sign-in" underline="always">
                  {texts.signIn}
                </TextLink>
              </Text>
            )}
          </>
        ) : (
          <Alert variant="light">{texts.alreadyHasAnAccount({ email: invitation.email })}</Alert>
        )}
      </Form>
    </Stack>
  );
}

function titleOf({ role, workspace }: Invitation): string {
  return role === null ? texts.becomeAPartnerOf({ workspace }) : texts.join({ workspace });
}

function Who({ invitation }: { readonly invitation: Invitation }) {
  const { role, programs, expires_at } = invitation;
  return (
    <Stack gap={6} align="center">
      {role !== null && <Text size="sm">{texts.youveBeenInvitedAs({ role: nameOfRole(role) })}</Text>}
      {programs.length > 0 && (
        <List size="sm" listStyleType="none">
          {programs.map((program) => (
            <List.Item key={program}>{program}</List.Item>
          ))}
        </List>
      )}
      <Text size="sm" component="span">
        {texts.thisInvitationExpiresOn({ time: <Time at={expires_at} form="date" /> })}
      </Text>
    </Stack>
  );
}

/** Whether the browser is signed in with the invited address; asked only where the service does not say whether it has an account. */
function useIsSignedIn({ email, has_account: hasAccount }: Invitation): boolean {
  const { data } = useQuery({
    queryKey: ['/api/auth/get-session', email],
    queryFn: () => auth.session().catch(() => null),
    enabled: hasAccount === null,
  });
  return data?.user.email === email;
}

/** Signs in a person who has just chosen a password; others enter theirs, or are signed in already. */
function useGoOn(email: string, isNew: boolean): (password: string) => Promise<void> {
  const queries = useQueryClient();
  const router = useRouter();
  return async (password) => {
    const isIn = isNew && (await auth.signIn(email, password).then(isDone, () => false));
    if (isIn) await keepLanguage();
    const current = isIn
      ? email
      : await auth.session().then(
          (session) => session?.user.email,
          () => null,
        );
    queries.clear();
    router.history.push(current === email ? '/' : '/sign-in');
  };
}

function isDone({ needsCode }: { readonly needsCode: boolean }): boolean {
  return !needsCode;
}
