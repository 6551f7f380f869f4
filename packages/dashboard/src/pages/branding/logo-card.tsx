import { Button, Card, FileButton, Group, Input, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Answer } from '../../api/client.js';
import { useWrite } from '../../api/use-write.js';
import { useWorkspaceId } from '../../session/session.js';
import { BrandLogo } from '../../shell/brand-logo.js';
import { texts } from '../../texts/branding.js';
import { common } from '../../texts/common.js';
import { faultOf } from '../../ui/field-errors.js';
import { SectionTitle } from '../../ui/section-title.js';
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
  const { choose, forgetFile, isSaving, remove, isRemoving, fault } = useLogo();
  const hasLogo = branding.logo_url !== null;
  return (
    <Card>
      <Stack gap="sm" align="flex-start">
        <SectionTitle id="logo" size="h3">
          {texts.logo}
        </SectionTitle>
        {hasLogo ? (
          <BrandLogo branding={{ ...branding, name }} height={48} />
        ) : (
          <Text size="sm">{texts.noLogo}</Text>
        )}
        <Text size="sm" c="dimmed">
          {texts.logoHint}
        </Text>
        {fault && (
          <Input.Error size="sm" role="alert">
            {fault}
          </Input.Error>
        )}
        <Group gap="xs">
          <FileButton accept={TYPES.join(',')} resetRef={forgetFile} onChange={(file) => void choose(file)}>
            {(props) => (
              <Button {...props} variant="default" loading={isSaving}>
                {hasLogo ? texts.replaceLogo : texts.chooseALogo}
              </Button>
            )}
          </FileButton>
          {hasLogo && (
            <Button variant="subtle" color="red" loading={isRemoving} onClick={remove}>
              {texts.removeLogo}
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  );
}

/** Saves and removes the logo; `fault` says why a file was not taken. */
function useLogo() {
  const path = { workspaceId: useWorkspaceId() };
  const [fault, setFault] = useState<string | null>(null);
  const save = useWrite('put', '/api/workspaces/{workspaceId}/branding/logo', {
    done: texts.logoSaved,
    showsError: true,
  });
  const removal = useWrite('delete', '/api/workspaces/{workspaceId}/branding/logo', {
    done: texts.logoRemoved,
  });
  const forgetFile = useRef<() => void>(null);
  const forgetFault = () => {
    setFault(null);
    save.reset();
  };
  const choose = async (file: File | null) => {
    if (file === null) return;
    // Otherwise the browser would say nothing when the same file is chosen once more, corrected.
    forgetFile.current?.();
    forgetFault();
    const found = faultOfFile(file);
    if (found !== null) return setFault(found);
    const content = await readBase64(file).catch(() => null);
    if (content === null) return setFault(common.fileCannotBeRead);
    save.send({ path, body: { content } });
  };
  const refused =
    save.error && (faultOf(save.error)?.field === 'content' ? texts.notAnImage : save.error.message);
  const remove = () => {
    forgetFault();
    removal.send({ path });
  };
  return {
    choose,
    forgetFile,
    isSaving: save.isSending,
    remove,
    isRemoving: removal.isSending,
    fault: fault ?? refused,
  };
}
