import { Alert, Button, Divider, Drawer, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { siteOrigin } from '@svc/contract/site';
import { useWrite } from '../../api/use-write.js';
import { useCan, useProgram, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/links.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { Snippet } from '../../ui/copy.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { Form } from '../../ui/form-drawer.js';
import { LinkQr } from '../../ui/link-qr.js';
import { PartnerName } from '../../ui/partner-name.js';
import { isPaused, type LinkItem } from './link.js';

interface Props {
  readonly link: LinkItem;
}

/** One link: its address to hand out, where it leads, and whether it counts. */
export function LinkDrawer({ link, onClose }: Props & { readonly onClose: () => void }) {
  const canWrite = useCan('link:write');
  return (
    <Drawer opened onClose={onClose} title={texts.link({ shortLink: link.short_link })}>
      <Stack gap="lg">
        {link.partner_id !== null && (
          <Text size="sm" component="div">
            {texts.partner({ partner: <PartnerName partnerId={link.partner_id} /> })}
          </Text>
        )}
        {isPaused(link) && (
          <Alert color="orange" variant="light">
            {texts.clicksArentCountedUntil}
          </Alert>
        )}
        {link.referral_url === null ? (
          <Text size="sm" c="dimmed">
            {texts.thisLinkHasNoValid}
          </Text>
        ) : (
          <>
            <div>
              <Title order={3} mb={6}>
                {texts.shareableLink}
              </Title>
              <Snippet code={link.referral_url} label={texts.url} />
            </div>
            <div>
              <Title order={3} mb={6}>
                {texts.qrCode}
              </Title>
              <LinkQr url={link.referral_url} name={link.short_link} />
            </div>
          </>
        )}
        {canWrite && (
          <>
            <Divider />
            <Destination link={link} />
            <Divider />
            <Switching link={link} />
          </>
        )}
      </Stack>
    </Drawer>
  );
}

const FIELDS = { destination_url: { at: 'destination', invalid: texts.enterAnAddressSuchAs } } as const;

function Destination({ link }: Props) {
  const programId = useProgramId();
  const { domain } = useProgram();
  const form = useForm({ initialValues: { destination: link.destination_url ?? '' } });
  const save = useWrite('patch', '/api/programs/{programId}/links/{id}', {
    showsError: true,
    done: texts.destinationSaved,
  });
  const shown = useFieldErrors(form, save, FIELDS);
  return (
    <Form
      submit={texts.saveDestination}
      write={shown}
      onSubmit={form.onSubmit(({ destination }) =>
        save.send({
          path: { programId, id: link.id },
          body: { destination_url: destination.trim() === '' ? null : destination.trim() },
        }),
      )}
    >
      <TextInput
        label={texts.destination}
        description={texts.whereTheLinkGoesLeave({ domain })}
        placeholder={`${siteOrigin(domain)}/`}
        inputMode="url"
        autoComplete="off"
        {...form.getInputProps('destination')}
      />
    </Form>
  );
}

function Switching({ link }: Props) {
  const programId = useProgramId();
  const path = { programId, id: link.id };
  const turnOn = useWrite('patch', '/api/programs/{programId}/links/{id}', { done: texts.linkTurnedOn });
  const turnOff = useWrite('patch', '/api/programs/{programId}/links/{id}', {
    showsError: true,
    done: texts.linkTurnedOff,
  });
  if (!link.is_active) {
    return (
      <Group justify="space-between">
        <Text size="sm">{texts.thisLinkIsOff}</Text>
        <Button
          variant="default"
          loading={turnOn.isSending}
          onClick={() => turnOn.send({ path, body: { is_active: true } })}
        >
          {texts.turnOn}
        </Button>
      </Group>
    );
  }
  return (
    <Group justify="space-between">
      <Text size="sm">{texts.thisLink}</Text>
      <ConfirmButton
        title={texts.turnOffQuestion({ shortLink: link.short_link })}
        text={texts.clicksArentCountedWhile}
        confirm={texts.turnOff}
        isDangerous
        write={turnOff}
        onConfirm={() => turnOff.sendAndWait({ path, body: { is_active: false } })}
      >
        {texts.turnOff}
      </ConfirmButton>
    </Group>
  );
}
