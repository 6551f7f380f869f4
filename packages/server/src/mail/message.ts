import type { Language } from '@svc/contract';

/** What an email says, before it is written as text and as HTML (render-mail.ts). Texts are plain; nothing in them is HTML. */
export interface Message {
  readonly language: Language;
  readonly subject: string;
  /** The title above the HTML: what happened, in a few words. */
  readonly heading: string;
  /** false: a person wrote it, and greets the reader in their own words, or not. */
  readonly hasGreeting?: boolean;
  /** In this order, after the greeting. The first one should be a paragraph: mail clients show it beside the subject. */
  readonly parts: readonly Part[];
  /** Why the reader gets this email, in one sentence. */
  readonly reason: string;
  /** Whose email it looks like; what is left out is of svc itself. */
  readonly brand?: Partial<Brand>;
}

/** A string is a paragraph. */
export type Part =
  | string
  | LinesPart
  | SectionPart
  | LinkPart
  | FactsPart
  | ListPart
  | StepsPart
  | ButtonPart;

/** A paragraph that keeps its lines. */
export interface LinesPart {
  readonly lines: readonly string[];
}

/** The title of what follows, where a message is about several things; it may lead to one of them. */
export interface SectionPart {
  readonly section: string | Link;
}

/** A list in no order, below a line that says what of. */
export interface ListPart {
  readonly list: readonly (string | Link)[];
  /** Without a mark at its end: a colon follows. */
  readonly title: string;
}

/** A paragraph that ends with an address, which the reader is to see. */
export interface LinkPart {
  readonly link: Link;
}

/** A table of two columns: label and value. */
export interface FactsPart {
  readonly facts: readonly (readonly [label: string, value: string])[];
}

/** A numbered list. */
export interface StepsPart {
  readonly steps: readonly (string | Link)[];
}

/** What the reader most likely wants to do; one per message. */
export interface ButtonPart {
  readonly button: Link & {
    /** On the button: a verb, and what it is about. */
    readonly label: string;
  };
}

/** A text without a mark at its end: a colon and the address follow. */
export interface Link {
  readonly text: string;
  readonly url: string;
}

/** How the layout looks. */
export interface Brand {
  /** Shown above the message, and read out in place of a logo. */
  readonly name: string;
  /** Of the button and the upper edge, as `#rrggbb`. */
  readonly accent: string;
  /** Of text on `accent`, as `#rrggbb`; at least 4.5 to 1. */
  readonly onAccent: string;
  /** Address of an image of 40 pixels' height; null: the name is written instead, and nothing is loaded from anywhere. */
  readonly logoUrl: string | null;
}
