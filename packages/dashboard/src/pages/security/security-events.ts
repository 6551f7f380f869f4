import type { Row } from '../../api/client.js';
import { texts } from '../../texts/security.js';

export type SecurityEvent = Row<'/api/workspaces/{workspaceId}/security-log'>;

/** The name of each event in the security log. */
export const EVENTS = texts.events;

export type EventType = keyof typeof EVENTS;

/** The name of an event; an unknown type is shown as it is. */
export function nameOfEvent(type: string): string {
  return EVENTS[type as EventType] ?? type.replaceAll(/[._]/g, ' ');
}

/** Who an event concerns: somebody by their address, or a key. */
export function nameOfAccount({ email, api_key_id, management_key_id }: SecurityEvent): string {
  if (email !== null) return email;
  if (management_key_id !== null) return texts.managementKey;
  return api_key_id === null ? '' : texts.apiKey;
}

/** Whether an event may be part of an attack. */
export function isAlarming(type: string): boolean {
  return type.endsWith('.failed') || type.endsWith('.paused') || type === 'two_factor.disabled';
}

const STEPS: Readonly<Record<string, string>> = texts.steps;
const METHODS: Readonly<Record<string, string>> = texts.methods;

/** Details of an event in a few words; empty if it has none. */
export function detailOf({ data }: Pick<SecurityEvent, 'data'>): string {
  const details = (data ?? {}) as Readonly<Record<string, unknown>>;
  const parts = [
    METHODS[String(details.method)],
    details.new_device === true ? texts.newDevice : undefined,
    STEPS[String(details.step)],
    details.reason === 'used before' ? texts.usedBefore : undefined,
    typeof details.seconds === 'number' ? texts.forSeconds({ seconds: details.seconds }) : undefined,
    typeof details.hint === 'string'
      ? texts.key({ name: String(details.name), hint: details.hint })
      : undefined,
    typeof details.file === 'string' ? details.file : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}
