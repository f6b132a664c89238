/** Limits per hour: each message costs staff time, and a contact message sends mail to an unverified e-mail address. */
import type { Limit } from '../platform/database/rate-limits.ts';
import type { RateLimit } from '../platform/http/request/rate-limit.ts';

const HOUR_SECONDS = 3600;

export const MESSAGES_PER_NETWORK: Limit = { name: 'contact-network', hits: 20, seconds: HOUR_SECONDS };
export const MESSAGES_PER_EMAIL: Limit = { name: 'contact-email', hits: 5, seconds: HOUR_SECONDS };
export const TICKETS_PER_USER: Limit = { name: 'ticket-user', hits: 10, seconds: HOUR_SECONDS };
/** Each photo is decoded. */
export const FILES_PER_USER: Limit = { name: 'ticket-file-user', hits: 20, seconds: HOUR_SECONDS };
export const REPLIES_PER_USER: Limit = { name: 'ticket-reply-user', hits: 60, seconds: HOUR_SECONDS };
/** Browsers send one signal every three seconds. */
export const TYPING_PER_USER: RateLimit = { name: 'ticket-typing', hits: 30, seconds: 60 };
/** Mails and WhatsApp messages to one ticket; stops a program that answers each mail. */
export const INBOUND_PER_TICKET: Limit = { name: 'ticket-inbound', hits: 30, seconds: HOUR_SECONDS };
/** Mails that open a ticket; limited, because anyone can send them under any name. */
export const UNKNOWN_MAILS: Limit = { name: 'ticket-unknown-mails', hits: 60, seconds: HOUR_SECONDS };
