/**
 * Content of outbox messages, one type per channel. It is compressed and encrypted, because messages carry codes and
 * links.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { MessageTopic } from '@mare/domain/notifications/outbox.ts';
import { defineCache } from '../../platform/caching/caches.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import type { WhatsAppTemplate } from '../../platform/messages/whatsapp.ts';
import type { Platform } from '../../platform/platform.ts';
import { readSecrets } from '../../platform/config/read-secret.ts';
import { openVault } from '../../platform/vault.ts';

export interface QueuedSms {
  channel: 'sms';
  /** E.164 without the plus sign. */
  to: string;
  text: string;
}

export interface QueuedWhatsApp {
  channel: 'whatsapp';
  userId: string;
  /** Null: the confirmed phone at the time of sending. Set for the code that confirms it. */
  phone: string | null;
  template: WhatsAppTemplate;
  parameters: string[];
}

/** Free text to the confirmed phone at the time of sending. */
export interface QueuedWhatsAppText {
  channel: 'whatsapp';
  userId: string;
  phone: null;
  text: string;
}

/** To one browser. */
export interface QueuedPush {
  channel: 'push';
  userId: string;
  subscriptionId: string;
  title: string;
  message: string;
  /** Path of this site. */
  href: string;
  /** Browsers replace a notification of the same tag. */
  tag: string;
}

export interface QueuedMail {
  channel: 'mail';
  mail: Mail;
}

export type MessageContent = QueuedMail | QueuedSms | QueuedWhatsApp | QueuedWhatsAppText | QueuedPush;

export interface NewMessage {
  /** Deduplication key: a message of the same key is written once. */
  key: string;
  /** Also used for the Message-ID; random if absent. */
  id?: string;
  topic: MessageTopic;
  content: MessageContent;
  /** Messages of a stream are sent in sequence, in the order in which they were written. */
  stream?: string;
  /** The message is skipped if it is not sent by then. */
  expiresAt?: Date;
  /** Erases the e-mail address once the message is sent or skipped. */
  isAnonymous?: boolean;
}

type Deps = Pick<Platform, 'config' | 'random' | 'caches'>;

export const outboxVault = defineCache(({ config, random }: Pick<Platform, 'config' | 'random'>) =>
  openVault(readSecrets(process.env, config), random),
);

const rowOf = (id: string) => `outbox:${id}`;

/** @param id of the outbox row */
export function sealContent(platform: Deps, id: string, content: MessageContent): Buffer {
  return outboxVault(platform).seal(deflateRawSync(JSON.stringify(content)), rowOf(id));
}

/** @throws if the content belongs to another row, or its secret is no longer accepted */
export function openContent(platform: Deps, id: string, sealed: Buffer): MessageContent {
  return JSON.parse(
    inflateRawSync(outboxVault(platform).open(sealed, rowOf(id))).toString(),
  ) as MessageContent;
}
