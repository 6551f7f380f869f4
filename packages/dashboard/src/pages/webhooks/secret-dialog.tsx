import { texts } from '../../texts/webhooks.js';
import { ShownOnce } from '../../ui/shown-once.js';

/** A new secret of a webhook. */
export function SecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <ShownOnce
      title={texts.yourSecret}
      secret={secret}
      label={texts.signingSecret}
      warning={texts.weCantShowItAgain}
      note={texts.verifyWithIt}
      saved={texts.iveSavedTheSecret}
      onClose={onClose}
    />
  );
}
