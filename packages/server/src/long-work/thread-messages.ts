/** A request to the thread for long work, which answers each with the same `id`. */
export type WorkRequest =
  | { readonly id: number; readonly call: 'start'; readonly task: string; readonly input: unknown }
  | { readonly id: number; readonly call: 'next' | 'end' };

/** An answer of the thread: an item, the end of the items, or the text of an error. */
export type WorkAnswer =
  | { readonly id: number; readonly kind: 'item'; readonly item: unknown }
  | { readonly id: number; readonly kind: 'end' }
  | { readonly id: number; readonly kind: 'failure'; readonly message: string };
