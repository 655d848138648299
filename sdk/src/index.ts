// All that the package gives.
export { createQuoin, type Quoin, type QuoinAnswer, type QuoinFile, type QuoinOptions } from './client.ts'
export { type Fault, QuoinError } from './errors.ts'
export type { FollowOptions, FollowState } from './follow.ts'
export type {
  BankTransaction,
  CallOptions,
  Company,
  CreditNote,
  CreditNoteSummary,
  Customer,
  CustomerSummary,
  EventType,
  Invoice,
  InvoiceSummary,
  LineItem,
  Payment,
  Project,
  Quote,
  QuoteSummary,
  RecurringInvoice,
  RecurringInvoiceSummary,
  Refund,
  Task,
  TimeEntry,
  User,
  WebhookDelivery,
  WebhookEndpoint,
} from './types.ts'
export {
  type StoredEvent,
  signWebhook,
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  type WebhookRefusal,
  WebhookVerificationError,
} from './webhooks.ts'
