import { IMPORT_KINDS, type ImportKind, ImportMapping } from '@svc/contract';
import { Compile } from 'typebox/compile';
import { FIELDS, STATUSES } from './fields.js';
import { ImportError } from './problem.js';

const validator = Compile(ImportMapping);

/** A mapping that somebody wrote. Throws `ImportError`, which names each field and status that means nothing here. */
export function readMapping(given: unknown): ImportMapping {
  if (!validator.Check(given)) {
    const problems = [...validator.Errors(given)].slice(0, 10);
    throw new ImportError(
      problems.map(({ instancePath, message }) => `mapping${instancePath.replaceAll('/', '.')}: ${message}`),
    );
  }
  const problems = IMPORT_KINDS.flatMap((kind) => problemsOf(kind, given[kind]));
  if (problems.length > 0) throw new ImportError(problems);
  return given;
}

function problemsOf(kind: ImportKind, section: ImportMapping[ImportKind]): string[] {
  const fields: readonly string[] = FIELDS[kind];
  const unknown = Object.keys(section?.columns ?? {}).filter((field) => !fields.includes(field));
  const { known } = STATUSES[kind];
  const meanings = Object.entries(section?.statuses ?? {}).filter(([, meaning]) => !known.includes(meaning));
  return [
    ...unknown.map(
      (field) => `mapping.${kind}.columns.${field}: there is no such field; there are ${fields.join(', ')}`,
    ),
    ...meanings.map(
      ([status, meaning]) =>
        `mapping.${kind}.statuses.${status}: ${JSON.stringify(meaning)} is none of ${known.join(', ')}`,
    ),
  ];
}
