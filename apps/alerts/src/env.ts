import { baseEnv } from '@acequia/service-kit';
import { z } from 'zod';

export const alertsEnv = baseEnv.extend({
  DATABASE_URL: baseEnv.shape.DATABASE_URL.unwrap(),
  /** Base URL of the Telegram Bot API. */
  TELEGRAM_API_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
    .default('https://api.telegram.org')
    .transform((url) => url.replace(/\/+$/, '')),
  /** `smtp://user:password@host:587` or `smtps://…`; absent = no mail is sent. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }).optional(),
  /** Sender of mails. */
  ALERTS_FROM: z.string().default('Acequia <avisos@acequia.local>'),
  /** Who gets mail about the installation itself; addresses, comma-separated. */
  OPERATOR_EMAIL: z.string().optional(),
  /** URL of the console, for links in messages. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** Exact origins of webhooks that may be in a private network, comma-separated. */
  WEBHOOK_ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    ),
  /** VAPID key pair of this installation; absent = generated and stored sealed in the database. */
  VAPID_PUBLIC_KEY: z.string().optional(),
  VAPID_PRIVATE_KEY: z.string().optional(),
  /** Contact address for push services: `mailto:` or https. */
  VAPID_SUBJECT: z.string().default('mailto:avisos@acequia.local'),
});
export type AlertsEnv = z.infer<typeof alertsEnv>;
