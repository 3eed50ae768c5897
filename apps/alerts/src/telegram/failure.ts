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

/** Fields of a Bot API answer that is not ok, unchecked. */
export interface Refusal {
  error_code?: unknown;
  description?: unknown;
  parameters?: { retry_after?: unknown; migrate_to_chat_id?: unknown } | null;
}

/** When Telegram does not say how long to wait, and the least that is waited, s. */
const WAIT_S = 5;
const LEAST_WAIT_S = 1;

const KNOWN: readonly [RegExp, DeliveryDetail][] = [
  [/chat not found/i, { codigo: 'telegram_chat_desconocido' }],
  [/blocked by the user/i, { codigo: 'telegram_bloqueado' }],
  [/kicked|not a member/i, { codigo: 'telegram_expulsado' }],
  [/not enough rights|have no rights/i, { codigo: 'telegram_sin_permiso' }],
  [/deactivated/i, { codigo: 'telegram_cuenta_cerrada' }],
  [/chat_id is empty/i, { codigo: 'telegram_sin_chat' }],
];

/** Maps a Bot API answer that is not ok (https://core.telegram.org/bots/api#making-requests). */
export const failureOf = (status: number, answer: Refusal): TelegramFailure => {
  const code = typeof answer.error_code === 'number' ? answer.error_code : status;
  const description = typeof answer.description === 'string' ? answer.description : '';
  const { retry_after, migrate_to_chat_id } = answer.parameters ?? {};
  if (code === 429) {
    const retry_ms = Math.max(LEAST_WAIT_S, Number(retry_after ?? WAIT_S) || WAIT_S) * 1_000;
    return new TelegramFailure('wait', { codigo: 'telegram_espera' }, { retry_ms });
  }
  if (typeof migrate_to_chat_id === 'number' || typeof migrate_to_chat_id === 'string') {
    const chat_id = String(migrate_to_chat_id);
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
