import { Anchor, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { auth } from '../../api/auth.js';
import { request } from '../../api/client.js';
import { ApiError } from '../../api/error.js';
import { useAction } from '../../api/use-write.js';
import { text, useFilters } from '../../session/search.js';
import { texts } from '../../texts/account.js';
import { common } from '../../texts/common.js';
import { Form } from '../../ui/form-drawer.js';
import { TextLink } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';

const SEARCH = { return: text };

/** Goes on to where somebody wanted to go; never to another site. */
function useContinue(): () => void {
  const [search] = useFilters(SEARCH);
  const queries = useQueryClient();
  const router = useRouter();
  return () => {
    queries.clear();
    const wanted = search.return;
    router.history.push(wanted?.startsWith('/') && !/^\/[/\\]/.test(wanted) ? wanted : '/');
  };
}

/**
 * Signs in with a password.
 * @throws {ApiError} with the service's refusal, or where the browser did not keep the session
 */
async function signInAndKeep(email: string, password: string): Promise<{ needsCode: boolean }> {
  const answer = await auth.signIn(email, password);
  if (!answer.needsCode) await checkKept();
  return answer;
}

/** Fails where the browser has dropped the cookie of the session, as some do with a secure one on a page that is not. */
async function checkKept(): Promise<void> {
  if ((await auth.session()) !== null) return;
  const { base_url: address } = await request('get', '/api/setup', {});
  throw new ApiError(0, texts.browserDidNotKeepSignIn({ address }));
}

/** Signing in: address and password, then a code where the account asks for one. */
export function SignInPage() {
  const [step, setStep] = useState<'password' | 'code' | 'backup'>('password');
  if (step === 'password') return <PasswordStep onCodeNeeded={() => setStep('code')} />;
  return <CodeStep key={step} isBackup={step === 'backup'} onChange={setStep} />;
}

function PasswordStep({ onCodeNeeded }: { readonly onCodeNeeded: () => void }) {
  const goOn = useContinue();
  const form = useForm({ initialValues: { email: '', password: '' } });
  const signIn = useAction(({ email, password }: typeof form.values) => signInAndKeep(email, password), {
    showsError: true,
    onDone: ({ needsCode }) => (needsCode ? onCodeNeeded() : goOn()),
  });
  return (
    <>
      <PageHeader title={texts.signIn} isTopLevel />
      <Form
        submit={texts.signIn}
        write={signIn}
        onSubmit={form.onSubmit((values) => signIn.send(values))}
        extra={
          <TextLink to="/forgot-password" size="sm" mr="auto">
            {texts.forgotYourPassword}
          </TextLink>
        }
      >
        <TextInput
          type="email"
          label={common.email}
          autoComplete="username"
          required
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={texts.password}
          autoComplete="current-password"
          required
          {...form.getInputProps('password')}
        />
      </Form>
    </>
  );
}

function CodeStep({
  isBackup,
  onChange,
}: {
  readonly isBackup: boolean;
  readonly onChange: (step: 'code' | 'backup') => void;
}) {
  const goOn = useContinue();
  const form = useForm({ initialValues: { code: '' } });
  const verify = useAction(
    async ({ code }: { code: string }) => {
      await (isBackup ? auth.verifyBackupCode(code.trim()) : auth.verifyCode(code));
      await checkKept();
    },
    { showsError: true, onDone: goOn },
  );
  return (
    <Stack gap="md">
      <PageHeader
        title={isBackup ? texts.useABackupCode : texts.enterYourCode}
        description={isBackup ? texts.enterOneOfTheBackup : texts.openYourAuthenticatorApp}
        isTopLevel
      />
      <Form submit={texts.signIn} write={verify} onSubmit={form.onSubmit((values) => verify.send(values))}>
        <TextInput
          label={isBackup ? texts.backupCode : texts.sixDigitCode}
          inputMode={isBackup ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          required
          {...form.getInputProps('code')}
        />
      </Form>
      <Text size="sm" ta="center">
        <Anchor component="button" type="button" onClick={() => onChange(isBackup ? 'code' : 'backup')}>
          {isBackup ? texts.useYourAuthenticatorAppInstead : texts.useABackupCodeInstead}
        </Anchor>
      </Text>
    </Stack>
  );
}
