import { Alert, Button, Divider, Drawer, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { useCan, useProgram, useProgramId } from '../../session/session.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { Snippet } from '../../ui/copy.js';
import { Form } from '../../ui/form-drawer.js';
import { LinkQr } from '../../ui/link-qr.js';
import { PartnerName } from '../../ui/partner-name.js';
import { isPaused, type Link } from './link.js';

interface Props {
  readonly link: Link;
}

/** One link: its address to hand out, where it leads, and whether it counts. */
export function LinkDrawer({ link, onClose }: Props & { readonly onClose: () => void }) {
  const canWrite = useCan('link:write');
  return (
    <Drawer opened onClose={onClose} title={`Link ${link.short_link}`}>
      <Stack gap="lg">
        {link.partner_id !== null && (
          <Text size="sm" component="div">
            Of <PartnerName partnerId={link.partner_id} />
          </Text>
        )}
        {isPaused(link) && (
          <Alert color="orange" variant="light">
            It counts nothing while its partner is not approved.
          </Alert>
        )}
        {link.url === null ? (
          <Text size="sm" c="dimmed">
            The destination of this link is no web address, so there is nothing to hand out.
          </Text>
        ) : (
          <>
            <div>
              <Title order={3} mb={6}>
                Address to hand out
              </Title>
              <Snippet code={link.url} label="Address" />
            </div>
            <div>
              <Title order={3} mb={6}>
                QR code
              </Title>
              <LinkQr url={link.url} name={link.short_link} />
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

function Destination({ link }: Props) {
  const programId = useProgramId();
  const { domain } = useProgram();
  const form = useForm({ initialValues: { destination: link.destination_url ?? '' } });
  const save = useWrite('patch', '/api/programs/{programId}/links/{id}', {
    showsError: true,
    done: 'Destination saved',
  });
  return (
    <Form
      submit="Save the destination"
      write={save}
      onSubmit={form.onSubmit(({ destination }) =>
        save.send({
          path: { programId, id: link.id },
          body: { destination_url: destination.trim() === '' ? null : destination.trim() },
        }),
      )}
    >
      <TextInput
        label="Destination"
        description={`Where the link leads. Empty: the start page of ${domain}.`}
        placeholder={`https://${domain}/`}
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
  const turnOn = useWrite('patch', '/api/programs/{programId}/links/{id}', { done: 'The link is on' });
  const turnOff = useWrite('patch', '/api/programs/{programId}/links/{id}', {
    showsError: true,
    done: 'The link is off',
  });
  if (!link.is_active) {
    return (
      <Group justify="space-between">
        <Text size="sm">This link is off: it counts no clicks.</Text>
        <Button
          variant="default"
          loading={turnOn.isSending}
          onClick={() => turnOn.send({ path, body: { is_active: true } })}
        >
          Turn on
        </Button>
      </Group>
    );
  }
  return (
    <Group justify="space-between">
      <Text size="sm">This link is on and counts clicks.</Text>
      <ConfirmButton
        title={`Turn ${link.short_link} off?`}
        text="Clicks that come while it is off are lost. Customers it has brought stay with the partner. You can turn it on again."
        confirm="Turn off"
        isDangerous
        write={turnOff}
        onConfirm={() => turnOff.sendAndWait({ path, body: { is_active: false } })}
      >
        Turn off
      </ConfirmButton>
    </Group>
  );
}
