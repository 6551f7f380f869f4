/** An email, as text and as HTML of the same content; mail clients show one of them. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where mail clients can end emails of this kind with one request (RFC 8058). */
  readonly stopUrl?: string;
}
