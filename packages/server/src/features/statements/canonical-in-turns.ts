import { canonicalJson, type Json } from '@svc/core';
import { createPacer, type Pacer } from '../../pacer.js';

/** The text of `canonicalJson`, written in turns: that of some thousand lines takes longer than a click should wait. */
export function canonicalInTurns(value: Json): Promise<string> {
  return writeInTurns(value, createPacer());
}

async function writeInTurns(value: Json, pacer: Pacer): Promise<string> {
  await pacer.pause();
  if (Array.isArray(value)) {
    const parts: string[] = [];
    for (const one of value as readonly Json[]) parts.push(await writeInTurns(one, pacer));
    return `[${parts.join(',')}]`;
  }
  if (!isDeep(value)) return canonicalJson(value);
  const members: string[] = [];
  for (const name of Object.keys(value).sort())
    members.push(`${canonicalJson(name)}:${await writeInTurns(value[name] as Json, pacer)}`);
  return `{${members.join(',')}}`;
}

/** Whether a value is an object with members that are objects or lists themselves. */
function isDeep(value: Json): value is { readonly [name: string]: Json } {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((member) => typeof member === 'object' && member !== null);
}
