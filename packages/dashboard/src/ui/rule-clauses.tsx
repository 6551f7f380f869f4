import {
  ActionIcon,
  Button,
  Card,
  Group,
  Menu,
  NumberInput,
  SegmentedControl,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { common } from '../texts/common.js';
import { texts } from '../texts/rules.js';
import { MoneyInput } from './money-input.js';
import {
  type ClauseValues,
  CONDITIONS,
  type Condition,
  clauseFault,
  newClause,
  type PayValues,
} from './rule-values.js';

const MAX_CLAUSES = 20;

interface ClausesProps {
  readonly clauses: readonly ClauseValues[];
  readonly onChange: (clauses: ClauseValues[]) => void;
  readonly currency: string;
  /** Each clause says what is missing in it. */
  readonly showsFaults: boolean;
}

interface EditorProps extends Omit<ClausesProps, 'onChange'> {
  readonly otherwise: PayValues;
  readonly otherwiseError: string | undefined;
  readonly onClauses: ClausesProps['onChange'];
  readonly onOtherwise: (pay: PayValues) => void;
}

/** The clauses of a rule, and what it pays where none of them holds. */
export function ClausesEditor({
  otherwise,
  otherwiseError,
  onClauses,
  onOtherwise,
  ...clauses
}: EditorProps) {
  return (
    <>
      <ClauseFields {...clauses} onChange={onClauses} />
      <Card component="section" p="sm" aria-label={texts.otherwisePays}>
        <PayFields
          label={texts.otherwisePays}
          pay={otherwise}
          currency={clauses.currency}
          error={otherwiseError}
          onChange={onOtherwise}
        />
      </Card>
    </>
  );
}

/** The clauses of a rule, in their order: the first that holds pays. */
function ClauseFields({ clauses, onChange, currency, showsFaults }: ClausesProps) {
  const replace = (index: number, ...instead: ClauseValues[]) =>
    onChange([...clauses.slice(0, index), ...instead, ...clauses.slice(index + 1)]);
  const move = (index: number, by: 1 | -1) => {
    const moved = [...clauses];
    const [clause] = moved.splice(index, 1);
    if (clause !== undefined) moved.splice(index + by, 0, clause);
    onChange(moved);
  };
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {texts.theFirstClauseThatHolds}
      </Text>
      {clauses.map((clause, index) => (
        <Card
          key={clause.id}
          component="section"
          p="sm"
          aria-label={texts.clauseNumber({ number: index + 1 })}
        >
          <Stack gap="sm">
            <Group justify="space-between" wrap="nowrap">
              <Text fw={600}>{texts.clauseNumber({ number: index + 1 })}</Text>
              <ClauseButtons
                number={index + 1}
                count={clauses.length}
                onMove={(by) => move(index, by)}
                onRemove={() => replace(index)}
              />
            </Group>
            <Conditions clause={clause} currency={currency} onChange={(next) => replace(index, next)} />
            <PayFields
              label={texts.pays}
              pay={clause.pay}
              currency={currency}
              onChange={(pay) => replace(index, { ...clause, pay })}
            />
            {showsFaults && clauseFault(clause) !== null && (
              <Text size="xs" role="alert" c="var(--svc-color-bad)">
                {clauseFault(clause)}
              </Text>
            )}
          </Stack>
        </Card>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} />}
        disabled={clauses.length === MAX_CLAUSES}
        onClick={() => onChange([...clauses, newClause()])}
        style={{ alignSelf: 'flex-start' }}
      >
        {texts.addClause}
      </Button>
    </Stack>
  );
}

/** Moves a clause among the others, and removes it; a rule keeps one. */
function ClauseButtons({
  number,
  count,
  onMove,
  onRemove,
}: {
  readonly number: number;
  readonly count: number;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}) {
  const look = { variant: 'subtle', color: 'gray' } as const;
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        {...look}
        aria-label={texts.moveUp({ number })}
        disabled={number === 1}
        onClick={() => onMove(-1)}
      >
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon
        {...look}
        aria-label={texts.moveDown({ number })}
        disabled={number === count}
        onClick={() => onMove(1)}
      >
        <IconArrowDown size={16} />
      </ActionIcon>
      <ActionIcon
        {...look}
        aria-label={texts.removeClause({ number })}
        disabled={count === 1}
        onClick={onRemove}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  );
}

interface ConditionsProps {
  readonly clause: ClauseValues;
  readonly currency: string;
  readonly onChange: (clause: ClauseValues) => void;
}

