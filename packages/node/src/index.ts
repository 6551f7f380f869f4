export {
  CLICK_ID_COOKIE,
  type ClickIdCookieOptions,
  type CookieSource,
  clickIdCookie,
  type HeaderSource,
  isClickId,
  lastingClickIdCookie,
  readClickId,
} from './cookies.js';
export { type PostOptions, SvcManagement } from './management/management.js';
export { SvcError } from './management/svc-error.js';
export type { Answer, Input, ListPath, PathOf, Row } from './management/types.js';
export type { FetchLike } from './request.js';
export {
  type Failure,
  isRetryable,
  isSettled,
  type LeadData,
  type RefundData,
  type Result,
  type SaleData,
  type Success,
} from './results.js';
export type { SvcOptions } from './settings.js';
export { type Lead, type Refund, type Sale, type SaleItem, Svc } from './svc.js';
export {
  type SvcEvent,
  type VerifyWebhookOptions,
  verifyWebhook,
  WebhookError,
  type WebhookHeaders,
} from './verify-webhook.js';
