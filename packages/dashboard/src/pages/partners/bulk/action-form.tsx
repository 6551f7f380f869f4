import { Button, Radio, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useProgram } from '../../../session/session.js';
import { common } from '../../../texts/common.js';
import { texts } from '../../../texts/partner-bulk.js';
import { Form } from '../../../ui/form-drawer.js';
import { RuleFields } from '../../../ui/rule-fields.js';
import { RULE_CHECKS, ruleOf, ruleValuesOf } from '../../../ui/rule-values.js';
import { GroupSelect, usePermittedGroups } from '../group-field.js';
import { TagSelect } from '../tags.js';
import type { Action } from './bulk.js';

/** Actions of which something has to be said. */
export type FormType = 'group' | 'tag' | 'untag' | 'rule';

interface FormProps {
  readonly onChosen: (action: Action) => void;
  readonly onClose: () => void;
}

const NOT_SENT = { isSending: false, error: null };

/** What an action is to do. It is sent when its preview has been seen. */
export function ActionForm({ type, ...props }: FormProps & { readonly type: FormType }) {
  if (type === 'group') return <GroupForm {...props} />;
  return type === 'rule' ? <RuleForm {...props} /> : <TagForm {...props} type={type} />;
}

function Cancel({ onClose }: { readonly onClose: () => void }) {
  return (
    <Button variant="default" onClick={onClose}>
      {common.cancel}
    </Button>
  );
}

function GroupForm({ onChosen, onClose }: FormProps) {
  const [only, ...others] = usePermittedGroups();
  const [groupId, setGroupId] = useState(only && others.length === 0 ? Number(only.value) : null);
  return (
    <Form
      write={NOT_SENT}
      submit={texts.next}
      extra={<Cancel onClose={onClose} />}
      onSubmit={(event) => {
        event.preventDefault();
        onChosen({ type: 'group', group_id: groupId });
      }}
    >
      <GroupSelect value={groupId} onChange={setGroupId} />
    </Form>
  );
}

function TagForm({ type, onChosen, onClose }: FormProps & { readonly type: 'tag' | 'untag' }) {
  const [tag, setTag] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  return (
    <Form
      write={NOT_SENT}
      submit={texts.next}
      extra={<Cancel onClose={onClose} />}
      onSubmit={(event) => {
        event.preventDefault();
        if (tag.trim() === '') return setFault(texts.enterATag);
        onChosen({ type, tag });
      }}
    >
      <TagSelect
        value={tag}
        error={fault}
        onChange={(next) => {
          setFault(null);
          setTag(next);
        }}
      />
    </Form>
  );
}

function RuleForm({ onChosen, onClose }: FormProps) {
  const { commission, currency } = useProgram();
  const [isOwn, setIsOwn] = useState(true);
  const form = useForm({ initialValues: ruleValuesOf(commission), validate: RULE_CHECKS });
  return (
    <Form
      write={NOT_SENT}
      submit={texts.next}
      extra={<Cancel onClose={onClose} />}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isOwn) return onChosen({ type: 'rule', commission: null });
        const rule = form.validate().hasErrors ? null : ruleOf(form.values);
        if (rule !== null) onChosen({ type: 'rule', commission: rule });
      }}
    >
      <Text size="sm" c="dimmed">
        {texts.hints.rule}
      </Text>
      <Radio.Group
        label={texts.rate}
        value={isOwn ? 'own' : 'program'}
        onChange={(value) => setIsOwn(value === 'own')}
      >
        <Stack mt={6} gap={8}>
          <Radio value="own" label={texts.customRate} />
          <Radio value="program" label={texts.programRate} />
        </Stack>
      </Radio.Group>
      {isOwn && <RuleFields form={form} currency={currency} hasClauses />}
    </Form>
  );
}
