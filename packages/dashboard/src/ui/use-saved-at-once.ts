import { useRef, useState } from 'react';

/**
 * A value that is saved as soon as it is chosen: `const [shown, choose] = useSavedAtOnce(stored, save)`. What was chosen last is shown
 * while it is saved. One is sent after the other, and of those that wait only the newest, so that the last choice is what stays.
 * `save` answers what is stored then; null: it was refused, and what was stored before is shown again.
 */
export function useSavedAtOnce<T>(
  stored: T,
  save: (value: T) => Promise<{ readonly stored: T } | null>,
): readonly [T, (value: T) => void] {
  const [shown, setShown] = useState(stored);
  const [known, setKnown] = useState(stored);
  const [isSaving, setIsSaving] = useState(false);
  const waiting = useRef<{ readonly value: T } | null>(null);
  // Changed by somebody else.
  if (known !== stored) {
    setKnown(stored);
    if (!isSaving) setShown(stored);
  }
  const sendAll = async () => {
    setIsSaving(true);
    let last = stored;
    for (let next = waiting.current; next !== null; next = waiting.current) {
      const answer = await save(next.value);
      last = answer === null ? last : answer.stored;
      // Another one may have been chosen meanwhile.
      if (waiting.current === next) waiting.current = null;
    }
    setShown(last);
    setIsSaving(false);
  };
  const choose = (value: T) => {
    const isSending = waiting.current !== null;
    waiting.current = { value };
    setShown(value);
    if (!isSending) void sendAll();
  };
  return [shown, choose];
}
