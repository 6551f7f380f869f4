import { Button, Card, Group, Modal, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auth } from '../../api/auth.js';
import { useAction } from '../../api/use-write.js';
import { Snippet } from '../../ui/copy.js';
import { Form } from '../../ui/form-drawer.js';
import { QrCode } from '../../ui/qr-code.js';
import { StatusBadge } from '../../ui/status-badge.js';

type Step = 'enable' | 'disable' | 'codes';

const TITLES: Readonly<Record<Step, string>> = {
  enable: 'Set up an authenticator app',
  disable: 'Turn off two-factor authentication',
  codes: 'New backup codes',
};

/** A second proof at sign-in: a code that an app shows. */
export function TwoFactor() {
  const session = useQuery({ queryKey: ['session'], queryFn: auth.session });
  const [step, setStep] = useState<Step | null>(null);
  const isOn = session.data?.user.twoFactorEnabled === true;
  return (
    <Card mih={120}>
      <Group justify="space-between" mb={4}>
        <Title order={2} size="h3">
          Two-factor authentication
        </Title>
        {session.data && <StatusBadge status={isOn ? 'active' : 'disabled'} label={isOn ? 'On' : 'Off'} />}
      </Group>
      <Text size="sm" c="dimmed" mb="md">
        Besides your password, signing in takes a code that an app on your phone shows. Each code works once.
      </Text>
      {session.data && (
        <Group gap="xs">
          {isOn ? (
            <>
              <Button variant="default" onClick={() => setStep('codes')}>
                Make new backup codes
              </Button>
              <Button
                variant="outline"
                color="red.8"
                c="var(--svc-color-bad)"
                onClick={() => setStep('disable')}
              >
                Turn off
              </Button>
            </>
          ) : (
            <Button onClick={() => setStep('enable')}>Turn on</Button>
          )}
        </Group>
      )}
      <Modal opened={step !== null} onClose={() => setStep(null)} title={step === null ? '' : TITLES[step]}>
        {step === 'enable' && <Enable onClose={() => setStep(null)} />}
        {step === 'disable' && <Disable onClose={() => setStep(null)} />}
        {step === 'codes' && <NewCodes />}
      </Modal>
    </Card>
  );
}

/** Everything about the second proof asks for the password first. */
function PasswordStep<Result>({
  act,
  submit,
  onDone,
}: {
  readonly act: (password: string) => Promise<Result>;
  readonly submit: string;
  readonly onDone: (result: Result) => void;
}) {
  const form = useForm({ initialValues: { password: '' } });
  const write = useAction(({ password }: { password: string }) => act(password), {
    showsError: true,
    onDone,
  });
  return (
    <Form submit={submit} write={write} onSubmit={form.onSubmit((values) => write.send(values))}>
      <PasswordInput
        data-autofocus
        label="Your password"
        autoComplete="current-password"
        required
        {...form.getInputProps('password')}
      />
    </Form>
  );
}

function Enable({ onClose }: { readonly onClose: () => void }) {
  const [made, setMade] = useState<{ totpURI: string; backupCodes: string[] } | null>(null);
  const form = useForm({ initialValues: { code: '' } });
  const verify = useAction(({ code }: { code: string }) => auth.verifyCode(code.replaceAll(' ', '')), {
    showsError: true,
    done: 'From now on you sign in with a code.',
    onDone: onClose,
  });
  if (made === null) return <PasswordStep act={auth.enableTwoFactor} submit="Go on" onDone={setMade} />;
  const secret = new URL(made.totpURI).searchParams.get('secret') ?? '';
  return (
    <Stack gap="md">
      <Text size="sm">1. Scan this with an authenticator app, or type the key into it.</Text>
      <QrCode value={made.totpURI} label="Code for the authenticator app" />
      <Snippet code={secret} label="Key" />
      <Text size="sm">
        2. Keep these backup codes where you find them without your phone. Each works once; they are shown
        only now.
      </Text>
      <Snippet code={made.backupCodes.join('\n')} label="Backup codes" />
      <Form submit="Turn on" write={verify} onSubmit={form.onSubmit((values) => verify.send(values))}>
        <TextInput
          label="3. The six digits that the app shows"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          {...form.getInputProps('code')}
        />
      </Form>
    </Stack>
  );
}

function Disable({ onClose }: { readonly onClose: () => void }) {
  const disable = useAction(({ password, code }: Proof) => auth.disableTwoFactor(password, code), {
    showsError: true,
    done: 'Two-factor authentication is off. You sign in with your password only.',
    onDone: onClose,
  });
  return <ProofForm submit="Turn off" write={disable} />;
}

interface Proof {
  readonly password: string;
  readonly code: string;
}

/** Asks for the password and a code, which it takes to change the second factor. */
function ProofForm({
  submit,
  write,
}: {
  readonly submit: string;
  readonly write: ReturnType<typeof useAction<unknown, Proof>>;
}) {
  const form = useForm({ initialValues: { password: '', code: '' } });
  return (
    <Form
      submit={submit}
      write={write}
      onSubmit={form.onSubmit(({ password, code }) =>
        write.send({ password, code: code.replaceAll(' ', '') }),
      )}
    >
      <PasswordInput
        data-autofocus
        label="Your password"
        autoComplete="current-password"
        required
        {...form.getInputProps('password')}
      />
      <TextInput
        label="Code"
        description="The six digits that your authenticator app shows, or one of your backup codes."
        autoComplete="one-time-code"
        required
        {...form.getInputProps('code')}
      />
    </Form>
  );
}

function NewCodes() {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const make = useAction(({ password, code }: Proof) => auth.newBackupCodes(password, code), {
    showsError: true,
    onDone: ({ backupCodes }) => setCodes(backupCodes),
  });
  if (codes === null) return <ProofForm submit="Create new codes" write={make} />;
  return (
    <Stack gap="md">
      <Text size="sm">The codes before these no longer work. Each works once; they are shown only now.</Text>
      <Snippet code={codes.join('\n')} label="Backup codes" />
    </Stack>
  );
}
