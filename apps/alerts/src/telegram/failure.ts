/** A refusal by Telegram; contains no token. */
export class TelegramFailure extends Error {
  constructor(
    readonly kind: 'away' | 'wait' | 'moved' | 'conflict' | 'unchanged' | 'refused',
    /** Spanish, for the console. */
    readonly reason: string,
    readonly detail: { retry_ms?: number; chat_id?: string } = {},
  ) {
    super(`Telegram: ${kind}: ${reason}`);
    this.name = 'TelegramFailure';
  }
}

/** Fields of a Bot API answer that is not ok. */
export interface Refusal {
  error_code?: number;
  description?: string;
  parameters?: { retry_after?: number; migrate_to_chat_id?: number };
}

const KNOWN: readonly [RegExp, string][] = [
  [/chat not found/i, 'Telegram no encuentra ese chat. Revisa el Chat ID, y que el bot esté en él.'],
  [/blocked by the user/i, 'La persona de ese chat bloqueó al bot.'],
  [/kicked/i, 'El bot fue expulsado del grupo.'],
  [/not enough rights|have no rights/i, 'El bot no tiene permiso de escribir en ese chat.'],
  [/deactivated/i, 'La cuenta de ese chat ya no existe.'],
  [/chat_id is empty/i, 'Falta el Chat ID.'],
];

/** Maps a Bot API answer that is not ok (https://core.telegram.org/bots/api#making-requests). */
export const failureOf = (status: number, answer: Refusal): TelegramFailure => {
  const { error_code: code = status, description = '', parameters = {} } = answer;
  if (code === 429) {
    const retry_ms = (parameters.retry_after ?? 5) * 1_000;
    return new TelegramFailure('wait', 'Telegram pide esperar: demasiados mensajes.', { retry_ms });
  }
  if (parameters.migrate_to_chat_id !== undefined) {
    const chat_id = String(parameters.migrate_to_chat_id);
    return new TelegramFailure('moved', `El grupo pasó a ser supergrupo: su Chat ID es ahora ${chat_id}.`, { chat_id });
  }
  if (code === 401 || code === 404) return new TelegramFailure('refused', 'Telegram no acepta el token del bot.');
  if (code === 409) return new TelegramFailure('conflict', 'Otro programa o un webhook escucha a este bot.');
  if (/message is not modified/i.test(description)) return new TelegramFailure('unchanged', 'Nada cambió.');
  if (code >= 500) return new TelegramFailure('away', 'Telegram falla en este momento.');
  const known = KNOWN.find(([pattern]) => pattern.test(description));
  return new TelegramFailure('refused', known?.[1] ?? `Telegram no aceptó el mensaje (${code}).`);
};
