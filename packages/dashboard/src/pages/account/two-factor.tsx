import { Button, Card, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auth } from '../../api/auth.js';
import { useAction } from '../../api/use-write.js';
import { texts } from '../../texts/account.js';
import { common } from '../../texts/common.js';
import { Snippet } from '../../ui/copy.js';
import { Form } from '../../ui/form-drawer.js';
import { QrCode } from '../../ui/qr-code.js';
import { SectionTitle } from '../../ui/section-title.js';
import { StatusBadge } from '../../ui/status-badge.js';

type Step = 'enable' | 'disable' | 'codes';

const TITLES: Readonly<Record<Step, string>> = texts.titles;

/** Two-factor authentication of the user's own account. */
export function TwoFactor() {
  const session = useQuery({ queryKey: ['session'], queryFn: auth.session });
  const [step, setStep] = useState<Step | null>(null);
  const isOn = session.data?.user.twoFactorEnabled === true;
  return (
    <Card mih={120}>
      <Group justify="space-between" gap="xs" mb="xs">
        <SectionTitle id="two-factor" size="h3">
          {texts.twoFactorAuthentication}
        </SectionTitle>
        {session.data && (
          <StatusBadge status={isOn ? 'active' : 'disabled'} label={isOn ? texts.on : common.off} />
        )}
      </Group>
      <Text size="sm" c="dimmed" mb="md">
        {texts.protectYourAccount}
      </Text>
      {session.data && (
        <Group gap="xs">
          {isOn ? (
            <>
              <Button variant="default" onClick={() => setStep('codes')}>
                {texts.createNewBackupCodes}
              </Button>
              <Button
                variant="outline"
                color="red.8"
                c="var(--svc-color-bad)"
                onClick={() => setStep('disable')}
              >
                {texts.turnOff}
              </Button>
            </>
          ) : (
            <Button onClick={() => setStep('enable')}>{texts.turnOn}</Button>
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

/** Asks for the password before anything changes. */
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
        label={texts.yourPassword}
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
    done: texts.twoFactorAuthenticationIsOn,
    onDone: onClose,
  });
  if (made === null)
    return <PasswordStep act={auth.enableTwoFactor} submit={texts.continue} onDone={setMade} />;
  const secret = new URL(made.totpURI).searchParams.get('secret') ?? '';
  return (
    <Stack gap="md">
      <Text size="sm">{texts.scanQrCode}</Text>
      <QrCode value={made.totpURI} label={texts.qrCodeForTheAuthenticator} />
      <Snippet code={secret} label={texts.setupKey} wraps />
      <Text size="sm">{texts.storeBackupCodes}</Text>
      <Snippet code={made.backupCodes.join('\n')} label={texts.backupCodes} />
      <Form submit={texts.turnOn} write={verify} onSubmit={form.onSubmit((values) => verify.send(values))}>
        <TextInput
          label={texts.enterAppCode}
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
    done: texts.twoFactorAuthenticationIsOff,
    onDone: onClose,
  });
  return <ProofForm submit={texts.turnOff} write={disable} />;
}

interface Proof {
  readonly password: string;
  readonly code: string;
}

/** Asks for the password and a code, which a change of two-factor authentication requires. */
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
        label={texts.yourPassword}
        autoComplete="current-password"
        required
        {...form.getInputProps('password')}
      />
      <TextInput
        label={texts.code}
        description={texts.sixDigitsFromYourAuthenticator}
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
  if (codes === null) return <ProofForm submit={texts.createNewCodes} write={make} />;
  return (
    <Stack gap="md">
      <Text size="sm">{texts.yourPreviousCodesNoLonger}</Text>
      <Snippet code={codes.join('\n')} label={texts.backupCodes} />
    </Stack>
  );
}
