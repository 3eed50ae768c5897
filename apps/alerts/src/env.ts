import { baseEnv, textsByName } from '@acequia/service-kit';
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
  /** Folder with the folders of gammu-smsd's files backend; absent = there is no modem. */
  SMS_GAMMU_FOLDER: z.string().min(1).optional(),
  /** Where a provider takes SMS by POST; absent = there is none. */
  SMS_HTTP_URL: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' }).optional(),
  /** Its headers as a JSON object, with its token. */
  SMS_HTTP_HEADERS: textsByName.default({}),
  /** Its body: `{numero}`, `{texto}` and `{clave}` are filled in, each inside a JSON string. */
  SMS_HTTP_BODY: z.string().default('{"to":"{numero}","text":"{texto}","id":"{clave}"}'),
  /** Most SMS of a company in a day of its zone, counted by parts. */
  SMS_PER_COMPANY_DAY: z.coerce.number().int().min(0).default(50),
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
