/** Fields with ids of the customer's world, which are text whatever they look like. */
const IDS = new Set(['customer_key', 'transaction_id', 'commission_id', 'partner_id']);

const FORMULA_ERROR =
  /^(#(REF!|NAME\?|VALUE!|DIV\/0!|N\/A|NUM!|NULL!|SPILL!|CALC!|BEZUG!|WERT!|ZAHL!|NV|NOM\?|VALEUR!|NOMBRE!|NUL!)|#{3,})$/i;
const SHORTENED_NUMBER = /^[+-]?\d([.,]\d+)?E[+-]\d{1,3}$/i;
const MONTHS = 'jan|f[eé][bv]|m[aä]r|mrz|apr|avr|ma[iy]|jun|jui|jul|aug|ao[uû]|sep|o[ck]t|nov|d[eé][cz]';
const DAY_AND_MONTH = new RegExp(`^\\d{1,2}(\\.\\s?|-|\\s)(${MONTHS})[a-zéûä]*\\.?$`, 'iu');
const BOOLEAN = /^(TRUE|FALSE|WAHR|FALSCH|VRAI|FAUX)$/;

const AS_TEXT = 'Format the column as text, and export the file again';

/** What a spreadsheet has made of a cell whose value is lost, wherever it is; null: nothing. */
export function lostValue(text: string): string | null {
  return FORMULA_ERROR.test(text)
    ? 'is an error of a spreadsheet’s formula: correct the cell there, and export the file again'
    : null;
}

/** What a spreadsheet has made of a number or a text that looked like one; null: nothing that can be seen. */
export function rewrittenValue(text: string): string | null {
  if (SHORTENED_NUMBER.test(text))
    return `is a number that a spreadsheet has rewritten, so that its last digits are lost. ${AS_TEXT}`;
  return DAY_AND_MONTH.test(text) ? `is a day that a spreadsheet has made of a number. ${AS_TEXT}` : null;
}

/** Why the cell of a field cannot be what it was; null: it can. */
export function rewrittenCell(field: string, text: string): string | null {
  const lost = lostValue(text);
  if (lost !== null || !IDS.has(field)) return lost;
  if (BOOLEAN.test(text)) return `is a logical value that a spreadsheet has made of a text. ${AS_TEXT}`;
  return rewrittenValue(text);
}
