import { Button, Card, FileButton, Group, Input, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../api/client.js';
import { useWrite } from '../../api/use-write.js';
import { useWorkspaceId } from '../../session/session.js';
import { BrandLogo } from '../../shell/brand-logo.js';
import { texts } from '../../texts/branding.js';
import { faultOf } from '../../ui/field-errors.js';
import { readBase64 } from '../assets/asset.js';

const MAX_BYTES = 200 * 1024;
const TYPES = ['image/png', 'image/jpeg', 'image/webp'];

function faultOfFile({ type, size }: File): string | null {
  if (!TYPES.includes(type)) return texts.typeNotAccepted;
  return size > MAX_BYTES ? texts.tooLarge : null;
}

/** The logo that partners see; it is saved as soon as it is chosen. */
export function LogoCard({
  branding,
  name,
}: {
  readonly branding: Answer<'/api/workspaces/{workspaceId}/branding'>;
  readonly name: string;
}) {
  const path = { workspaceId: useWorkspaceId() };
  const [fault, setFault] = useState<string | null>(null);
  const save = useWrite('put', '/api/workspaces/{workspaceId}/branding/logo', {
    done: texts.logoSaved,
    showsError: true,
  });
  const remove = useWrite('delete', '/api/workspaces/{workspaceId}/branding/logo', {
    done: texts.logoRemoved,
  });
  const choose = async (file: File | null) => {
    if (file === null) return;
    const found = faultOfFile(file);
    setFault(found);
    save.reset();
    if (found === null) save.send({ path, body: { content: await readBase64(file) } });
  };
  const refused =
    save.error && (faultOf(save.error)?.field === 'content' ? texts.notAnImage : save.error.message);
  const hasLogo = branding.logo_url !== null;
  return (
    <Card>
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h3">
          {texts.logo}
        </Title>
        {hasLogo ? (
          <BrandLogo branding={{ ...branding, name }} height={48} />
        ) : (
          <Text size="sm">{texts.noLogo}</Text>
        )}
        <Text size="sm" c="dimmed">
          {texts.logoHint}
        </Text>
        {(fault ?? refused) && (
          <Input.Error size="sm" role="alert">
            {fault ?? refused}
          </Input.Error>
        )}
        <Group gap="xs">
          <FileButton accept={TYPES.join(',')} onChange={(file) => void choose(file)}>
            {(props) => (
              <Button {...props} variant="default" loading={save.isSending}>
                {hasLogo ? texts.replaceLogo : texts.chooseALogo}
              </Button>
            )}
          </FileButton>
          {hasLogo && (
            <Button
              variant="subtle"
              color="red"
              loading={remove.isSending}
              onClick={() => remove.send({ path })}
            >
              {texts.removeLogo}
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  );
}
