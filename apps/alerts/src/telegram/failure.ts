import type { DeliveryDetail } from '@acequia/contracts';

/** A refusal by Telegram; contains no token. */
export class TelegramFailure extends Error {
  constructor(
    readonly kind: 'away' | 'wait' | 'moved' | 'conflict' | 'unchanged' | 'refused',
    readonly reason: DeliveryDetail,
    readonly detail: { retry_ms?: number; chat_id?: string } = {},
  ) {
    super(`Telegram: ${kind}: ${reason.codigo}`);
    this.name = 'TelegramFailure';
  }
}

/** Fields of a Bot API answer that is not ok. */
export interface Refusal {
  error_code?: number;
  description?: string;
  parameters?: { retry_after?: number; migrate_to_chat_id?: number };
}

const KNOWN: readonly [RegExp, DeliveryDetail][] = [
  [/chat not found/i, { codigo: 'telegram_chat_desconocido' }],
  [/blocked by the user/i, { codigo: 'telegram_bloqueado' }],
  [/kicked/i, { codigo: 'telegram_expulsado' }],
  [/not enough rights|have no rights/i, { codigo: 'telegram_sin_permiso' }],
  [/deactivated/i, { codigo: 'telegram_cuenta_cerrada' }],
  [/chat_id is empty/i, { codigo: 'telegram_sin_chat' }],
];

/** Maps a Bot API answer that is not ok (https://core.telegram.org/bots/api#making-requests). */
export const failureOf = (status: number, answer: Refusal): TelegramFailure => {
  const { error_code: code = status, description = '', parameters = {} } = answer;
  if (code === 429) {
    const retry_ms = (parameters.retry_after ?? 5) * 1_000;
    return new TelegramFailure('wait', { codigo: 'telegram_espera' }, { retry_ms });
  }
  if (parameters.migrate_to_chat_id !== undefined) {
    const chat_id = String(parameters.migrate_to_chat_id);
    return new TelegramFailure('moved', { codigo: 'telegram_supergrupo', chat_id }, { chat_id });
  }
  if (code === 401 || code === 404) return new TelegramFailure('refused', { codigo: 'telegram_token' });
  if (code === 409) return new TelegramFailure('conflict', { codigo: 'telegram_otro_oyente' });
  if (/message is not modified/i.test(description))
    return new TelegramFailure('unchanged', { codigo: 'telegram_sin_cambio' });
  if (code >= 500) return new TelegramFailure('away', { codigo: 'telegram_falla' });
  const known = KNOWN.find(([pattern]) => pattern.test(description));
  return new TelegramFailure('refused', known?.[1] ?? { codigo: 'telegram_rechaza', status: code });
};