function Conditions({ clause, currency, onChange }: ConditionsProps) {
  const { conditions } = clause;
  const unused = CONDITIONS.filter((condition) => !conditions.includes(condition));
  const without = (condition: Condition) => conditions.filter((one) => one !== condition);
  return (
    <Stack gap="xs">
      {conditions.length === 0 && <Text size="sm">{texts.holdsForEverySale}</Text>}
      {conditions.map((condition) => (
        <Group key={condition} gap="xs" wrap="nowrap" align="flex-end">
          <div style={{ flex: 1, minWidth: 0 }}>
            <ConditionField condition={condition} clause={clause} currency={currency} onChange={onChange} />
          </div>
          <ActionIcon
            variant="subtle"
            color="gray"
            mb={4}
            aria-label={texts.removeCondition({ condition: texts.conditions[condition] })}
            onClick={() => onChange({ ...clause, conditions: without(condition) })}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      {unused.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={14} />}
              style={{ alignSelf: 'flex-start' }}
            >
              {texts.addCondition}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {unused.map((condition) => (
              <Menu.Item
                key={condition}
                onClick={() =>
                  onChange({
                    ...clause,
                    conditions: CONDITIONS.filter((one) => one === condition || conditions.includes(one)),
                  })
                }
              >
                {texts.conditions[condition]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Stack>
  );
}

function ConditionField({
  condition,
  clause,
  currency,
  onChange,
}: ConditionsProps & { readonly condition: Condition }) {
  const change = (values: Partial<ClauseValues>) => onChange({ ...clause, ...values });
  const label = texts.conditions[condition];
  switch (condition) {
    case 'products':
    case 'codes':
      return (
        <TagsInput
          label={label}
          description={condition === 'products' ? texts.asInTheItems : texts.pressEnterAfterEach}
          value={clause[condition]}
          onChange={(names) => change({ [condition]: names })}
          maxTags={100}
          maxLength={255}
          acceptValueOnBlur
        />
      );
    case 'sale':
      return <SaleChoice label={label} sale={clause.sale} onChange={(sale) => change({ sale })} />;
    case 'months':
      return (
        <SimpleGrid cols={2} spacing="xs">
          <MonthInput
            label={texts.fromMonth}
            value={clause.fromMonth}
            onChange={(fromMonth) => change({ fromMonth })}
          />
          <MonthInput
            label={texts.throughMonth}
            placeholder={texts.noEnd}
            value={clause.toMonth}
            onChange={(toMonth) => change({ toMonth })}
          />
        </SimpleGrid>
      );
    case 'minAmount':
      return (
        <MoneyInput
          label={label}
          description={texts.ofTheWholeSale}
          currency={currency}
          value={clause.minAmountCents}
          onChange={(minAmountCents) => change({ minAmountCents })}
        />
      );
    case 'minCustomers':
      return (
        <NumberInput
          label={label}
          description={texts.payingCustomersBefore}
          min={0}
          max={1_000_000}
          allowDecimal={false}
          allowNegative={false}
          value={clause.minCustomers}
          onChange={(minCustomers) => change({ minCustomers })}
        />
      );
  }
}

function SaleChoice({
  label,
  sale,
  onChange,
}: {
  readonly label: string;
  readonly sale: ClauseValues['sale'];
  readonly onChange: (sale: ClauseValues['sale']) => void;
}) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <SegmentedControl
        aria-label={label}
        value={sale}
        onChange={(value) => onChange(value === 'first' ? 'first' : 'renewal')}
        data={[
          { value: 'first', label: texts.firstSale },
          { value: 'renewal', label: texts.laterSales },
        ]}
      />
    </Stack>
  );
}

/** A month after the first sale, which is in month 1. */
function MonthInput(props: {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: number | string;
  readonly onChange: (month: number | string) => void;
}) {
  return <NumberInput min={1} max={1200} allowDecimal={false} allowNegative={false} {...props} />;
}

interface PayProps {
  readonly label: string;
  readonly pay: PayValues;
  readonly currency: string;
  readonly onChange: (pay: PayValues) => void;
  readonly error?: string | undefined;
}

/** What is paid: a share, an amount, or nothing. */
function PayFields({ label, pay, currency, onChange, error }: PayProps) {
  const change = (values: Partial<PayValues>) => onChange({ ...pay, ...values });
  return (
    <Stack gap="xs">
      <Stack gap={4}>
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <SegmentedControl
          aria-label={label}
          value={pay.type}
          onChange={(type) => change({ type: type as PayValues['type'] })}
          data={[
            { value: 'percent', label: texts.percentage },
            { value: 'flat', label: texts.fixedAmount },
            { value: 'none', label: texts.nothing },
          ]}
        />
      </Stack>
      {pay.type === 'percent' && (
        <SimpleGrid cols={2} spacing="xs">
          <TextInput
            label={texts.percentage}
            inputMode="decimal"
            autoComplete="off"
            rightSection="%"
            value={pay.percent}
            onChange={(event) => change({ percent: event.currentTarget.value })}
            error={error}
          />
          <MoneyInput
            label={texts.atMost}
            placeholder={texts.noLimit}
            currency={currency}
            value={pay.maxCents}
            onChange={(maxCents) => change({ maxCents })}
          />
        </SimpleGrid>
      )}
      {pay.type === 'flat' && (
        <MoneyInput
          label={common.amount}
          currency={currency}
          value={pay.amountCents}
          onChange={(amountCents) => change({ amountCents })}
          error={error}
        />
      )}
    </Stack>
  );
}
